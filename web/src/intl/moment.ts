/** Times of the server (RFC 3339, UTC) as the product shows them: Gregorian, Bangkok, own words. */
import type { MessageId } from './messages';

const BANGKOK = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Asia/Bangkok',
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
});

function bangkokParts(time: Date): Record<string, string> {
  return Object.fromEntries(BANGKOK.formatToParts(time).map(({ type, value }) => [type, value]));
}

/** `2026-11-21T10:00:00Z` → `21/11/2026 17:00:00`. */
export function formatMoment(time: string): string {
  const date = new Date(time);
  if (Number.isNaN(date.getTime())) return time;
  const p = bangkokParts(date);
  return `${p.day}/${p.month}/${p.year} ${p.hour}:${p.minute}:${p.second}`;
}

/** `2026-11-21T20:00:00Z` → `22/11/2026`. */
export function formatDay(time: string): string {
  return formatMoment(time).slice(0, 10);
}

const DAY_MS = 86_400_000;

export interface DayAndClock {
  word: 'chat.today' | 'chat.yesterday' | null;
  /** `21/11/2026`. */
  day: string;
  /** `17:00`. */
  clock: string;
}

/** The day, with a word for the latest two, and the minute: the time of a line in a list. */
export function dayAndClock(time: string, now: number): DayAndClock {
  const [day = '', clock = ''] = formatMoment(time).split(' ');
  const isDay = (daysAgo: number) =>
    formatDay(new Date(now - daysAgo * DAY_MS).toISOString()) === day;
  const word = isDay(0) ? 'chat.today' : isDay(1) ? 'chat.yesterday' : null;
  return { word, day, clock: clock.slice(0, 5) };
}

const UNITS = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const;

const JUST_NOW_S_MAX = 5;

export interface Relative {
  id: MessageId;
  n: number;
}

/** The largest whole unit that has passed. A clock that runs behind must not show the future. */
export function relativeTo(time: string, now: number): Relative {
  const seconds = Math.floor((now - new Date(time).getTime()) / 1000);
  if (!(seconds >= JUST_NOW_S_MAX)) return { id: 'time.justNow', n: 0 };
  const unit = UNITS.find(([, length]) => seconds >= length) ?? UNITS[5];
  return { id: `time.ago.${unit[0]}`, n: Math.floor(seconds / unit[1]) };
}

/** Midnight in Bangkok (UTC+7, no summer time) of a `YYYY-MM-DD` day, as RFC 3339. */
export function startOfDay(day: string): string {
  return new Date(`${day}T00:00:00+07:00`).toISOString();
}

/** Midnight in Bangkok after a `YYYY-MM-DD` day: the exclusive end of that day. */
export function endOfDay(day: string): string {
  return new Date(new Date(`${day}T00:00:00+07:00`).getTime() + 86_400_000).toISOString();
}
