/** How much one press moves into a game. */
import type { Slot } from '../../api/types';
import { compareAmounts, floorTo, multiplyAmounts } from '../../intl/money';

/** The product's minimum; the server's own may be higher, and then it refuses. */
const AMOUNT_MIN = '1';
/** Providers count two decimals of their unit. */
const UNIT_STEP = '0.01';

export function balanceIn({ amount, ftWalletSlot }: Slot): string {
  return multiplyAmounts(amount, ftWalletSlot);
}

/**
 * The last amount if the main wallet has it, otherwise all that the provider's units can express.
 * Null where the game holds as much already, or there is nothing to move.
 */
export function playAmount(slot: Slot, inWallet: string, last: string | undefined): string | null {
  const hasLast = last !== undefined && compareAmounts(last, inWallet) <= 0;
  const all = floorTo(inWallet, multiplyAmounts(slot.ftWalletSlot, UNIT_STEP));
  const amount = hasLast ? last : all;
  if (compareAmounts(amount, AMOUNT_MIN) < 0) return null;
  const isThere = slot.isActive && compareAmounts(balanceIn(slot), amount) >= 0;
  return isThere ? null : amount;
}
