/** The lines of a report added up by their kind, and its days as an SVG's bars. */
import { addAmounts, compareAmounts } from '../../intl/money';
import type { CurrencyReport, ReportFigures, ReportLine } from '../api/reportApi';

type Kind = ReportLine['kind'];

/** The sum of the lines of a kind. */
export function sumOf(figures: ReportFigures | undefined, kind: Kind): string {
  const lines = figures?.lines.filter((line) => line.kind === kind) ?? [];
  return addAmounts(...lines.map((line) => line.amount));
}

/** The sums of a kind on each of these days. */
export function sumsByDay(report: CurrencyReport, kind: Kind, days: readonly string[]): string[] {
  const byDay = new Map(report.days.map(({ day, figures }) => [day, figures]));
  return days.map((day) => sumOf(byDay.get(day), kind));
}

export const CHART = { width: 240, height: 80 };

export interface Bar {
  at: number;
  x: number;
  y: number;
  width: number;
  height: number;
}

const round = (value: number) => Math.round(value * 100) / 100;

/** A bar for each amount above zero, as high as its share of the largest; at least visible. */
export function barsOf(amounts: readonly string[]): Bar[] {
  const top = amounts.toSorted(compareAmounts).at(-1) ?? '0';
  const slot = CHART.width / Math.max(1, amounts.length);
  return amounts.flatMap((amount, at) => {
    const share = Number(amount) / Number(top);
    if (!(share > 0)) return [];
    const height = round(Math.max(2, share * CHART.height));
    const [x, y] = [round(at * slot + slot / 10), round(CHART.height - height)];
    return [{ at, x, y, width: round(slot * 0.8), height }];
  });
}
