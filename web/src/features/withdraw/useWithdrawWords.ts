import { isProblem } from '../../api/transport/problem';
import { useClientSelector } from '../../client/hooks';
import { useAmountFault } from '../../intl/amountFault';
import { moneyText } from '../../intl/moneyText';
import { useText } from '../../intl/text';
import { mostToWithdraw, type WithdrawFault, type WithdrawRoom } from './withdrawForm';

/** The sentences of a withdrawal that name its limits. */
export function useWithdrawWords(room: WithdrawRoom) {
  const { limits, currency, source } = room;
  const t = useText();
  const isHidden = useClientSelector((state) => state.preferences.balanceHidden);
  const amountFault = useAmountFault(currency);
  const min = moneyText(limits.withdrawMin, currency);
  const max = moneyText(limits.withdrawMax, currency);
  // What the wallet holds is the bound that most meet; a hidden balance stays hidden here, too.
  const most = isHidden ? max : moneyText(mostToWithdraw(room), currency);
  return {
    range: t('withdraw.rangeIn', { min, max: most }),
    belowMinimum: t('withdraw.belowMinimum', { min }),
    ofFault(fault: WithdrawFault): string {
      if (fault.kind === 'reading') return amountFault(fault.reading);
      if (fault.kind === 'beyondBalance') return t('error.MONEY_NOT_ENOUGH');
      if (fault.kind === 'belowMinimum') return t('common.minimum', { min });
      return t('common.maximum', { max });
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
        min: moneyText(data.min, currency),
        max: moneyText(data.max, currency),
      });
    },
  };
}
