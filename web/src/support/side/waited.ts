/** How long something has been waiting, in its largest unit. */
import type { SupportMessageId } from '../intl/messages';

const UNITS = [
  ['days', 86_400],
  ['hours', 3_600],
  ['minutes', 60],
] as const;

/** From this time on a piece of work counts as old. */
const OLD_S = 3_600;

interface Length {
  unit: (typeof UNITS)[number][0] | 'now';
  n: number;
  seconds: number;
}

/** A clock that runs behind shows no time that has not come. */
export function lengthSince(since: string, now: number): Length {
  const seconds = Math.max(0, Math.floor((now - new Date(since).getTime()) / 1000));
  const [unit, length] = UNITS.find(([, each]) => seconds >= each) ?? ['now', 1];
  return { unit, n: unit === 'now' ? 0 : Math.floor(seconds / length), seconds };
}

export interface Waited {
  id: SupportMessageId;
  n: number;
  isOld: boolean;
}

export function waitedSince(since: string, now: number): Waited {
  const { unit, n, seconds } = lengthSince(since, now);
  return { id: `support.age.${unit}`, n, isOld: seconds >= OLD_S };
}
