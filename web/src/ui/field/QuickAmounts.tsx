import { formatAmount } from '../../intl/money';
import { useText } from '../../intl/text';

interface QuickAmountsProps {
  amounts: readonly string[];
  /** Picks everything; without it there is no such button. */
  onAll?: (() => void) | undefined;
  disabled?: boolean;
  onPick: (amount: string) => void;
}

const LOOK =
  'tabular min-h-11 rounded-control bg-sunken px-2 text-sm font-medium hover:bg-accent-soft hover:text-accent';

/** Presets below an amount field, the last of them "all". */
export function QuickAmounts({ amounts, onAll, disabled, onPick }: QuickAmountsProps) {
  const t = useText();
  return (
    <div className="grid grid-cols-3 gap-2">
      {amounts.map((amount) => (
        <button
          key={amount}
          type="button"
          disabled={disabled}
          onClick={() => onPick(amount)}
          className={LOOK}
        >
          {formatAmount(amount, 'LAK')}
        </button>
      ))}
      {onAll && (
        <button type="button" disabled={disabled} onClick={onAll} className={LOOK}>
          {t('money.all')}
        </button>
      )}
    </div>
  );
}
