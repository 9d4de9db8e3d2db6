import { formatAmount } from '../intl/money';
import { useText } from '../intl/text';

interface QuickAmountsProps {
  amounts: readonly string[];
  /** What "all" means; without it, or when unknown, there is no such button. */
  all?: string | undefined;
  disabled?: boolean;
  onPick: (amount: string) => void;
}

const LOOK =
  'tabular min-h-11 rounded-control bg-sunken px-2 text-sm font-medium hover:bg-accent-soft hover:text-accent';

/** Presets below an amount field, the last of them "all". */
export function QuickAmounts({ amounts, all, disabled, onPick }: QuickAmountsProps) {
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
      {all !== undefined && (
        <button type="button" disabled={disabled} onClick={() => onPick(all)} className={LOOK}>
          {t('money.all')}
        </button>
      )}
    </div>
  );
}
