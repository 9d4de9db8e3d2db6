import { formatMoment } from '../../intl/moment';
import { BankBadge } from '../../ui/display/Badge';
import { Card } from '../../ui/display/Card';
import { Icon } from '../../ui/display/Icon';
import { Notice } from '../../ui/feedback/Notice';
import type { BankChange as Change } from '../api/sideApi';
import { useNameOf, useSupportText } from '../intl/text';

type Account = NonNullable<Change['before']>;

function Side({ label, account }: { label: string; account: Account | null }) {
  return (
    <div className="min-w-0 flex-1 rounded-control bg-sunken px-4 py-2.5">
      <dt className="mb-1 text-xs text-muted">{label}</dt>
      <dd className="flex items-center gap-3">
        {account ? (
          <>
            <BankBadge code={account.bankCode} size={36} />
            <span className="min-w-0 [overflow-wrap:anywhere]">
              <span className="tabular block font-semibold whitespace-nowrap">
                {account.accountNo}
              </span>
              <span className="block text-sm text-muted">
                {`${account.bankCode} · ${account.holder}`}
              </span>
            </span>
          </>
        ) : (
          '—'
        )}
      </dd>
    </div>
  );
}

/** The account before and the one that the money goes to, when and by whom it was changed. */
export function BankChange({ change }: { change: Change | null }) {
  const t = useSupportText();
  const nameOf = useNameOf();
  return (
    <Card className="@container">
      <h3 className="mb-3 font-semibold">{t('support.change.title')}</h3>
      {change ? (
        <>
          <dl className="flex flex-col items-stretch gap-1.5 @md:flex-row @md:items-center">
            <Side label={t('support.change.before')} account={change.before ?? null} />
            <Icon
              name="chevronRight"
              size={22}
              className="mx-auto shrink-0 text-muted @max-md:rotate-90"
            />
            <Side label={t('support.change.now')} account={change.now ?? null} />
          </dl>
          <p className="tabular mt-3 flex items-center gap-2 text-sm text-muted">
            <Icon name="clock" size={18} className="shrink-0" />
            {t('support.change.at', {
              at: formatMoment(change.changedAt),
              who: nameOf('support.change.by', change.changedBy),
            })}
          </p>
        </>
      ) : (
        <Notice>{t('support.change.none')}</Notice>
      )}
    </Card>
  );
}
