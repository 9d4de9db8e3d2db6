/** A day's hours as an SVG's shapes. For the eye only: here money becomes pixels. */
import { compareAmounts } from '../../intl/money';

export const HOURS = 24;
export const CHART = { width: 240, height: 80 };

const SLOT = CHART.width / HOURS;
const GAP = 2;

/** The largest hour of both days: the top of the chart; null where nothing has moved. */
export function topOf(today: readonly string[], yesterday: readonly string[]): string | null {
  const top = [...today, ...yesterday].toSorted(compareAmounts).at(-1) ?? '0';
  return compareAmounts(top, '0') > 0 ? top : null;
}

const round = (value: number) => Math.round(value * 100) / 100;

export interface Bar {
  hour: number;
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Today as bars; an hour in which anything moved is at least visible. */
export function barsOf(today: readonly string[], top: string): Bar[] {
  return today.flatMap((amount, hour) => {
    const share = Number(amount) / Number(top);
    if (!(share > 0)) return [];
    const height = round(Math.max(2, share * CHART.height));
    const x = round(hour * SLOT + GAP / 2);
    return [{ hour, x, y: round(CHART.height - height), width: SLOT - GAP, height }];
  });
}

/** Yesterday as steps behind them. */
export function stepsOf(yesterday: readonly string[], top: string): string {
  const steps = yesterday.map((amount, hour) => {
    const y = round(CHART.height * (1 - Number(amount) / Number(top)));
    return `V${y}H${round((hour + 1) * SLOT)}`;
  });
  return `M0 ${CHART.height}${steps.join('')}V${CHART.height}Z`;
}
