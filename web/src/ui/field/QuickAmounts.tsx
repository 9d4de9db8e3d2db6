import { useClientSelector } from '../../client/hooks';
import {
  compareAmounts,
  currencySign,
  formatAmount,
  formatNumber,
  parseAmount,
} from '../../intl/money';
import { useText } from '../../intl/text';
import { classNames } from '../display/classNames';

interface QuickAmountsProps {
  amounts: readonly string[];
  currency: string;
  /** As typed: the preset that it equals is marked. */
  value?: string;
  /** The known balance: presets above it cannot be picked. */
  most?: string | undefined;
  /** Picks everything; without it there is no such button. */
  onAll?: (() => void) | undefined;
  /** Everything is picked. */
  isAll?: boolean;
  disabled?: boolean | undefined;
  onPick: (amount: string) => void;
}

const LOOK =
  'tabular min-h-11 rounded-control border px-2 text-sm font-semibold transition-colors disabled:cursor-not-allowed disabled:opacity-60';
const OPEN = 'border-line bg-surface hover:border-accent hover:text-accent';
const CHOSEN = 'border-accent bg-accent-soft text-accent ring-1 ring-accent ring-inset';

/** Presets below an amount field, the last of them "all". */
export function QuickAmounts(props: QuickAmountsProps) {
  const { amounts, currency, value = '', most, onAll, isAll = false, disabled, onPick } = props;
  const t = useText();
  const typed = parseAmount(value, currency);
  const isTyped = (amount: string) =>
    !isAll && typed.ok && compareAmounts(typed.amount, amount) === 0;
  // Closed presets would show roughly how much a hidden balance is.
  const isHidden = useClientSelector((state) => state.preferences.balanceHidden);
  const isBeyond = (amount: string) =>
    most !== undefined && !isHidden && compareAmounts(amount, most) > 0;
  return (
    <div className="grid grid-cols-3 gap-2">
      {amounts.map((amount) => (
        <button
          key={amount}
          type="button"
          aria-pressed={isTyped(amount)}
          disabled={disabled || isBeyond(amount)}
          onClick={() => onPick(formatAmount(amount, currency))}
          className={classNames(LOOK, isTyped(amount) ? CHOSEN : OPEN)}
        >
          {/* Seen, and not read out with each of them. */}
          <span aria-hidden="true">{currencySign(currency)}</span>
          {formatNumber(amount, 0)}
        </button>
      ))}
      {onAll && (
        <button
          type="button"
          aria-pressed={isAll}
          disabled={disabled}
          onClick={onAll}
          className={classNames(LOOK, isAll ? CHOSEN : OPEN)}
        >
          {t('money.all')}
        </button>
      )}
    </div>
  );
}
