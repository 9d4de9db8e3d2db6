import type { ComponentProps } from 'react';
import { classNames } from './classNames';
import { Icon, type IconName } from './Icon';
import { Spinner } from './Spinner';

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  icon: IconName;
  /** The name for screen readers and the tooltip. */
  label: string;
  busy?: boolean;
}

/** A 44 px target with an icon and a spoken name. */
export function IconButton({
  icon,
  label,
  busy = false,
  className,
  type = 'button',
  disabled,
  ...rest
}: IconButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      aria-label={label}
      title={label}
      aria-busy={busy || undefined}
      disabled={disabled || busy}
      className={classNames(
        'inline-flex size-11 shrink-0 items-center justify-center rounded-full transition-colors hover:bg-ink/8 disabled:opacity-60',
        className,
      )}
    >
      {busy ? <Spinner size={20} /> : <Icon name={icon} size={22} />}
    </button>
  );
}
