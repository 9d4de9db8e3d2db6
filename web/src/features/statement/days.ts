/** Days in Bangkok, for the statement's periods. */
import { formatDay } from '../../intl/moment';

/** `YYYY-MM-DD`, both inclusive; null where it is open. */
export interface Days {
  from: string | null;
  to: string | null;
}

export const RANGES = ['last7Days', 'thisMonth', 'lastMonth'] as const;
export type Range = (typeof RANGES)[number];

/** Calendar arithmetic at noon UTC, independent of the device's time zone. */
function calendar(year: number, month: number, day: number): string {
  return new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10);
}

/** The days of a range, seen from the moment `now` in milliseconds. */
export function rangeDays(range: Range, now: number): Days {
  const [day = 1, month = 1, year = 1970] = formatDay(new Date(now).toISOString())
    .split('/')
    .map(Number);
  if (range === 'last7Days') {
    return { from: calendar(year, month - 1, day - 6), to: calendar(year, month - 1, day) };
  }
  const first = month - 1 - (range === 'lastMonth' ? 1 : 0);
  // The day before the first of the month after it.
  return { from: calendar(year, first, 1), to: calendar(year, first + 1, 0) };
}

/** Which range these days are, if any. */
export function rangeOf({ from, to }: Days, now: number): Range | null {
  const isThat = (range: Range) => {
    const days = rangeDays(range, now);
    return days.from === from && days.to === to;
  };
  return RANGES.find(isThat) ?? null;
}

export function isWrongOrder({ from, to }: Days): boolean {
  return from !== null && to !== null && from > to;
}

/** `2026-11-21` → `21/11/2026`, as everywhere on the screen. */
export function writeDay(day: string): string {
  return day.split('-').reverse().join('/');
}

interface DayGroup<T> {
  /** `21/11/2026`, in Bangkok. */
  day: string;
  lines: T[];
}

/** Lines that follow each other on one day, in their order. */
export function dayGroups<T extends { createdAt: string }>(lines: readonly T[]): DayGroup<T>[] {
  const groups: DayGroup<T>[] = [];
  for (const line of lines) {
    const day = formatDay(line.createdAt);
    const last = groups.at(-1);
    if (last?.day === day) last.lines.push(line);
    else groups.push({ day, lines: [line] });
  }
  return groups;
}
