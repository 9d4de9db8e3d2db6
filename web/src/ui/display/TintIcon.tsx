/** Signs in two tones on a ground of the same tint: neighbours differ by colour, too. */
import { classNames } from './classNames';

interface Sign {
  tint: string;
  /** Filled areas, the background of the sign. */
  area: string;
  /** What is drawn solid. */
  solid: string;
}

const SIGNS = {
  wheel: {
    tint: 'bg-gold-soft text-gold-strong',
    area: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Z',
    solid:
      'M12 3a9 9 0 0 1 6.36 2.64L13.6 10.4A2.25 2.25 0 0 0 12 9.75V3ZM21 12a9 9 0 0 1-2.64 6.36L13.6 13.6c.4-.4.65-.97.65-1.6H21ZM12 21a9 9 0 0 1-6.36-2.64l4.76-4.76c.4.4.97.65 1.6.65V21ZM3 12a9 9 0 0 1 2.64-6.36l4.76 4.76c-.4.4-.65.97-.65 1.6H3ZM12 10.75a1.25 1.25 0 1 0 0 2.5 1.25 1.25 0 0 0 0-2.5Z',
  },
  gift: {
    tint: 'bg-rose-soft text-rose',
    area: 'M4.5 12.5h6.25V21H7a2.5 2.5 0 0 1-2.5-2.5v-6Zm8.75 0h6.25v6A2.5 2.5 0 0 1 17 21h-3.75v-8.5Z',
    solid:
      'M16.9 7.25c.37-.5.6-1.1.6-1.75a2.75 2.75 0 0 0-2.75-2.75c-1.12 0-2.1.64-2.75 1.62-.65-.98-1.63-1.62-2.75-1.62A2.75 2.75 0 0 0 6.5 5.5c0 .65.23 1.25.6 1.75H5A1.75 1.75 0 0 0 3.25 9v.75c0 .7.56 1.25 1.25 1.25h6.25V7.25h2.5V11h6.25c.69 0 1.25-.56 1.25-1.25V9A1.75 1.75 0 0 0 19 7.25h-2.1ZM9.25 4.5c.77 0 1.63.83 1.93 2.25H9.25a1.12 1.12 0 1 1 0-2.25Zm5.5 0a1.12 1.12 0 1 1 0 2.25h-1.93c.3-1.42 1.16-2.25 1.93-2.25Z',
  },
  cashback: {
    tint: 'bg-teal-soft text-teal',
    area: 'M12 6.25a5.75 5.75 0 1 0 0 11.5 5.75 5.75 0 0 0 0-11.5Z',
    solid:
      'M12 2.75c2.5 0 4.77.99 6.43 2.6l1.1-1.1a.75.75 0 0 1 1.28.53v4.47H16.3a.75.75 0 0 1-.53-1.28l1.25-1.25A7.23 7.23 0 0 0 4.9 10.4a1 1 0 0 1-1.95-.42A9.25 9.25 0 0 1 12 2.75Zm8.02 10.1a1 1 0 0 1 1.03 1.17 9.25 9.25 0 0 1-15.48 4.63l-1.1 1.1a.75.75 0 0 1-1.28-.53v-4.47H7.7c.67 0 1 .8.53 1.28l-1.25 1.25A7.23 7.23 0 0 0 19.1 13.6a1 1 0 0 1 .92-.75ZM12 8.5c.41 0 .75.34.75.75v.3a2 2 0 0 1 1.1.83.75.75 0 0 1-1.26.8c-.1-.15-.3-.25-.59-.25-.5 0-.7.27-.7.42 0 .16.1.36.7.46 1.2.2 2.2.78 2.2 1.94 0 .88-.63 1.53-1.45 1.78v.22a.75.75 0 0 1-1.5 0v-.25a2.2 2.2 0 0 1-1.3-1 .75.75 0 1 1 1.3-.75c.12.2.4.35.75.35.5 0 .7-.22.7-.35 0-.16-.15-.37-.94-.5-1.1-.18-1.96-.82-1.96-1.9 0-.87.63-1.53 1.45-1.8v-.3c0-.41.34-.75.75-.75Z',
  },
  invite: {
    tint: 'bg-violet-soft text-violet',
    area: 'M10 13.5c3.9 0 7 2.4 7.5 5.6a1.7 1.7 0 0 1-1.7 1.9H4.2a1.7 1.7 0 0 1-1.7-1.9c.5-3.2 3.6-5.6 7.5-5.6Z',
    solid:
      'M10 3.5a4.25 4.25 0 1 0 0 8.5 4.25 4.25 0 0 0 0-8.5Zm8.75 4.25a1 1 0 0 1 1 1v1.5h1.5a1 1 0 1 1 0 2h-1.5v1.5a1 1 0 1 1-2 0v-1.5h-1.5a1 1 0 1 1 0-2h1.5v-1.5a1 1 0 0 1 1-1Z',
  },
  limits: {
    tint: 'bg-accent-soft text-accent',
    area: 'M12 2.5 4.5 5.2v6.1c0 4.6 3.1 8.7 7.5 10.2 4.4-1.5 7.5-5.6 7.5-10.2V5.2L12 2.5Z',
    solid:
      'M12 7.25a1 1 0 0 1 1 1v3.6l2.3 1.7a1 1 0 1 1-1.2 1.6l-2.7-2a1 1 0 0 1-.4-.8v-4.1a1 1 0 0 1 1-1Z',
  },
  refresh: {
    tint: 'bg-accent-soft text-accent',
    area: 'M12 7.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9Z',
    solid:
      'M12 3.5c2.3 0 4.4.92 5.94 2.42l1.2-1.2a.8.8 0 0 1 1.36.57V10h-4.7a.8.8 0 0 1-.57-1.37l1.28-1.28A6.5 6.5 0 1 0 18.4 13a1 1 0 0 1 1.96.4A8.5 8.5 0 1 1 12 3.5Z',
  },
} as const satisfies Record<string, Sign>;

export type SignName = keyof typeof SIGNS;

interface TintIconProps {
  name: SignName;
  /** The size of the ground, by class. */
  className?: string;
}

/** Decoration only, as `Icon` is. */
export function TintIcon({ name, className = 'size-14' }: TintIconProps) {
  const { tint, area, solid } = SIGNS[name];
  return (
    <span
      className={classNames(
        'flex shrink-0 items-center justify-center rounded-[1.125rem]',
        tint,
        className,
      )}
    >
      <svg width="26" height="26" viewBox="0 0 24 24" fill="currentColor" aria-hidden="true">
        <path d={area} opacity="0.32" />
        <path d={solid} />
      </svg>
    </span>
  );
}
