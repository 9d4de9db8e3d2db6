/** Whether an offer can be taken now, in a few words. */
import type { Quote } from '../api/types';
import { moneyText, useMoneyText } from './moneyText';
import { useText } from './text';

export function useQuoteWords(currency: string | undefined) {
  const t = useText();
  // A part of the player's own deposit, unlike the smallest deposit, which the house sets.
  const own = useMoneyText(currency);
  return ({ status, figures, depositNeeded }: Quote): string =>
    t(`bonus.quote.${status}`, {
      amount: own(figures?.amount ?? '0'),
      min: moneyText(depositNeeded ?? '0', currency),
    });
}
