/** The line of a balance as the path of an SVG. For the eye only: here money becomes pixels. */
import type { SeriesPoint } from '../api/types';

export const LINE = { width: 1000, height: 100 };

/** Where a position lies between the ends of the slider, 0 to 1. */
export function shareOf(sequence: number, total: number): number {
  return total > 1 ? (sequence - 1) / (total - 1) : 1;
}

interface Drawn {
  line: string;
  /** The same line, closed along the lower edge. */
  area: string;
}

/** A balance stays until the next event that changes it, so the line goes in steps. */
export function drawLine(points: readonly SeriesPoint[], total: number): Drawn {
  const amounts = points.map((point) => Number(point.amount));
  const top = Math.max(...amounts, 0) || 1;
  const y = (amount: number) => round(LINE.height * (1 - amount / top));
  let line = `M0 ${y(0)}`;
  points.forEach((point, index) => {
    line += `H${round(LINE.width * shareOf(point.sequence, total))}V${y(amounts[index] ?? 0)}`;
  });
  line += `H${LINE.width}`;
  return { line, area: `${line}V${LINE.height}H0Z` };
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
