import type { ComponentProps } from 'react';
import { classNames } from './classNames';
import { Icon, type IconName } from './Icon';
import { Spinner } from './Spinner';

type Tone = 'primary' | 'secondary' | 'quiet' | 'danger';

const TONES: Record<Tone, string> = {
  primary: 'bg-accent text-on-accent hover:bg-accent-strong',
  secondary: 'border border-edge text-accent hover:bg-accent-soft',
  quiet: 'text-accent hover:bg-accent-soft',
  danger: 'border border-negative text-negative hover:bg-negative-soft',
};

interface ButtonProps extends ComponentProps<'button'> {
  tone?: Tone;
  icon?: IconName;
  /** Shows a ring and ignores presses; the label stays, so that nothing moves. */
  busy?: boolean;
  /** The whole width of its place. */
  wide?: boolean;
}

export function Button({
  tone = 'primary',
  icon,
  busy = false,
  wide = false,
  className,
  children,
  disabled,
  type = 'button',
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      disabled={disabled}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      className={classNames(
        'inline-flex min-h-12 items-center justify-center gap-2 rounded-control px-5 py-2 font-semibold transition-colors',
        'disabled:cursor-not-allowed disabled:border-line disabled:bg-sunken disabled:text-ink/75',
        TONES[tone],
        wide && 'w-full',
        className,
      )}
    >
      {busy ? <Spinner /> : icon && <Icon name={icon} size={20} />}
      <span>{children}</span>
    </button>
  );
}
