/** The words for an amount that cannot be read. */
import { useCallback } from 'react';
import { type AmountFault, digitsOf } from './money';
import { useText } from './text';

export function useAmountFault(currency: string) {
  const t = useText();
  return useCallback(
    (fault: AmountFault): string => {
      const n = digitsOf(currency);
      if (fault === 'empty') return t('money.enterAmount');
      if (typeof fault === 'object') return t('money.meant', { amount: fault.meant });
      if (fault === 'tooManyDecimals') return t('money.tooManyDecimals', { n });
      return t(n === 0 ? 'money.malformedWhole' : 'money.malformed');
    },
    [t, currency],
  );
}
