/** Which time a file is about, in days of Bangkok. */
import { endOfDay, formatDay, startOfDay } from '../../../intl/moment';

export const PERIOD_KINDS = ['thisMonth', 'lastMonth', 'days'] as const;
export type PeriodKind = (typeof PERIOD_KINDS)[number];

/** `YYYY-MM-DD`, both inclusive; null where it is open. */
export interface Days {
  from: string | null;
  to: string | null;
}

const two = (number: number) => String(number).padStart(2, '0');

/** The first and the last day of the month that is so many months away. */
function month(now: number, away: number): Days {
  const [, monthNow = '1', year = '1970'] = formatDay(new Date(now).toISOString()).split('/');
  // A plain calendar: no clock of this device takes part.
  const first = new Date(Date.UTC(Number(year), Number(monthNow) - 1 + away, 1));
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0));
  const day = (date: Date) =>
    `${date.getUTCFullYear()}-${two(date.getUTCMonth() + 1)}-${two(date.getUTCDate())}`;
  return { from: day(first), to: day(last) };
}

export function daysOf(kind: PeriodKind, chosen: Days, now: number): Days {
  if (kind === 'days') return chosen;
  return month(now, kind === 'thisMonth' ? 0 : -1);
}

export function isWrongOrder({ from, to }: Days): boolean {
  return from !== null && to !== null && from > to;
}

/** As the server wants it: the end is the midnight after the last day. */
export function momentsOf({ from, to }: Days): { from: string | null; to: string | null } {
  return { from: from && startOfDay(from), to: to && endOfDay(to) };
}

/** `statement-2026-11-01-2026-11-30.pdf`; an open end is left out. */
export function fileName({ from, to }: Days, format: string): string {
  return `${['statement', from, to].filter(Boolean).join('-')}.${format}`;
}
