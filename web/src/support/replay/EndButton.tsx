import type { ComponentProps } from 'react';

const PATHS = {
  first: 'M6.5 5.5v13M17.5 5.5 11 12l6.5 6.5',
  newest: 'M17.5 5.5v13M6.5 5.5 13 12l-6.5 6.5',
};

interface EndButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  end: keyof typeof PATHS;
  label: string;
}

/** To the first or the newest event. */
export function EndButton({ end, label, ...rest }: EndButtonProps) {
  return (
    <button
      {...rest}
      type="button"
      aria-label={label}
      title={label}
      className="inline-flex size-11 shrink-0 items-center justify-center rounded-full transition-colors hover:bg-ink/8 disabled:opacity-60"
    >
      <svg
        width={22}
        height={22}
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth={1.75}
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
      >
        <path d={PATHS[end]} />
      </svg>
    </button>
  );
}
