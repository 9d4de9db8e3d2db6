/** The period of a file, in days of Bangkok. */
import { endOfDay, startOfDay } from '../../../intl/moment';
import { type Days, rangeDays } from '../days';

export const PERIOD_KINDS = ['thisMonth', 'lastMonth', 'days'] as const;
export type PeriodKind = (typeof PERIOD_KINDS)[number];

export function daysOf(kind: PeriodKind, chosen: Days, now: number): Days {
  if (kind === 'days') return chosen;
  return rangeDays(kind, now);
}

/** The server's form: the end is the midnight after the last day. */
export function momentsOf({ from, to }: Days): { from: string | null; to: string | null } {
  return { from: from && startOfDay(from), to: to && endOfDay(to) };
}

/** `statement-2026-11-01-2026-11-30.pdf`; an open end is left out. */
export function fileName({ from, to }: Days, format: string): string {
  return `${['statement', from, to].filter(Boolean).join('-')}.${format}`;
}
