import { useState } from 'react';
import { useGetBannersQuery, useGetInvitationQuery } from '../../api/inviteApi';
import type { Wallet } from '../../api/types';
import { useGetWalletQuery } from '../../api/walletApi';
import { useLocalText } from '../../intl/localText';
import { isZero } from '../../intl/money';
import { useText } from '../../intl/text';
import { useDialog } from '../../ui/dialog/dialog';
import { Modal } from '../../ui/dialog/Modal';
import { ModalSkeleton } from '../../ui/dialog/ModalSkeleton';
import { BannerSlides } from '../../ui/display/BannerSlides';
import { Button } from '../../ui/display/Button';
import { HeroCard } from '../../ui/display/HeroCard';
import { Money } from '../../ui/display/Money';
import { SafeHtml } from '../../ui/display/SafeHtml';
import { Steps } from '../../ui/display/Steps';
import { Friends } from './Friends';
import { InvitationLink } from './InvitationLink';
import { InviteArt } from './InviteArt';
import { Records } from './Records';

export const PAGE_SIZE = 10;

/** The code and link for friends, the invited friends, the earnings, and claiming them. */
export default function InviteDialog({ onClose }: { onClose: () => void }) {
  const t = useText();
  const query = useGetWalletQuery();
  const wallet = query.data;
  return (
    <Modal title={t('invite.invite')} onClose={onClose} tall>
      {wallet ? (
        <div className="space-y-6">
          <Earned wallet={wallet} />
          <Invited currency={wallet.wallet.currency} />
        </div>
      ) : (
        <ModalSkeleton query={query} />
      )}
    </Modal>
  );
}

/** What friends have brought in and waits to be claimed, or what inviting is for. */
function Earned({ wallet }: { wallet: Wallet }) {
  const t = useText();
  const dialog = useDialog();
  const { amount } = wallet.invite;
  return (
    <HeroCard art={<InviteArt />}>
      <h3 className="text-sm text-on-hero-muted">{t('invite.bonus')}</h3>
      <p className={isZero(amount) ? 'text-xl font-bold' : 'text-3xl font-bold tracking-tight'}>
        <Money amount={amount} currency={wallet.wallet.currency} />
      </p>
      {isZero(amount) ? (
        <Share />
      ) : (
        <Button
          onClick={() => dialog.open('inviteClaim', {})}
          className="mt-2 bg-gold! text-on-gold! hover:bg-gold-light!"
        >
          {t('invite.collect')}
        </Button>
      )}
    </HeroCard>
  );
}

/** What a friend brings, in the operator's words where there are some. */
function Share() {
  const t = useText();
  const local = useLocalText();
  const banners = useGetBannersQuery('invite');
  const html = banners.data?.banners[0]?.html;
  return (
    <div className="mt-1 min-h-12">
      {html ? (
        <SafeHtml html={local(html)} />
      ) : (
        !banners.isLoading && <p className="text-on-hero-muted">{t('invite.lead')}</p>
      )}
    </div>
  );
}

function Invited({ currency }: { currency: string }) {
  const t = useText();
  // At the end, so that they move nothing when they come late or not at all.
  const banners = useGetBannersQuery('invite').data?.banners ?? [];
  const [page, setPage] = useState(1);
  const invitation = useGetInvitationQuery({ page, limit: PAGE_SIZE });
  const { data, isFetching } = invitation;
  if (!data) return <ModalSkeleton query={invitation} />;
  return (
    <>
      <InvitationLink invitation={data} />
      <Steps
        label={t('invite.steps')}
        steps={[t('invite.step.send'), t('invite.step.join'), t('invite.step.earn')]}
      />
      <Friends
        invitation={data}
        currency={currency}
        page={page}
        limit={PAGE_SIZE}
        busy={isFetching}
        onPage={setPage}
      />
      <Records currency={currency} limit={PAGE_SIZE} hasFriends={data.total > 0} />
      <BannerSlides label={t('banner.invite')} banners={banners} isSmall />
    </>
  );
}
