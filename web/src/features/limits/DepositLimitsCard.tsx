import { useState } from 'react';
import type { DepositLimit, LimitPeriod, PlayerLimits } from '../../api/types';
import { formatMoment } from '../../intl/moment';
import { isZero } from '../../intl/money';
import { useMoneyText } from '../../intl/moneyText';
import { useText } from '../../intl/text';
import { Button } from '../../ui/display/Button';
import { Card } from '../../ui/display/Card';
import { Money } from '../../ui/display/Money';
import { LimitModal } from './LimitModal';
import { PERIODS, shareUsed } from './limitForm';

/** The three deposit limits, how much of each is used, and the buttons to change them. */
export function DepositLimitsCard({ limits }: { limits: PlayerLimits }) {
  const t = useText();
  const [open, setOpen] = useState<LimitPeriod | null>(null);
  return (
    <Card>
      <h2 className="text-lg font-semibold">{t('limits.deposit.title')}</h2>
      <p className="text-sm text-balance text-muted">{t('limits.deposit.lead')}</p>
      <ul className="mt-2 divide-y divide-line">
        {PERIODS.map((period) => (
          <li key={period} className="py-3 last:pb-0">
            <PeriodLimit
              period={period}
              limit={limits.deposit[period]}
              currency={limits.currency}
              onChange={() => setOpen(period)}
            />
          </li>
        ))}
      </ul>
      {open && (
        <LimitModal
          period={open}
          limit={limits.deposit[open]}
          currency={limits.currency}
          onClose={() => setOpen(null)}
        />
      )}
    </Card>
  );
}

interface PeriodLimitProps {
  period: LimitPeriod;
  limit: DepositLimit;
  currency: string;
  onChange: () => void;
}

function PeriodLimit({ period, limit, currency, onChange }: PeriodLimitProps) {
  const t = useText();
  const name = t(`limits.deposit.${period}`);
  const action = t(limit.limit === null ? 'limits.deposit.set' : 'limits.deposit.change');
  return (
    <>
      <div className="flex items-center justify-between gap-3">
        <div className="min-w-0">
          <h3 className="text-sm font-medium text-muted">{name}</h3>
          <p className={limit.limit === null ? 'font-semibold' : 'text-2xl font-bold'}>
            {limit.limit === null ? (
              t('limits.deposit.none')
            ) : (
              <Money amount={limit.limit} currency={currency} />
            )}
          </p>
        </div>
        <Button
          tone="quiet"
          aria-label={`${action}: ${name}`}
          onClick={onChange}
          className="min-h-11 shrink-0 bg-accent-soft px-4 text-sm"
        >
          {action}
        </Button>
      </div>
      <Usage name={name} limit={limit} currency={currency} />
      <PendingNote limit={limit} currency={currency} />
    </>
  );
}

interface UsageProps {
  name: string;
  limit: DepositLimit;
  currency: string;
}

/** What was deposited, and what open QR codes and announced deposits reserve until they end. */
function ComeIn({ limit, currency }: Omit<UsageProps, 'name'>) {
  const t = useText();
  return (
    <>
      <span>
        {t('limits.deposit.used')} <Money amount={limit.used} currency={currency} />
      </span>
      {!isZero(limit.reserved) && (
        <span>
          {t('limits.deposit.reserved')} <Money amount={limit.reserved} currency={currency} />
        </span>
      )}
    </>
  );
}

function Usage({ name, limit, currency }: UsageProps) {
  const t = useText();
  const share = shareUsed(limit);
  const percent = Math.round(share * 100);
  if (limit.remaining === null) {
    return (
      <p className="flex flex-wrap gap-x-4 text-sm text-muted">
        <ComeIn limit={limit} currency={currency} />
      </p>
    );
  }
  return (
    <div className="mt-2">
      <div
        role="progressbar"
        aria-label={`${t('limits.deposit.used')}: ${name}`}
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
        className="h-3 overflow-hidden rounded-full bg-sunken"
      >
        <div
          className={share >= 1 ? 'h-full bg-caution' : 'h-full rounded-full bg-accent'}
          style={{ width: `${percent}%` }}
        />
      </div>
      <p className="mt-1.5 flex flex-wrap justify-between gap-x-3 text-sm text-muted">
        <ComeIn limit={limit} currency={currency} />
        <span>
          {t('limits.deposit.remaining')}{' '}
          <Money amount={limit.remaining} currency={currency} className="font-medium text-ink" />
        </span>
      </p>
    </div>
  );
}

function PendingNote({ limit, currency }: { limit: DepositLimit; currency: string }) {
  const t = useText();
  const money = useMoneyText(currency);
  const { pending } = limit;
  if (!pending) return null;
  const from = formatMoment(pending.from);
  return (
    <p className="mt-2 rounded-control bg-accent-soft px-3 py-2 text-sm">
      {pending.limit === null
        ? t('limits.deposit.pendingNone', { from })
        : t('limits.deposit.pending', { from, limit: money(pending.limit) })}
    </p>
  );
}
