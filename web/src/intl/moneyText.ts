/**
 * Amounts for the middle of a sentence. What is the player's own is hidden when amounts are; what
 * the house sets (`moneyText`) is not: minimums, offers.
 */
import { useCallback } from 'react';
import type { Currency } from '../api/types';
import { useClientSelector } from '../client/hooks';
import { CURRENCIES, currencySign, formatAmount } from './money';
import { useText } from './text';

/** The same dots for each amount: not even the length shows. */
export const HIDDEN_AMOUNT = '••••••';

/**
 * `฿1,234.50`, whether or not amounts are hidden: only for what the house sets. Dots until the
 * currency is known.
 */
export function moneyText(amount: string, currency: string | undefined): string {
  return currency ? `${currencySign(currency)}${formatAmount(amount, currency)}` : '…';
}

/** The player's own amounts with their sign. */
export function useMoneyText(currency: string | undefined) {
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

/** The word for a currency, for sentences. */
export function useCurrencyName(currency: string): string {
  const t = useText();
  const name = CURRENCIES[currency as Currency]?.name;
  return name ? t(name) : currency;
}
