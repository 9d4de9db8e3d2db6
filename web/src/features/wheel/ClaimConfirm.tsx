import { useEffect } from 'react';
import { useDirectCommand } from '../../api/command/directCommand';
import type { LocalText } from '../../api/types';
import { useGetWalletQuery } from '../../api/walletApi';
import { type Coupon, useClaimCouponMutation, useQuoteCouponQuery } from '../../api/wheelApi';
import { useLocalText } from '../../intl/localText';
import { useMoneyText } from '../../intl/moneyText';
import { useQuoteWords } from '../../intl/quoteWords';
import { useProblemText, useText } from '../../intl/text';
import { ConfirmDialog } from '../../ui/dialog/ConfirmDialog';
import { QuoteCost } from '../../ui/display/QuoteCost';
import { ErrorNote } from '../../ui/feedback/ErrorNote';
import { Notice } from '../../ui/feedback/Notice';
import { Skeleton } from '../../ui/feedback/Skeleton';
import { useToast } from '../../ui/feedback/toasts';

interface ClaimConfirmProps {
  /** The fields that are known right after the spin as well. */
  coupon: { prize: Pick<Coupon['prize'], 'code'> & { slice: { label: LocalText } } };
  onClose: () => void;
}

/** Shows what one coupon is worth, asks for confirmation, and turns it into money. */
export function ClaimConfirm({ coupon, onClose }: ClaimConfirmProps) {
  const t = useText();
  const local = useLocalText();
  const toast = useToast();
  const problemText = useProblemText();
  const currency = useGetWalletQuery().data?.wallet.currency;
  const money = useMoneyText(currency);
  const words = useQuoteWords(currency);
  const [claim] = useClaimCouponMutation();
  const command = useDirectCommand('coupon', (claimRequest: { coupon: string }, key) =>
    claim({ claimRequest, 'Idempotency-Key': key }).unwrap(),
  );
  const { phase, answer, problem } = command;
  const quoting = useQuoteCouponQuery(coupon.prize.code);
  const quote = quoting.data;
  const isRefused = quote !== undefined && quote.status !== 'READY';
  // Until the coupon's cost is known, the only action is to ask for it.
  const isAsking = phase !== 'unknown' && (isRefused || (!quote && quoting.error !== undefined));
  const confirm = () => {
    if (isAsking) quoting.refetch();
    else command.send({ coupon: coupon.prize.code });
  };

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
      confirmLabel={t(phase === 'unknown' || isAsking ? 'money.checkAgain' : 'coupon.claim')}
      busy={phase === 'sending' || quoting.isFetching}
      onCancel={onClose}
      onConfirm={confirm}
    >
      <p className="mb-4 text-2xl font-bold">{local(coupon.prize.slice.label)}</p>
      {quote && currency ? (
        <div className="space-y-4">
          {isRefused && <Notice tone="caution">{words(quote)}</Notice>}
          <QuoteCost quote={quote} currency={currency} question={t('coupon.claimConfirm')} />
        </div>
      ) : quoting.error ? (
        <ErrorNote>{problemText(quoting.error)}</ErrorNote>
      ) : (
        <Skeleton className="h-20 w-full rounded-control" />
      )}
      {phase === 'unknown' && (
        <div className="mt-4">
          <Notice tone="caution">{t('coupon.unanswered')}</Notice>
        </div>
      )}
    </ConfirmDialog>
  );
}
