/** One icon set: 24 px grid, 1.75 px round strokes, the text's own colour. */
import { useEffect, useSyncExternalStore } from 'react';
import { afterPaint } from './afterPaint';
import type { LATE } from './lateIcons';

/** What the first pages show. */
const FIRST = {
  home: 'M4 10.5 12 4l8 6.5M6 9v10h4.5v-5h3v5H18V9',
  userPlus:
    'M10 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM3.5 20c.5-3.5 3-5.5 6.5-5.5 1.6 0 3 .4 4.1 1.2M18 14v6M15 17h6',
  user: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM4.5 20.5c.7-3.7 3.6-5.7 7.5-5.7s6.8 2 7.5 5.7',
  book: 'M12 6.5C10.5 5 8 4.5 4 4.5v13.5c4 0 6.5.5 8 2 1.5-1.5 4-2 8-2V4.5c-4 0-6.5.5-8 2Zm0 0V20',
  chat: 'M20 11.5c0 4-3.6 7-8 7-1 0-2-.15-2.9-.45L4.5 20l1.3-3.7C4.6 15 4 13.3 4 11.5c0-4 3.6-7 8-7s8 3 8 7ZM8.5 11.5h.01M12 11.5h.01M15.5 11.5h.01',
  logout: 'M14 4.5h3.5A1.5 1.5 0 0 1 19 6v12a1.5 1.5 0 0 1-1.5 1.5H14M10.5 8 6.5 12l4 4M7 12h8',
  globe:
    'M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17ZM3.5 12h17M12 3.5c2.3 2.3 3.5 5.2 3.5 8.5s-1.2 6.2-3.5 8.5c-2.3-2.3-3.5-5.2-3.5-8.5s1.2-6.2 3.5-8.5Z',
  eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12ZM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6Z',
  eyeOff:
    'M4 4l16 16M9.5 5.8c.8-.2 1.6-.3 2.5-.3 6 0 9.5 6.5 9.5 6.5a17 17 0 0 1-3 3.7M6.2 7.7C3.8 9.5 2.5 12 2.5 12S6 18.5 12 18.5c1.7 0 3.2-.5 4.5-1.2M10 10a3 3 0 0 0 4.1 4.2',
  refresh: 'M19.5 12a7.5 7.5 0 1 1-2.2-5.3L19.5 9M19.5 4.5V9H15',
  wallet:
    'M4 7.5A2.5 2.5 0 0 1 6.5 5H17a1.5 1.5 0 0 1 1.5 1.5V8M4 7.5V17a2.5 2.5 0 0 0 2.5 2.5h12A1.5 1.5 0 0 0 20 18V9.5A1.5 1.5 0 0 0 18.5 8h-14M16 13.75h.01',
  lock: 'M6.5 10.5h11A1.5 1.5 0 0 1 19 12v7a1.5 1.5 0 0 1-1.5 1.5h-11A1.5 1.5 0 0 1 5 19v-7a1.5 1.5 0 0 1 1.5-1.5ZM8 10.5V8a4 4 0 0 1 8 0v2.5M12 14.5v2.5',
  check: 'M5 12.5 10 17.5 19.5 7',
  close: 'M6 6l12 12M18 6 6 18',
  chevronLeft: 'M14.5 5.5 8 12l6.5 6.5',
  chevronRight: 'M9.5 5.5 16 12l-6.5 6.5',
  chevronDown: 'M5.5 9 12 15.5 18.5 9',
  info: 'M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17ZM12 11.5v4.5M12 8h.01',
  warning: 'M12 4.5 3.5 19h17L12 4.5ZM12 10.5v4M12 16.8h.01',
  sun: 'M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM12 3v1.5M12 19.5V21M3 12h1.5M19.5 12H21M5.6 5.6l1.1 1.1M17.3 17.3l1.1 1.1M18.4 5.6l-1.1 1.1M6.7 17.3l-1.1 1.1',
  moon: 'M19.5 14.5A8 8 0 0 1 9.5 4.5a8 8 0 1 0 10 10Z',
  contrast:
    'M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17ZM12 3.5v17M12 7h4.5M12 10.5h7.5M12 14h7.5M12 17.5h4.5',
  phone:
    'M8 3.5h8A1.5 1.5 0 0 1 17.5 5v14a1.5 1.5 0 0 1-1.5 1.5H8A1.5 1.5 0 0 1 6.5 19V5A1.5 1.5 0 0 1 8 3.5ZM11 17.5h2',
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
