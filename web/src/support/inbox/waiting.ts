/** How long a visitor has been waiting. */
import type { SupportMessageId } from '../intl/messages';
import { lengthSince } from '../side/waited';

/** From this time on a wait counts as long. */
const LONG_S = 300;

export interface Waiting {
  id: SupportMessageId;
  n: number;
  isLong: boolean;
}

export function waitingOf(since: string, now: number): Waiting {
  const { unit, n, seconds } = lengthSince(since, now);
  return { id: `support.inbox.waits.${unit}`, n, isLong: seconds >= LONG_S };
}
