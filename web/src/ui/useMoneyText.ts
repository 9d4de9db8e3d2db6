import { useCallback } from 'react';
import { useAppSelector } from '../app/hooks';
import { CURRENCY_SIGN, formatAmount } from '../intl/money';

/** An amount for the middle of a sentence; hidden when amounts are. */
export function useMoneyText(currency: string) {
  const isHidden = useAppSelector((state) => state.preferences.balanceHidden);
  return useCallback(
    (amount: string) =>
      isHidden ? '••••••' : `${CURRENCY_SIGN[currency] ?? ''}${formatAmount(amount, currency)}`,
    [isHidden, currency],
  );
}
