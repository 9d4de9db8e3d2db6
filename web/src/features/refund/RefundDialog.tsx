import { useState } from 'react';
import { useGetBannersQuery } from '../../api/inviteApi';
import { useCheckRefundQuery } from '../../api/rewardApi';
import type { RefundCheck } from '../../api/types';
import { useGetWalletQuery } from '../../api/walletApi';
import { formatMoment } from '../../intl/moment';
import { isZero } from '../../intl/money';
import { useMoneyText } from '../../intl/moneyText';
import { useText } from '../../intl/text';
import { ConfirmDialog } from '../../ui/dialog/ConfirmDialog';
import { Modal } from '../../ui/dialog/Modal';
import { ModalSkeleton } from '../../ui/dialog/ModalSkeleton';
import { useLeaveFor } from '../../ui/dialog/useLeaveFor';
import { BannerSlides } from '../../ui/display/BannerSlides';
import { Button } from '../../ui/display/Button';
import { Figure, FigureList } from '../../ui/display/FigureList';
import { HeroCard } from '../../ui/display/HeroCard';
import { Money } from '../../ui/display/Money';
import { Steps } from '../../ui/display/Steps';
import { Notice } from '../../ui/feedback/Notice';
import { EmptyState } from '../../ui/feedback/States';
import { Conditions } from './Conditions';
import { daysOf, isFree, nextCount } from './period';
import { RefundArt } from './RefundArt';
import { RefundHistory } from './RefundHistory';
import { type Refunding, useRefund } from './useRefund';

/** Cashback: the refund to claim, adding it to the wallet, and the history. */
export default function RefundDialog({ onClose }: { onClose: () => void }) {
  const t = useText();
  const check = useCheckRefundQuery();
  const wallet = useGetWalletQuery();
  const currency = wallet.data?.wallet.currency;
  // Refunds are switched off: only a refund claimed before can still be added.
  const isClosed = check.data?.period === null && !check.data.pending;
  if (check.data && currency && !isClosed) {
    return <Refund check={check.data} currency={currency} onClose={onClose} />;
  }
  const query = {
    error: check.error ?? wallet.error,
    isFetching: check.isFetching || wallet.isFetching,
    refetch() {
      check.refetch();
      wallet.refetch();
    },
  };
  return (
    <Modal title={t('refund.refund')} onClose={onClose}>
      {isClosed ? (
        <EmptyState icon="cashback" title={t('error.REFUND_INACTIVE')} />
      ) : (
        <ModalSkeleton query={query} />
      )}
    </Modal>
  );
}

interface RefundProps {
  check: RefundCheck;
  currency: string;
  onClose: () => void;
}

function Refund({ check, currency, onClose }: RefundProps) {
  const t = useText();
  const refund = useRefund(check, currency);
  const [isConfirming, setIsConfirming] = useState(false);
  // At the end, so that they move nothing when they come late or not at all.
  const banners = useGetBannersQuery('refund').data?.banners ?? [];
  return (
    <>
      <Modal
        title={t('refund.refund')}
        onClose={onClose}
        footer={
          <CollectButton
            check={check}
            refund={refund}
            currency={currency}
            onPress={() => (isFree(check) ? refund.collect() : setIsConfirming(true))}
          />
        }
      >
        <div className="space-y-4">
          <Sum check={check} currency={currency} />
          {check.bonus && <Blocked />}
          {refund.isUnknown && <Notice tone="caution">{t('refund.unknown')}</Notice>}
          <Steps
            label={t('refund.how')}
            steps={[t('refund.step.play'), t('refund.step.count'), t('refund.step.collect')]}
          />
          <Figures check={check} currency={currency} />
          <Conditions check={check} />
          <RefundHistory currency={currency} />
          <BannerSlides label={t('banner.refund')} banners={banners} isSmall />
        </div>
      </Modal>
      {isConfirming && (
        <ConfirmDialog
          title={t('refund.receive')}
          confirmLabel={t('refund.receive')}
          busy={refund.isBusy}
          onConfirm={async () => {
            await refund.collect();
            setIsConfirming(false);
          }}
          onCancel={() => setIsConfirming(false)}
        >
          <p className="py-2 text-center text-3xl font-bold">
            <Money amount={check.pending?.amount ?? check.refundAmount} currency={currency} />
          </p>
          <p>{t('refund.addBand')}</p>
        </ConfirmDialog>
      )}
    </>
  );
}

interface CollectButtonProps {
  check: RefundCheck;
  refund: Refunding;
  currency: string;
  onPress: () => void;
}

/** One tap moves the money into the wallet; where there is none, it says so. */
function CollectButton({ check, refund, currency, onPress }: CollectButtonProps) {
  const t = useText();
  const money = useMoneyText(currency);
  const { bonus, pending, result, refundAmount } = check;
  if (!bonus && !pending && !result) return <Button disabled>{t('refund.noneYet')}</Button>;
  return (
    <Button icon="cashback" disabled={bonus} busy={refund.isBusy} onClick={onPress}>
      {bonus
        ? t('refund.receive')
        : t('refund.receiveSum', { amount: money(pending?.amount ?? refundAmount) })}
    </Button>
  );
}

/** The amount, large, and its state: ready to claim, claimed, or none. */
function Sum({ check, currency }: Pick<RefundProps, 'check' | 'currency'>) {
  const t = useText();
  const { pending } = check;
  return (
    <HeroCard art={<RefundArt />} role="status">
      <p className="text-sm text-on-hero-muted">
        {t(pending ? 'refund.setAside' : 'refund.amount')}
      </p>
      <p className="text-4xl font-bold tracking-tight">
        <Money amount={pending?.amount ?? check.refundAmount} currency={currency} />
      </p>
      <p className="mt-1 text-sm text-on-hero-muted">
        {pending
          ? t('refund.keepUntil', { until: formatMoment(pending.keepUntil) })
          : check.result
            ? t('refund.ready')
            : t('error.NO_REFUND')}
      </p>
      {!pending && !check.result && check.period && (
        <p className="text-sm text-on-hero-muted">
          {t('refund.next', { day: formatMoment(nextCount(check.period)).slice(0, -3) })}
        </p>
      )}
    </HeroCard>
  );
}

function Blocked() {
  const t = useText();
  const leaveFor = useLeaveFor();
  return (
    <Notice tone="caution">
      <p>{t('refund.blocked')}</p>
      <button
        type="button"
        onClick={() => leaveFor('/user/bonus')}
        className="min-h-11 font-semibold underline"
      >
        {t('bonus.toPage')}
      </button>
    </Notice>
  );
}

/** The loss that it is a part of. */
function Figures({ check, currency }: Pick<RefundProps, 'check' | 'currency'>) {
  const t = useText();
  // A received refund belongs to an earlier period; the next period's figures next to it would read
  // as if they belonged to it. Nothing lost needs no table.
  const period = check.pending ? null : check.period;
  if (!period || isZero(check.netLoss)) return null;
  return (
    <FigureList>
      <Figure label={t('refund.period')}>{daysOf(period)}</Figure>
      <Figure label={t('refund.netLoss')}>
        <Money amount={check.netLoss} currency={currency} />
      </Figure>
    </FigureList>
  );
}
