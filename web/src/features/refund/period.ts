import { formatDay } from '../../intl/moment';

/** `20/11/2026`, or the first and the last day: a period ends where the next one begins. */
export function daysOf({ from, to }: { from: string; to: string }): string {
  const first = formatDay(from);
  const last = formatDay(new Date(Date.parse(to) - 1).toISOString());
  return first === last ? first : `${first} – ${last}`;
}
