import type { RefundCheck } from '../../api/types';
import { formatDay } from '../../intl/moment';

/** `20/11/2026`, or the first and the last day: a period ends where the next one begins. */
export function daysOf({ from, to }: { from: string; to: string }): string {
  const first = formatDay(from);
  const last = formatDay(new Date(Date.parse(to) - 1).toISOString());
  return first === last ? first : `${first} – ${last}`;
}

/** Bounds of 100% and 0% are no condition: the money can be withdrawn at once. */
export function isFree({
  refundSuccess,
  refundFail,
}: Pick<RefundCheck, 'refundSuccess' | 'refundFail'>): boolean {
  return Number(refundSuccess) <= 100 && Number(refundFail) === 0;
}

/** When the period after this one has ended, and its losses are known. */
export function nextCount({ from, to }: { from: string; to: string }): string {
  return new Date(2 * Date.parse(to) - Date.parse(from)).toISOString();
}
