import { useCallback } from 'react';
import { isProblem } from '../../api/transport/problem';
import { useAmountFault } from '../../intl/amountFault';
import { moneyText, useMoneyText } from '../../intl/moneyText';
import { useProblemText, useText } from '../../intl/text';
import type { PayableFault } from './depositMethods';

const LIMIT_WORDS = {
  DAY: 'deposit.limit.day',
  WEEK: 'deposit.limit.week',
  MONTH: 'deposit.limit.month',
} as const;

/** The texts for an invalid amount. */
export function usePayableFault(minimum: string, currency: string) {
  const t = useText();
  const amountFault = useAmountFault(currency);
  return (fault: PayableFault): string =>
    fault === 'belowMinimum'
      ? t('common.minimum', { min: moneyText(minimum, currency) })
      : amountFault(fault);
}

/** The words for a refused deposit, with the figures that the server names. */
export function useDepositWords(
  currency: string | undefined,
  minimum: 'deposit.minimum' | 'truelink.belowMinimum' = 'deposit.minimum',
) {
  const t = useText();
  const problemText = useProblemText();
  const amountText = useMoneyText(currency);
  return useCallback(
    (problem: unknown): string => {
      const data = isProblem(problem) ? problem.data : undefined;
      const code = isProblem(problem) ? problem.code : '';
      if (code === 'DEPOSIT_MINIMUM' && typeof data?.min === 'string') {
        const named = typeof data.currency === 'string' ? data.currency : currency;
        return t(minimum, { min: moneyText(data.min, named) });
      }
      const period = String(data?.period ?? '').toUpperCase();
      if (
        code === 'DEPOSIT_LIMIT' &&
        period in LIMIT_WORDS &&
        typeof data?.remaining === 'string'
      ) {
        const remaining = amountText(data.remaining);
        return t(LIMIT_WORDS[period as keyof typeof LIMIT_WORDS], { remaining });
      }
      return problemText(problem);
    },
    [t, problemText, currency, minimum, amountText],
  );
}
