import type { DepositLookup, SlipRules } from '../../api/types';
import { useCurrencyName } from '../../intl/currencyName';
import { formatAmount } from '../../intl/money';
import { useText } from '../../intl/text';
import { Notice } from '../../ui/Notice';

const HOUR_MINUTES = 60;

interface DepositHintsProps {
  lookup: DepositLookup;
  rules: SlipRules | undefined;
}

/** What makes a slip count; said before sending, because a refusal helps nobody. */
export function DepositHints({ lookup, rules }: DepositHintsProps) {
  const t = useText();
  const currency = lookup.banks[0]?.currency ?? 'THB';
  const name = useCurrencyName(currency);
  const minutes = lookup.slipWindowMinutes;
  const hints = [
    minutes === HOUR_MINUTES ? t('slip.original1h') : t('deposit.window', { minutes }),
    t('deposit.useRegisteredAccount'),
    t('deposit.minimum', { min: formatAmount(lookup.minimum, currency), currency: name }),
    t('deposit.creditTime'),
  ];
  return (
    <div className="mb-4 space-y-3">
      {rules?.closedFrom && rules.closedUntil && (
        <Notice tone="caution">
          {t('deposit.closed', { from: rules.closedFrom, until: rules.closedUntil })}
        </Notice>
      )}
      <Notice>
        <ul className="list-disc space-y-1 ps-4">
          {hints.map((hint) => (
            <li key={hint}>{hint}</li>
          ))}
        </ul>
      </Notice>
    </div>
  );
}
