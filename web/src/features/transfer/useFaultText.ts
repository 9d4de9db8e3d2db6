import { useAmountFault } from '../../intl/amountFault';
import { formatNumber } from '../../intl/money';
import { useCurrencyName } from '../../intl/moneyText';
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
    return t('transfer.minimum', { min: formatNumber(TRANSFER_MIN), currency: name });
  };
}
