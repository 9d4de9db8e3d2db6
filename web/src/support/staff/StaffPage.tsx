import { useState } from 'react';
import { formatMoment } from '../../intl/moment';
import { Button } from '../../ui/display/Button';
import { useTitle } from '../../ui/display/useTitle';
import { EmptyState, ProblemState } from '../../ui/feedback/States';
import { useStaffSelector } from '../api/hooks';
import { type StaffAccount, type StaffQuota, useListStaffQuery } from '../api/staffAccountsApi';
import { useSupportText } from '../intl/text';
import { Chip } from '../ui/Chip';
import { PageSkeleton } from '../ui/PageSkeleton';
import { GrantDialog } from './GrantDialog';

function Used({ label, quota }: { label: string; quota: StaffQuota }) {
  const t = useSupportText();
  const limit = quota.limit === null ? null : quota.limit + quota.more;
  return (
    <div>
      <dt className="text-xs text-muted">{label}</dt>
      <dd className="tabular">
        {limit === null ? quota.used : t('support.staff.usedOf', { used: quota.used, limit })}
      </dd>
    </div>
  );
}

interface RowProps {
  account: StaffAccount;
  onGrant: (() => void) | null;
}

function Row({ account, onGrant }: RowProps) {
  const t = useSupportText();
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-3 px-4 py-3">
      <div className="min-w-48 flex-1">
        <p className="font-medium [overflow-wrap:anywhere]">{account.name}</p>
        <p className="text-sm text-muted">
          {`${account.username} · ${t(`support.role.${account.role}`)}`}
        </p>
        <p className="text-sm text-muted">
          {account.lastSeenAt
            ? t('support.staff.seen', { at: formatMoment(account.lastSeenAt) })
            : t('support.staff.neverSeen')}
        </p>
      </div>
      <Chip tone={account.isActive ? 'positive' : 'plain'}>
        {t(account.isActive ? 'support.staff.active' : 'support.staff.closed')}
      </Chip>
      <dl className="flex flex-wrap gap-x-6 gap-y-2 text-sm">
        <Used label={t('support.staff.searches')} quota={account.searches} />
        <Used label={t('support.staff.players')} quota={account.players} />
      </dl>
      {onGrant && (
        <Button tone="secondary" onClick={onGrant}>
          {t('support.staff.grant')}
        </Button>
      )}
    </li>
  );
}

/** The accounts of staff: who there is, and what each did within the last hour. */
export default function StaffPage() {
  const t = useSupportText();
  useTitle(t('support.nav.staff'));
  const own = useStaffSelector((state) => state.staff.current?.staff);
  const { data, error, isFetching, refetch } = useListStaffQuery(undefined, {
    refetchOnMountOrArgChange: true,
  });
  const [granting, setGranting] = useState<StaffAccount | null>(null);
  if (error && !data) return <ProblemState error={error} onRetry={refetch} busy={isFetching} />;
  if (!data) return <PageSkeleton />;
  const mayGrant = (account: StaffAccount) =>
    own?.role === 'supervisor' &&
    account.id !== own.id &&
    account.isActive &&
    (account.searches.limit !== null || account.players.limit !== null);
  return (
    <>
      <h1 className="mb-4 text-2xl font-bold">{t('support.nav.staff')}</h1>
      <div className="overflow-hidden rounded-card border border-line bg-surface">
        {data.accounts.length === 0 ? (
          <EmptyState icon="user" title={t('support.staff.none')} />
        ) : (
          <ul aria-label={t('support.nav.staff')} className="divide-y divide-line">
            {data.accounts.map((account) => (
              <Row
                key={account.id}
                account={account}
                onGrant={mayGrant(account) ? () => setGranting(account) : null}
              />
            ))}
          </ul>
        )}
      </div>
      {granting && <GrantDialog account={granting} onClose={() => setGranting(null)} />}
    </>
  );
}
