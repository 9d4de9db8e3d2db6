/** How much one press moves into a game. */
import type { Slot } from '../../api/types';
import { compareAmounts, floorTo, multiplyAmounts } from '../../intl/money';

/** The product's minimum; the server's own may be higher, and then it refuses. */
export const AMOUNT_MIN = '1';
/** Providers count two decimals of their unit. */
const UNIT_STEP = '0.01';

export function balanceIn({ amount, ftWalletSlot }: Slot): string {
  return multiplyAmounts(amount, ftWalletSlot);
}

/** Presets of what is taken along; a first press takes no more than the largest of them. */
export const PRESETS: Record<string, readonly string[]> = {
  THB: ['100.00', '500.00'],
  LAK: ['50000', '200000'],
};

/** All of the main wallet that the provider's units can express. */
export function allFor({ ftWalletSlot }: Slot, inWallet: string): string {
  return floorTo(inWallet, multiplyAmounts(ftWalletSlot, UNIT_STEP));
}

interface Pocket {
  inWallet: string;
  currency: string;
  /** What was moved into the game last. */
  last: string | undefined;
}

/**
 * The last amount if the main wallet has it, otherwise what it has, up to the largest preset: the
 * first press of a member does not put everything into a game. Null where the game holds as much
 * already, or there is nothing to move.
 */
export function playAmount(slot: Slot, { inWallet, currency, last }: Pocket): string | null {
  const hasLast = last !== undefined && compareAmounts(last, inWallet) <= 0;
  const all = allFor(slot, inWallet);
  const most = PRESETS[currency]?.at(-1) ?? all;
  const amount = hasLast ? last : compareAmounts(all, most) > 0 ? most : all;
  if (compareAmounts(amount, AMOUNT_MIN) < 0) return null;
  const isThere = slot.isActive && compareAmounts(balanceIn(slot), amount) >= 0;
  return isThere ? null : amount;
}
