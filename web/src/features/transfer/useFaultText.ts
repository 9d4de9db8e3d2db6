import { isProblem } from '../../api/transport/problem';
import type { Leg } from '../../api/types';
import { useAmountFault } from '../../intl/amountFault';
import { useCurrencyName } from '../../intl/currencyName';
import { formatAmount } from '../../intl/money';
import { useText } from '../../intl/text';
import { isStillInGame } from './legs';
import { TRANSFER_MIN, type TransferFault } from './transferForm';
import { useReason } from './useReason';

/** The texts of the form's faults. */
export function useFaultText(currency: string) {
  const t = useText();
  const amountFault = useAmountFault(currency);
  const name = useCurrencyName(currency);
  return (fault: TransferFault): string => {
    if ('id' in fault) return t(fault.id);
    if ('reading' in fault) return amountFault(fault.reading);
    if ('isBeyondBalance' in fault) return t('error.MONEY_NOT_ENOUGH');
    return t('transfer.minimum', { min: formatAmount(TRANSFER_MIN, 'LAK'), currency: name });
  };
}

/** The server may have another minimum by now, and knows where the money has stayed. */
export function useProblemWords(currency: string, body: { from?: string }) {
  const t = useText();
  const name = useCurrencyName(currency);
  const reasonOf = useReason();
  return (problem: unknown): unknown => {
    if (!isProblem(problem)) return problem;
    if (problem.code === 'TRANSFER_FAIL') {
      const legs = (problem.data?.legs ?? []) as Leg[];
      const reason = reasonOf(problem.data?.reason);
      if (!isStillInGame(body, legs)) return reason ?? problem;
      return reason ? `${t('transfer.stillInGame')}. ${reason}` : t('transfer.stillInGame');
    }
    if (problem.code === 'MONEY_NOT_ENOUGH' && !body.from) return t('transfer.allNothing');
    const min = problem.data?.min;
    if (problem.code !== 'TRANSFER_MINIMUM' || typeof min !== 'string') return problem;
    return t('transfer.minimum', { min: formatAmount(min, currency), currency: name });
  };
}
