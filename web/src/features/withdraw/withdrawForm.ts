/** The rules of a withdrawal that can be checked before asking the server. */
import { isProblem } from '../../api/transport/problem';
import type { Wallet, WithdrawLimits } from '../../api/types';
import {
  ALL,
  type AmountFault,
  addAmounts,
  compareAmounts,
  isZero,
  multiplyAmounts,
  parseAmount,
} from '../../intl/money';

export type WithdrawFault =
  | { kind: 'reading'; reading: AmountFault }
  | { kind: 'belowMinimum' }
  | { kind: 'aboveMaximum' }
  | { kind: 'beyondBalance' };

export type CheckedWithdrawal =
  | { ok: true; body: { amount: string } }
  | { ok: false; fault: WithdrawFault };

/** Where the money is taken from: the main wallet, or everything that games hold as well. */
export type WithdrawSource = 'wallet' | 'all';

/** What is sent, and to which of the two routes. */
export type WithdrawBody = { amount: string; source: WithdrawSource };

export interface WithdrawRoom {
  limits: WithdrawLimits;
  source: WithdrawSource;
  /** What the source holds. */
  balance: string;
  currency: string;
}

const refuse = (kind: Exclude<WithdrawFault['kind'], 'reading'>): CheckedWithdrawal => ({
  ok: false,
  fault: { kind },
});

/** Everything, up to the maximum of one withdrawal; the server determines the amount. */
export function allWithdrawn(room: WithdrawRoom): CheckedWithdrawal {
  return isBelowMinimum(room) ? refuse('belowMinimum') : { ok: true, body: { amount: ALL } };
}

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

/** The main wallet's balance, and the same plus the known balances of open games. */
export function balancesOf(wallet: Wallet): Record<WithdrawSource, string> {
  const games = wallet.slots
    .filter((slot) => slot.isActive)
    .map((slot) => multiplyAmounts(slot.amount, slot.ftWalletSlot));
  const main = wallet.wallet.amount;
  return { wallet: main, all: games.reduce((sum, held) => addAmounts(sum, held), main) };
}

/** Whether games hold anything that could be withdrawn as well. */
export function hasGameMoney({ wallet, all }: Record<WithdrawSource, string>): boolean {
  return compareAmounts(all, wallet) > 0;
}

/** The maximum of one withdrawal. */
export function mostToWithdraw({ limits, balance }: WithdrawRoom): string {
  return compareAmounts(balance, limits.withdrawMax) > 0 ? limits.withdrawMax : balance;
}

/** What a refusal says can be withdrawn instead; null when that is too little, or not said. */
export function insteadOf(problem: unknown, limits: WithdrawLimits): string | null {
  if (!isProblem(problem) || problem.code !== 'MONEY_NOT_ENOUGH') return null;
  const held = problem.data?.balance;
  if (typeof held !== 'string' || compareAmounts(held, limits.withdrawMin) < 0) return null;
  return compareAmounts(held, limits.withdrawMax) > 0 ? limits.withdrawMax : held;
}

/** Whether the wallet holds too little for any withdrawal. */
export function isBelowMinimum({ limits, balance }: WithdrawRoom): boolean {
  return isZero(balance) || compareAmounts(balance, limits.withdrawMin) < 0;
}

/** Why no withdrawal can succeed now. */
export type WithdrawClosure = 'frozen' | 'grant' | 'minimum';

/** Null where one can; unknown is no reason, because the server decides. */
export function closureOf(
  limits: WithdrawLimits,
  hasGrant: boolean,
  rooms: readonly WithdrawRoom[],
): WithdrawClosure | null {
  if (limits.isFrozen) return 'frozen';
  if (hasGrant) return 'grant';
  return rooms.every(isBelowMinimum) ? 'minimum' : null;
}
