/** How much one press moves into a game. */
import type { Slot } from '../../api/types';
import { AMOUNT_MIN, compareAmounts, floorTo, multiplyAmounts } from '../../intl/money';

/** Providers count two decimals of their unit. */
const UNIT_STEP = '0.01';

export function balanceIn({ amount, ftWalletSlot }: Slot): string {
  return multiplyAmounts(amount, ftWalletSlot);
}

/** Whether there is anything to play with, or to bring back: less than the minimum stays there. */
export function holdsMoney(slot: Slot): boolean {
  return slot.isActive && compareAmounts(balanceIn(slot), AMOUNT_MIN) >= 0;
}

/** Presets of what is taken along, the smallest first. */
export const PRESETS: Record<string, readonly string[]> = {
  THB: ['100.00', '500.00'],
  LAK: ['50000', '200000'],
};

/** All of the main wallet that the provider's units can express. */
export function allFor({ ftWalletSlot }: Slot, inWallet: string): string {
  return floorTo(inWallet, multiplyAmounts(ftWalletSlot, UNIT_STEP));
}

/**
 * What a press takes along where nothing else is chosen: the smallest preset, or the whole wallet
 * where that is less. Null where the game holds money, which a press plays with, and where there is
 * nothing to move.
 */
export function playAmount(slot: Slot, inWallet: string, currency: string): string | null {
  if (holdsMoney(slot)) return null;
  const all = allFor(slot, inWallet);
  const least = PRESETS[currency]?.[0] ?? all;
  const amount = compareAmounts(all, least) < 0 ? all : least;
  return compareAmounts(amount, AMOUNT_MIN) < 0 ? null : amount;
}
