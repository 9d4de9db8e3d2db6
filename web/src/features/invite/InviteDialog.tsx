import { useState } from 'react';
import { useGetInvitationQuery } from '../../api/inviteApi';
import type { Wallet } from '../../api/types';
import { useGetWalletQuery } from '../../api/walletApi';
import { isZero } from '../../intl/money';
import { useText } from '../../intl/text';
import { useDialog } from '../../ui/dialog/dialog';
import { Modal } from '../../ui/dialog/Modal';
import { ModalSkeleton } from '../../ui/dialog/ModalSkeleton';
import { Button } from '../../ui/display/Button';
import { Money } from '../../ui/display/Money';
import { ProblemState } from '../../ui/feedback/States';
import { Friends } from './Friends';
import { InvitationLink } from './InvitationLink';
import { Records } from './Records';

const PAGE_SIZE = 10;

/** The code and link for friends, the invited friends, the earnings, and claiming them. */
export default function InviteDialog({ onClose }: { onClose: () => void }) {
  const t = useText();
  const { data: wallet, error, isFetching, refetch } = useGetWalletQuery();
  return (
    <Modal title={t('invite.invite')} onClose={onClose} tall>
      {wallet ? (
        <div className="space-y-6">
          <Earned wallet={wallet} />
          <Invited currency={wallet.wallet.currency} />
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

function Invited({ currency }: { currency: string }) {
  const [page, setPage] = useState(1);
  const invitation = useGetInvitationQuery({ page, limit: PAGE_SIZE });
  const { data, error, isFetching, refetch } = invitation;
  if (!data) {
    return error ? (
      <ProblemState error={error} busy={isFetching} onRetry={refetch} />
    ) : (
      <ModalSkeleton />
    );
  }
  return (
    <>
      <InvitationLink invitation={data} />
      <Friends
        invitation={data}
        currency={currency}
        page={page}
        limit={PAGE_SIZE}
        busy={isFetching}
        onPage={setPage}
      />
      <Records currency={currency} limit={PAGE_SIZE} hasFriends={data.total > 0} />
    </>
  );
}
