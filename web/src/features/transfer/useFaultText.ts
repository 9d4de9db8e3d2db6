import { isProblem } from '../../api/problem';
import { useAmountFault } from '../../intl/amountFault';
import { useCurrencyName } from '../../intl/currencyName';
import { formatAmount } from '../../intl/money';
import { useText } from '../../intl/text';
import { TRANSFER_MIN, type TransferFault } from './transferForm';

/** What is wrong with the form, in words. */
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

/** The server may have another minimum by now: its own figure is the one to show. */
export function useProblemWords(currency: string) {
  const t = useText();
  const name = useCurrencyName(currency);
  return (problem: unknown): unknown => {
    if (!isProblem(problem) || problem.code !== 'TRANSFER_MINIMUM') return problem;
    const min = problem.data?.min;
    if (typeof min !== 'string') return problem;
    return t('transfer.minimum', { min: formatAmount(min, currency), currency: name });
  };
}
