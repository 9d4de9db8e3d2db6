import { useAmountFault } from '../../intl/amountFault';
import { useCurrencyName } from '../../intl/currencyName';
import { formatAmount } from '../../intl/money';
import { useText } from '../../intl/text';
import { TRANSFER_MIN, type TransferFault } from './transferForm';

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
