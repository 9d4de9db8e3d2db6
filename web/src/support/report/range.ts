/** The days of a report, as Bangkok's calendar has them. */
import type { DayRange } from '../api/reportApi';

export const PRESETS = ['today', 'yesterday', 'thisWeek', 'thisMonth', 'lastMonth'] as const;
export type Preset = (typeof PRESETS)[number];

/** The most days of a report. */
const DAYS_MAX = 366;

const BANGKOK_MS = 7 * 3_600_000;
const DAY_MS = 86_400_000;

/** Calendar arithmetic in UTC, independent of the device's time zone. */
const calendar = (year: number, month: number, day: number) =>
  new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10);

/** The days of a preset, seen from the moment `now` in milliseconds. A week begins on Monday. */
export function presetDays(preset: Preset, now: number): DayRange {
  const local = new Date(now + BANGKOK_MS);
  const [year, month, day] = [local.getUTCFullYear(), local.getUTCMonth(), local.getUTCDate()];
  const dayBefore = (days: number) => calendar(year, month, day - days);
  const today = dayBefore(0);
  switch (preset) {
    case 'today':
      return { from: today, to: today };
    case 'yesterday':
      return { from: dayBefore(1), to: dayBefore(1) };
    case 'thisWeek':
      return { from: dayBefore((local.getUTCDay() + 6) % 7), to: today };
    case 'thisMonth':
      return { from: calendar(year, month, 1), to: today };
    case 'lastMonth':
      return { from: calendar(year, month - 1, 1), to: calendar(year, month, 0) };
  }
}

/** The one preset that is shown as chosen: on a Monday today is also this week. */
export function shownPreset(range: DayRange, chosen: Preset | null, now: number): Preset | null {
  const fitting = PRESETS.filter((preset) => {
    const days = presetDays(preset, now);
    return days.from === range.from && days.to === range.to;
  });
  return fitting.find((preset) => preset === chosen) ?? fitting[0] ?? null;
}

const noon = (day: string) => Date.parse(`${day}T12:00:00Z`);

/** What is wrong with a range, if anything is. */
export function faultOf({ from, to }: DayRange): 'order' | 'long' | null {
  if (from === '' || to === '' || to < from) return 'order';
  return (noon(to) - noon(from)) / DAY_MS < DAYS_MAX ? null : 'long';
}

/** Every day of a range. */
export function daysOf({ from, to }: DayRange): string[] {
  const days: string[] = [];
  for (let at = noon(from); at <= noon(to); at += DAY_MS) {
    days.push(new Date(at).toISOString().slice(0, 10));
  }
  return days;
}
