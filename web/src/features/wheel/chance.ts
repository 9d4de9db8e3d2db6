/** How likely each slice of the wheel is; only for reading. */

const PERCENT = new Intl.NumberFormat('en', { maximumFractionDigits: 2 });
const PERCENT_MIN = 0.01;

/** `2500` of `10000` → `25%`. What can be drawn is never shown as 0%. */
export function chanceOf(weight: number, sum: number): string {
  const percent = sum > 0 ? (weight / sum) * 100 : 0;
  if (percent > 0 && percent < PERCENT_MIN) return `<${PERCENT_MIN}%`;
  return `${PERCENT.format(percent)}%`;
}

export const sumOfWeights = (slices: readonly { weight: number }[]): number =>
  slices.reduce((sum, { weight }) => sum + weight, 0);
