/** How long a visitor has been waiting. */
import type { SupportMessageId } from '../intl/messages';

const UNITS = [
  ['days', 86_400],
  ['hours', 3_600],
  ['minutes', 60],
] as const;

/** From this time on a wait counts as long. */
const LONG_S = 300;

export interface Waiting {
  id: SupportMessageId;
  n: number;
  isLong: boolean;
}

export function waitingOf(since: string, now: number): Waiting {
  const seconds = Math.max(0, Math.floor((now - new Date(since).getTime()) / 1000));
  const unit = UNITS.find(([, length]) => seconds >= length);
  const isLong = seconds >= LONG_S;
  if (!unit) return { id: 'support.inbox.waits.now', n: 0, isLong };
  return { id: `support.inbox.waits.${unit[0]}`, n: Math.floor(seconds / unit[1]), isLong };
}
