import { useState } from 'react';
import { type InviteRecord, useGetInvitesQuery } from '../../api/inviteApi';
import { useText } from '../../intl/text';
import { classNames } from '../../ui/display/classNames';
import { Moment } from '../../ui/display/Moment';
import { Money } from '../../ui/display/Money';
import { Pager } from '../../ui/display/Pager';
import { SkeletonRows } from '../../ui/feedback/Skeleton';
import { EmptyState, ProblemState } from '../../ui/feedback/States';

interface RecordsProps {
  currency: string;
  limit: number;
  /** Without friends nothing is said of what they have not brought. */
  hasFriends: boolean;
}

/** What each friend has brought, day by day. */
export function Records({ currency, limit, hasFriends }: RecordsProps) {
  const t = useText();
  const [page, setPage] = useState(1);
  const { data, currentData, error, isFetching, refetch } = useGetInvitesQuery(
    { page, limit },
    { refetchOnMountOrArgChange: true },
  );
  const isEmpty = data?.invites.length === 0;
  if (!hasFriends && (isEmpty || !data)) return null;
  return (
    <section aria-labelledby="invite-records">
      <h3 id="invite-records" className="text-lg font-semibold">
        {t('invite.records')}
      </h3>
      {error && !currentData ? (
        <ProblemState error={error} busy={isFetching} onRetry={refetch} />
      ) : !data ? (
        <SkeletonRows rows={3} label={t('common.loading')} />
      ) : isEmpty ? (
        <EmptyState icon="clock" title={t('invite.none')}>
          {t('invite.noneDetail')}
        </EmptyState>
      ) : (
        <>
          <ul className={classNames('divide-y divide-line', !currentData && 'opacity-60')}>
            {data.invites.map((record) => (
              <RecordRow
                key={`${record.from.name} ${record.createdAt} ${record.amount}`}
                record={record}
                currency={currency}
              />
            ))}
          </ul>
          <Pager
            page={page}
            total={data.total}
            limit={limit}
            busy={isFetching}
            onPage={setPage}
            name={t('invite.records')}
          />
        </>
      )}
    </section>
  );
}

function RecordRow({ record, currency }: { record: InviteRecord; currency: string }) {
  return (
    <li className="flex items-center justify-between gap-3 py-3">
      <div className="min-w-0">
        <p className="font-medium">{record.from.name}</p>
        <Moment time={record.createdAt} className="text-sm text-muted" />
      </div>
      <Money amount={record.amount} currency={currency} direction="in" className="font-semibold" />
    </li>
  );
}
