/** How long something has been waiting, in its largest unit. */
import type { SupportMessageId } from '../intl/messages';

const UNITS = [
  ['days', 86_400],
  ['hours', 3_600],
  ['minutes', 60],
] as const;

/** From this time on a piece of work counts as old. */
const OLD_S = 3_600;

export interface Waited {
  id: SupportMessageId;
  n: number;
  isOld: boolean;
}

export function waitedSince(since: string, now: number): Waited {
  const seconds = Math.max(0, Math.floor((now - new Date(since).getTime()) / 1000));
  const unit = UNITS.find(([, length]) => seconds >= length);
  const isOld = seconds >= OLD_S;
  if (!unit) return { id: 'support.age.now', n: 0, isOld };
  return { id: `support.age.${unit[0]}`, n: Math.floor(seconds / unit[1]), isOld };
}
