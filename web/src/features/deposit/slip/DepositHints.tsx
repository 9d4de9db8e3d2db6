import type { DepositLookup } from '../../../api/types';
import { moneyText } from '../../../intl/moneyText';
import { useText } from '../../../intl/text';
import { useNow } from '../../../ui/display/clock';
import { Notice } from '../../../ui/feedback/Notice';
import { bangkokTime, isWithin } from './closingHours';

const HOUR_MINUTES = 60;

interface DepositHintsProps {
  lookup: DepositLookup;
}

/** The requirements of a slip, shown before sending, because a refusal helps nobody. */
export function DepositHints({ lookup }: DepositHintsProps) {
  const t = useText();
  const currency = lookup.banks[0]?.currency;
  const minutes = lookup.slipWindowMinutes;
  const hints = [
    minutes === HOUR_MINUTES ? t('slip.original1h') : t('deposit.window', { minutes }),
    t('deposit.useRegisteredAccount'),
    t('deposit.minimum', { min: moneyText(lookup.minimum, currency) }),
    t('deposit.creditTime'),
  ];
  return (
    <div className="mb-4 space-y-3">
      {lookup.slipClosed && <ClosingHours {...lookup.slipClosed} />}
      <p className="text-sm text-muted">{hints.join(' · ')}</p>
    </div>
  );
}

/** The daily hours without slips; emphasized during these hours. */
function ClosingHours({ from, until }: { from: string; until: string }) {
  const t = useText();
  const isClosed = isWithin(bangkokTime(useNow()), from, until);
  return (
    <Notice tone={isClosed ? 'caution' : 'info'}>
      {isClosed ? t('deposit.closedNow', { until }) : t('deposit.closed', { from, until })}
    </Notice>
  );
}
