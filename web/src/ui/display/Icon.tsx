/** One icon set: 24 px grid, 1.75 px round strokes, the text's own colour. */
import { useEffect, useSyncExternalStore } from 'react';
import { afterPaint } from './afterPaint';
import type { LATE } from './lateIcons';

/** What the log-in page shows. */
const FIRST = {
  home: 'M4 10.5 12 4l8 6.5M6 9v10h4.5v-5h3v5H18V9',
  userPlus:
    'M10 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM3.5 20c.5-3.5 3-5.5 6.5-5.5 1.6 0 3 .4 4.1 1.2M18 14v6M15 17h6',
  book: 'M12 6.5C10.5 5 8 4.5 4 4.5v13.5c4 0 6.5.5 8 2 1.5-1.5 4-2 8-2V4.5c-4 0-6.5.5-8 2Zm0 0V20',
  chat: 'M20 11.5c0 4-3.6 7-8 7-1 0-2-.15-2.9-.45L4.5 20l1.3-3.7C4.6 15 4 13.3 4 11.5c0-4 3.6-7 8-7s8 3 8 7ZM8.5 11.5h.01M12 11.5h.01M15.5 11.5h.01',
  globe:
    'M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17ZM3.5 12h17M12 3.5c2.3 2.3 3.5 5.2 3.5 8.5s-1.2 6.2-3.5 8.5c-2.3-2.3-3.5-5.2-3.5-8.5s1.2-6.2 3.5-8.5Z',
  eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12ZM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6Z',
  check: 'M5 12.5 10 17.5 19.5 7',
  info: 'M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17ZM12 11.5v4.5M12 8h.01',
  warning: 'M12 4.5 3.5 19h17L12 4.5ZM12 10.5v4M12 16.8h.01',
} as const;

export type IconName = keyof typeof FIRST | keyof typeof LATE;

type Paths = Partial<Record<IconName, string>>;

let paths: Paths = FIRST;
const waiting = new Set<() => void>();

let isBrought = false;

/** Loads the other icons once the page is drawn, so that later pages find them loaded. */
async function bring(): Promise<void> {
  if (isBrought) return;
  isBrought = true;
  const { LATE: late } = await import('./lateIcons');
  paths = { ...FIRST, ...late };
  for (const notify of waiting) notify();
}

const subscribe = (notify: () => void) => {
  waiting.add(notify);
  return () => waiting.delete(notify);
};
const current = () => paths;

interface IconProps {
  name: IconName;
  /** Pixels; 24 by default. */
  size?: number;
  className?: string;
}

/** Decoration only: the control around it carries the name for screen readers. */
export function Icon({ name, size = 24, className }: IconProps) {
  const known = useSyncExternalStore(subscribe, current);
  // Without them (the network is gone) controls keep their names and places.
  useEffect(() => afterPaint(() => void bring().catch(() => undefined)), []);
  return (
    <svg
      className={className}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <path d={known[name]} />
    </svg>
  );
}
