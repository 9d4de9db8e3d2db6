import { useEffect } from 'react';
import { useDirectCommand } from '../../api/directCommand';
import { type Keyed, useGetWalletQuery } from '../../api/walletApi';
import { type Coupon, useClaimCouponMutation } from '../../api/wheelApi';
import { useToast } from '../../app/toasts';
import { useLocalText } from '../../intl/localText';
import { useMoneyText } from '../../intl/moneyText';
import { useProblemText, useText } from '../../intl/text';
import { ConfirmDialog } from '../../ui/ConfirmDialog';
import { Notice } from '../../ui/Notice';

interface ClaimConfirmProps {
  coupon: Coupon;
  onClose: () => void;
}

/** Asks once more, then turns one coupon into money. */
export function ClaimConfirm({ coupon, onClose }: ClaimConfirmProps) {
  const t = useText();
  const local = useLocalText();
  const toast = useToast();
  const problemText = useProblemText();
  const currency = useGetWalletQuery().data?.wallet.currency ?? 'THB';
  const money = useMoneyText(currency);
  const [claim] = useClaimCouponMutation();
  const command = useDirectCommand('coupon', (wish: { coupon: string } & Keyed) =>
    claim(wish).unwrap(),
  );
  const { phase, answer, problem } = command;

  useEffect(() => {
    if (answer) {
      toast.success(t('coupon.claimed', { amount: money(answer.amount) }));
      onClose();
    } else if (problem !== null) {
      toast.error(problemText(problem), problem);
      onClose();
    }
  }, [answer, problem, money, toast, t, problemText, onClose]);

  return (
    <ConfirmDialog
      title={t('coupon.claim')}
      confirmLabel={t(phase === 'unknown' ? 'money.checkAgain' : 'coupon.claim')}
      busy={phase === 'sending'}
      onCancel={onClose}
      onConfirm={() => command.send({ coupon: coupon.prize.code })}
    >
      <p>{t('coupon.claimConfirm')}</p>
      <p className="mt-2 text-2xl font-bold">{local(coupon.prize.slice.label)}</p>
      {phase === 'unknown' && (
        <div className="mt-4">
          <Notice tone="caution">{t('coupon.unanswered')}</Notice>
        </div>
      )}
    </ConfirmDialog>
  );
}
