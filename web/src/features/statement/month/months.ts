/** Months in Bangkok, and the curve of a month's balance. */
import type { MessageId } from '../../../intl/messages';
import { formatDay } from '../../../intl/moment';
import { compareAmounts } from '../../../intl/money';
import type { Days } from '../days';

/** `2026-11`: the month that the days begin in, else the one of the moment `now` in milliseconds. */
export function monthOf({ from, to }: Days, now: number): string {
  const day = from ?? to ?? formatDay(new Date(now).toISOString()).split('/').reverse().join('-');
  return day.slice(0, 7);
}

function startOf(month: string, later: number): Date {
  const [year = 1970, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + later, 1));
}

/** The month so many months later; below zero, earlier. */
export function monthLater(month: string, later: number): string {
  return startOf(month, later).toISOString().slice(0, 7);
}

/** First and last day of a month. */
export function daysOfMonth(month: string): Days {
  const last = new Date(startOf(month, 1).getTime() - 86_400_000).toISOString().slice(0, 10);
  return { from: `${month}-01`, to: last };
}

/** The names of the months; not every browser knows them in Lao. */
const NAMES = [
  'month.01',
  'month.02',
  'month.03',
  'month.04',
  'month.05',
  'month.06',
  'month.07',
  'month.08',
  'month.09',
  'month.10',
  'month.11',
  'month.12',
] as const satisfies readonly MessageId[];

/** `November 2026` in the reader's language; the year is the Gregorian one. */
export function monthName(month: string, t: (id: MessageId) => string): string {
  const [year, number] = month.split('-');
  return `${t(NAMES[Number(number) - 1] ?? NAMES[0])} ${year}`;
}

interface DayBalance {
  /** `2026-11-21`. */
  day: string;
  balance: string;
}

export interface Point {
  /** From 0, the month's beginning, to 1, its end. */
  x: number;
  /** From 0, the lowest balance or nothing at all, to 1, the highest one. */
  y: number;
}

interface MonthBalances {
  opening: string;
  days: readonly DayBalance[];
}

/** The highest balance of a month's beginning and its days. */
export function highestOf({ opening, days }: MonthBalances): string {
  const balances = [opening, ...days.map(({ balance }) => balance)];
  return balances.reduce((high, each) => (compareAmounts(each, high) > 0 ? each : high));
}

/** The balance at the month's beginning and at the end of each day on which money moved. */
export function curveOf(month: string, balances: MonthBalances): Point[] {
  const { opening, days } = balances;
  const length = (startOf(month, 1).getTime() - startOf(month, 0).getTime()) / 86_400_000;
  const highest = Number(highestOf(balances));
  // A wallet never holds less than nothing.
  const y = (balance: string) => (highest === 0 ? 0 : Number(balance) / highest);
  const points = [{ x: 0, y: y(opening) }];
  for (const { day, balance } of days) {
    points.push({ x: Number(day.slice(8)) / length, y: y(balance) });
  }
  return points;
}
