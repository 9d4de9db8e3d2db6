/** What the home screen calculates from the wallet; exact, on decimal strings. */
import type { Slot, SlotCategory } from '../../api/types';
import { addAmounts, multiplyAmounts } from '../../intl/money';

export const CATEGORIES: readonly SlotCategory[] = ['slot', 'sport', 'lotto'];

/** The provider's units times the operator's factor: what the player reads as money. */
export function shownBalance(slot: Pick<Slot, 'amount' | 'ftWalletSlot'>): string {
  return multiplyAmounts(slot.amount, slot.ftWalletSlot);
}

export function sumInGames(slots: readonly Slot[]): string {
  return addAmounts('0', ...slots.filter((slot) => slot.isActive).map(shownBalance));
}
