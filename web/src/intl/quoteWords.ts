/** Whether an offer can be taken now, in a few words. */
import type { Quote } from '../api/types';
import { moneyText } from './moneyText';
import { useText } from './text';

export function useQuoteWords(currency: string) {
  const t = useText();
  const money = (amount: string | null | undefined) => moneyText(amount ?? '0', currency);
  return ({ status, figures, depositNeeded }: Quote): string =>
    t(`bonus.quote.${status}`, { amount: money(figures?.amount), min: money(depositNeeded) });
}
