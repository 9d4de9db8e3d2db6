/**
 * Bounds of a grant, rounded to the currency. A bound may have more decimals than the currency, but
 * a balance cannot, so the rounded bounds are equivalent.
 */
import { addAmounts, compareAmounts, digitsOf } from './money';

/** The largest amount at or below a bound: `637.275` → `637.27`. */
export function atMost(bound: string, currency: string): string {
  const [whole = '0', fraction = ''] = bound.split('.');
  const digits = digitsOf(currency);
  const kept = fraction.slice(0, digits).padEnd(digits, '0');
  return kept ? `${whole}.${kept}` : whole;
}

/** The smallest amount at or above a bound: `637.275` → `637.28`. */
export function atLeast(bound: string, currency: string): string {
  const below = atMost(bound, currency);
  if (compareAmounts(below, bound) === 0) return below;
  const digits = digitsOf(currency);
  return addAmounts(below, digits === 0 ? '1' : `0.${'1'.padStart(digits, '0')}`);
}
