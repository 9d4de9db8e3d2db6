import { type InviteRecord, useGetInvitesQuery } from '../../api/inviteApi';
import { usePages } from '../../api/usePages';
import { useText } from '../../intl/text';
import { Moment } from '../../ui/display/Moment';
import { Money } from '../../ui/display/Money';
import { PagedList } from '../../ui/feedback/PagedList';
import { EmptyState } from '../../ui/feedback/States';

interface RecordsProps {
  currency: string;
  limit: number;
  /** Without friends there is no message about missing earnings. */
  hasFriends: boolean;
}

/** The earnings from each friend, day by day. */
export function Records({ currency, limit, hasFriends }: RecordsProps) {
  const t = useText();
  const list = usePages(useGetInvitesQuery, limit);
  if (!hasFriends && !list.data?.invites.length) return null;
  return (
    <section aria-labelledby="invite-records">
      <h3 id="invite-records" className="text-lg font-semibold">
        {t('invite.records')}
      </h3>
      <PagedList
        list={list}
        items={(page) => page.invites}
        rows={3}
        name={t('invite.records')}
        empty={
          <EmptyState icon="clock" title={t('invite.none')}>
            {t('invite.noneDetail')}
          </EmptyState>
        }
      >
        {(records) => (
          <ul className="divide-y divide-line">
            {records.map((record) => (
              <RecordRow
                key={`${record.from.name} ${record.createdAt} ${record.amount}`}
                record={record}
                currency={currency}
              />
            ))}
          </ul>
        )}
      </PagedList>
    </section>
  );
}

function RecordRow({ record, currency }: { record: InviteRecord; currency: string }) {
  return (
    <li className="flex items-center justify-between gap-3 py-3">
      <div className="min-w-0">
        <p className="font-medium">{record.from.name}</p>
        <Moment time={record.createdAt} show="day" className="text-sm text-muted" />
      </div>
      <Money amount={record.amount} currency={currency} direction="in" className="font-semibold" />
    </li>
  );
}
