/** What an offer gives, in words; the figures are the operator's. */
import { isProblem } from '../../api/transport/problem';
import type { GrantOffer } from '../../api/types';
import { moneyText } from '../../intl/moneyText';
import { useProblemText, useText } from '../../intl/text';

export function useOfferWords(currency: string) {
  const t = useText();
  const problemText = useProblemText();
  const money = (amount: string) => moneyText(amount, currency);
  return {
    /** For figures of the offer; what the player has is `useMoneyText`'s. */
    money,
    worth({ percent, cap, amount }: GrantOffer): string {
      if (percent === null) return money(amount ?? '0');
      if (cap === null) return t('bonus.worth.percent', { percent });
      return t('bonus.worth.capped', { percent, cap: money(cap) });
    },
    /** One code has two meanings: a bonus ended too early, and a claim without a deposit. */
    ofRefusal(problem: unknown, { minDeposit }: GrantOffer): string {
      if (!isProblem(problem) || problem.code !== 'BONUS_CONDITION') return problemText(problem);
      return minDeposit === null
        ? t('bonus.noDeposit')
        : t('bonus.noDepositOf', { min: money(minDeposit) });
    },
  };
}
