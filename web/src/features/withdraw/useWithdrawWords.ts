import { isProblem } from '../../api/transport/problem';
import { useClientSelector } from '../../client/hooks';
import { useAmountFault } from '../../intl/amountFault';
import { useCurrencyName } from '../../intl/currencyName';
import { formatAmount } from '../../intl/money';
import { useText } from '../../intl/text';
import { mostToWithdraw, type WithdrawFault, type WithdrawRoom } from './withdrawForm';

/** The sentences of a withdrawal that name its limits. */
export function useWithdrawWords(room: WithdrawRoom) {
  const { limits, currency, source } = room;
  const t = useText();
  const isHidden = useClientSelector((state) => state.preferences.balanceHidden);
  const amountFault = useAmountFault(currency);
  const name = useCurrencyName(currency);
  const min = formatAmount(limits.withdrawMin, currency);
  const max = formatAmount(limits.withdrawMax, currency);
  // What the wallet holds is the bound that most meet; a hidden balance stays hidden here, too.
  const most = isHidden ? max : formatAmount(mostToWithdraw(room), currency);
  return {
    range: t('withdraw.rangeIn', { min, max: most, currency: name }),
    belowMinimum: t('withdraw.belowMinimum', { min, currency: name }),
    ofFault(fault: WithdrawFault): string {
      if (fault.kind === 'reading') return amountFault(fault.reading);
      if (fault.kind === 'beyondBalance') return t('error.MONEY_NOT_ENOUGH');
      if (fault.kind === 'belowMinimum') return t('common.minimum', { min, currency: name });
      return t('common.maximum', { max, currency: name });
    },
    /** The server may have other limits by now, so its figures are shown. */
    ofProblem(problem: unknown): unknown {
      if (!isProblem(problem)) return problem;
      if (problem.code === 'TRANSFER_FAIL') return t('withdraw.returned');
      if (problem.code === 'MONEY_NOT_ENOUGH' && source === 'all') {
        return t('withdraw.allNotEnough');
      }
      if (problem.code !== 'WITHDRAW_LIMIT') return problem;
      const data = problem.data ?? {};
      if (typeof data.min !== 'string' || typeof data.max !== 'string') return problem;
      return t('withdraw.rangeIn', {
        min: formatAmount(data.min, currency),
        max: formatAmount(data.max, currency),
        currency: name,
      });
    },
  };
}
