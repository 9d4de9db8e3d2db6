import { useIntl } from 'react-intl';
import type { Leg } from '../../api/types';
import { useText } from '../../intl/text';
import { Money } from '../../ui/Money';
import { StatusBadge } from '../../ui/StatusBadge';

interface LegListProps {
  legs: readonly Leg[];
  currency: string;
  nameOf: (code: string) => string;
}

/** Each step with its own outcome. */
export function LegList({ legs, currency, nameOf }: LegListProps) {
  const t = useText();
  const intl = useIntl();
  return (
    <ul
      aria-label={t('transfer.legs')}
      className="divide-y divide-line rounded-control bg-sunken px-4 text-start"
    >
      {legs.map((leg) => {
        const reason = leg.status === 'FAILED' && leg.message ? `error.${leg.message}` : null;
        return (
          <li key={leg.id} className="flex items-start justify-between gap-3 py-3">
            <div className="min-w-0">
              <p className="font-medium">
                {t('statement.transferRoute', { from: nameOf(leg.from), to: nameOf(leg.to) })}
              </p>
              {reason && reason !== 'error.TRANSFER_FAIL' && reason in intl.messages && (
                <p className="text-sm text-negative">{intl.formatMessage({ id: reason })}</p>
              )}
            </div>
            <div className="flex shrink-0 flex-col items-end gap-1">
              <Money amount={leg.amount} currency={currency} className="font-medium" />
              <StatusBadge status={leg.status} />
            </div>
          </li>
        );
      })}
    </ul>
  );
}
