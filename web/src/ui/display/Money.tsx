import { useClientSelector } from '../../client/hooks';
import { currencySign, formatAmount, isZero } from '../../intl/money';
import { HIDDEN_AMOUNT } from '../../intl/moneyText';
import { useText } from '../../intl/text';
import { classNames } from './classNames';

interface MoneyProps {
  /** Decimal string as it came from the server. */
  amount: string;
  /** Dots until it is known. */
  currency: string | undefined;
  /** Which way it moved: shows `+` or `−` in addition to the colour. */
  direction?: 'in' | 'out' | 'none' | undefined;
  /** For what is being typed, confirmed or paid right now, and what the house sets. */
  alwaysShown?: boolean;
  className?: string | undefined;
}

export function Money({
  amount,
  currency,
  direction = 'none',
  alwaysShown = false,
  className,
}: MoneyProps) {
  const t = useText();
  const isHidden = useClientSelector((state) => state.preferences.balanceHidden) && !alwaysShown;
  const look = classNames('tabular whitespace-nowrap', className);
  if (isHidden) {
    return (
      <span className={look}>
        <span aria-hidden="true">{HIDDEN_AMOUNT}</span>
        <span className="sr-only">{t('shell.balance.hidden')}</span>
      </span>
    );
  }
  if (!currency) return <span className={look}>…</span>;
  const hasSign = direction !== 'none' && !isZero(amount);
  const sign = hasSign ? (direction === 'in' ? '+' : '−') : '';
  const formatted = formatAmount(amount, currency);
  const isNegative = formatted.startsWith('−');
  return (
    <span
      className={classNames(look, hasSign && (direction === 'in' ? 'text-positive' : 'text-ink'))}
    >
      {isNegative && '−'}
      {sign}
      {currencySign(currency)}
      {isNegative ? formatted.slice(1) : formatted}
    </span>
  );
}
