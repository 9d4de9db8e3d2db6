import { useState } from 'react';
import { type InviteRecord, useGetInvitesQuery } from '../../api/inviteApi';
import type { Wallet } from '../../api/types';
import { useGetWalletQuery } from '../../api/walletApi';
import { useDialog } from '../../app/dialog';
import { isZero } from '../../intl/money';
import { useText } from '../../intl/text';
import { Button } from '../../ui/Button';
import { CopyRow } from '../../ui/CopyRow';
import { classNames } from '../../ui/classNames';
import { Modal } from '../../ui/Modal';
import { ModalSkeleton } from '../../ui/ModalSkeleton';
import { Moment } from '../../ui/Moment';
import { Money } from '../../ui/Money';
import { Pager } from '../../ui/Pager';
import { SkeletonRows } from '../../ui/Skeleton';
import { EmptyState, ProblemState } from '../../ui/States';
import { inviteLink } from './inviteLink';

const PAGE_SIZE = 10;

/** The link for friends, what they have brought so far, and collecting it. */
export default function InviteDialog({ onClose }: { onClose: () => void }) {
  const t = useText();
  const { data: wallet, error, isFetching, refetch } = useGetWalletQuery();
  return (
    <Modal title={t('invite.invite')} onClose={onClose} tall>
      {wallet ? (
        <div className="space-y-6">
          <Earned wallet={wallet} />
          <Link userId={wallet.profile._id} />
          <Records currency={wallet.wallet.currency} />
        </div>
      ) : error ? (
        <ProblemState error={error} busy={isFetching} onRetry={refetch} />
      ) : (
        <ModalSkeleton />
      )}
    </Modal>
  );
}

function Earned({ wallet }: { wallet: Wallet }) {
  const t = useText();
  const dialog = useDialog();
  const { amount } = wallet.invite;
  return (
    <section className="flex flex-wrap items-center justify-between gap-3 rounded-card bg-accent-soft p-4">
      <div>
        <h3 className="text-sm text-muted">{t('invite.bonus')}</h3>
        <p className="text-2xl font-bold">
          <Money amount={amount} currency={wallet.wallet.currency} />
        </p>
      </div>
      <Button disabled={isZero(amount)} onClick={() => dialog.open('inviteClaim', {})}>
        {t('invite.collect')}
      </Button>
    </section>
  );
}

function Link({ userId }: { userId: string }) {
  const t = useText();
  const link = inviteLink(location.origin, userId);
  const shown = <span className="block text-base font-normal">{link}</span>;
  const share = () => {
    // Closing the sheet without a choice is an answer, too.
    navigator.share({ title: t('invite.shareTitle'), url: link }).catch(() => undefined);
  };
  return (
    <section className="space-y-3">
      <CopyRow label={t('invite.link')} value={link} shown={shown} />
      <p className="text-sm text-muted">{t('invite.how')}</p>
      {'share' in navigator && (
        <Button tone="secondary" icon="share" wide onClick={share}>
          {t('invite.share')}
        </Button>
      )}
    </section>
  );
}

function Records({ currency }: { currency: string }) {
  const t = useText();
  const [page, setPage] = useState(1);
  const { data, currentData, error, isFetching, refetch } = useGetInvitesQuery(
    { page, limit: PAGE_SIZE },
    { refetchOnMountOrArgChange: true },
  );
  return (
    <section aria-labelledby="invite-records">
      <h3 id="invite-records" className="text-lg font-semibold">
        {t('invite.records')}
      </h3>
      {error && !currentData ? (
        <ProblemState error={error} busy={isFetching} onRetry={refetch} />
      ) : !data ? (
        <SkeletonRows rows={3} label={t('common.loading')} />
      ) : data.invites.length === 0 ? (
        <EmptyState icon="userPlus" title={t('invite.none')}>
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
            limit={PAGE_SIZE}
            busy={isFetching}
            onPage={setPage}
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
