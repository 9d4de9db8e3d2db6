/** How a player's total compares with a grant's upper target and lower limit. */
import type { Grant } from '../../api/types';
import { compareAmounts, isZero } from '../../intl/money';

/** `turnover`: high enough, but the bets that the providers count are not complete. */
export type GrantProgress = 'won' | 'turnover' | 'lost' | 'open';

type Band = Pick<Grant, 'total' | 'failTo' | 'successFrom' | 'turnoverNeeded'>;

/** From the booked amounts; the server asks the providers again before it decides. */
export function progressOf({ total, failTo, successFrom, turnoverNeeded }: Band): GrantProgress {
  if (compareAmounts(total, successFrom) >= 0) return isZero(turnoverNeeded) ? 'won' : 'turnover';
  return compareAmounts(total, failTo) <= 0 ? 'lost' : 'open';
}

const PARTS = 1000n;

/** 0 at the lower end, 1 at the upper one; only for drawing. */
export function shareOfBand({ total, failTo, successFrom }: Band): number {
  const from = inUnits(failTo);
  const width = inUnits(successFrom) - from;
  if (width <= 0n) return 1;
  const share = Number(((inUnits(total) - from) * PARTS) / width) / Number(PARTS);
  return Math.min(1, Math.max(0, share));
}

/** The amount as a whole number of hundredths. */
function inUnits(amount: string): bigint {
  const [whole = '0', fraction = ''] = amount.split('.');
  return BigInt(whole + fraction.padEnd(2, '0').slice(0, 2));
}
