/** The rules of a withdrawal that can be checked before asking the server. */
import type { WithdrawLimits } from '../../api/types';
import { type AmountFault, compareAmounts, isZero, parseAmount } from '../../intl/money';

export type WithdrawFault =
  | { kind: 'reading'; reading: AmountFault }
  | { kind: 'belowMinimum' }
  | { kind: 'aboveMaximum' }
  | { kind: 'beyondBalance' };

export type CheckedWithdrawal =
  | { ok: true; body: { amount: string } }
  | { ok: false; fault: WithdrawFault };

export interface WithdrawRoom {
  limits: WithdrawLimits;
  /** What the main wallet holds. */
  balance: string;
  currency: string;
}

const refuse = (kind: Exclude<WithdrawFault['kind'], 'reading'>): CheckedWithdrawal => ({
  ok: false,
  fault: { kind },
});

export function checkWithdrawal(typed: string, room: WithdrawRoom): CheckedWithdrawal {
  const { limits, balance, currency } = room;
  const parsed = parseAmount(typed, currency);
  if (!parsed.ok) return { ok: false, fault: { kind: 'reading', reading: parsed.fault } };
  const { amount } = parsed;
  if (isZero(amount) || compareAmounts(amount, limits.withdrawMin) < 0) {
    return refuse('belowMinimum');
  }
  if (compareAmounts(amount, limits.withdrawMax) > 0) return refuse('aboveMaximum');
  if (compareAmounts(amount, balance) > 0) return refuse('beyondBalance');
  return { ok: true, body: { amount } };
}

/** The most that can be asked for at once. */
export function mostToWithdraw({ limits, balance }: WithdrawRoom): string {
  return compareAmounts(balance, limits.withdrawMax) > 0 ? limits.withdrawMax : balance;
}

/** Whether the wallet holds too little for any withdrawal. */
export function isBelowMinimum({ limits, balance }: WithdrawRoom): boolean {
  return isZero(balance) || compareAmounts(balance, limits.withdrawMin) < 0;
}
