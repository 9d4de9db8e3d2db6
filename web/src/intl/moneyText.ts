/**
 * Amounts for the middle of a sentence. What is the player's own is hidden when amounts are; what
 * the house sets (`moneyText`) is not: minimums, offers.
 */
import { useCallback } from 'react';
import { useClientSelector } from '../client/hooks';
import { CURRENCY_SIGN, formatAmount } from './money';

/** The same dots for each amount: not even the length shows. */
export const HIDDEN_AMOUNT = '••••••';

/** `฿1,234.50`, whether or not amounts are hidden: only for what the house sets. */
export function moneyText(amount: string, currency: string): string {
  return `${CURRENCY_SIGN[currency] ?? ''}${formatAmount(amount, currency)}`;
}

/** The player's own amounts with their sign. */
export function useMoneyText(currency: string) {
  const isHidden = useClientSelector((state) => state.preferences.balanceHidden);
  return useCallback(
    (amount: string) => (isHidden ? HIDDEN_AMOUNT : moneyText(amount, currency)),
    [isHidden, currency],
  );
}

/** The player's own amounts where the sentence names the currency itself. */
export function useAmountText(currency: string) {
  const isHidden = useClientSelector((state) => state.preferences.balanceHidden);
  return useCallback(
    (amount: string) => (isHidden ? HIDDEN_AMOUNT : formatAmount(amount, currency)),
    [isHidden, currency],
  );
}
