import type { SlipAnswer } from '../../../api/types';
import { useGetWalletQuery } from '../../../api/walletApi';
import { useCurrencyName } from '../../../intl/currencyName';
import { formatMoment } from '../../../intl/moment';
import { isZero } from '../../../intl/money';
import { useAmountText } from '../../../intl/moneyText';
import { useSlipReason, useText } from '../../../intl/text';
import { useLeaveFor } from '../../../ui/dialog/useLeaveFor';
import { Button } from '../../../ui/display/Button';
import { Notice } from '../../../ui/feedback/Notice';
import { OutcomePanel } from '../../../ui/feedback/OutcomePanel';
import { CreditedPanel } from '../CreditedPanel';
import { type SlipProgress, useSlipWatch } from './useSlipWatch';

/** The outcome of the slip; without an answer it only says that the outcome is unknown. */
export function SlipOutcome({ answer }: { answer: SlipAnswer | null }) {
  const t = useText();
  return (
    // Mounted before its content changes, so that screen readers announce every change.
    <div aria-live="polite">
      {answer ? (
        <KnownOutcome answer={answer} />
      ) : (
        <OutcomePanel tone="unknown" title={t('slip.unknown')} detail={t('slip.unknownDetail')} />
      )}
    </div>
  );
}

function KnownOutcome({ answer }: { answer: SlipAnswer }) {
  const t = useText();
  const progress = useSlipWatch(answer);
  if (progress.status === 'SUCCESS')
    return <CreditedPanel title={t('slip.credited')} amount={progress.amount} />;
  if (progress.status === 'FAILED') return <Refused progress={progress} />;
  // An open slip has a note only once it waits for staff.
  return <Checking isSlow={progress.isSlow} isWithStaff={progress.note !== null} />;
}

interface CheckingProps {
  isSlow: boolean;
  isWithStaff: boolean;
}

function Checking({ isSlow, isWithStaff }: CheckingProps) {
  const t = useText();
  const leaveFor = useLeaveFor();
  if (!isSlow && !isWithStaff) {
    return (
      <OutcomePanel tone="waiting" title={t('slip.received')} detail={t('slip.checkingDetail')} />
    );
  }
  return (
    <OutcomePanel
      tone={isWithStaff ? 'waiting' : 'unknown'}
      title={t(isWithStaff ? 'slip.withStaff' : 'slip.stillChecking')}
      detail={isWithStaff ? undefined : t('slip.stillCheckingDetail')}
    >
      <Button tone="quiet" wide onClick={() => leaveFor('/user/statement')}>
        {t('money.toStatement')}
      </Button>
    </OutcomePanel>
  );
}

function Refused({ progress }: { progress: SlipProgress }) {
  const t = useText();
  const slipReason = useSlipReason();
  const { note, repeats } = progress;
  return (
    <OutcomePanel
      tone="failed"
      title={t('slip.refused')}
      detail={note ? slipReason(note) : undefined}
    >
      {repeats ? <Repeated slip={repeats} /> : <Notice>{t('slip.refusedDetail')}</Notice>}
    </OutcomePanel>
  );
}

function Repeated({ slip }: { slip: NonNullable<SlipProgress['repeats']> }) {
  const t = useText();
  const currency = useGetWalletQuery().data?.wallet.currency ?? 'THB';
  const name = useCurrencyName(currency);
  const amountText = useAmountText(currency);
  const time = formatMoment(slip.createdAt);
  if (!slip.amount || isZero(slip.amount))
    return <Notice>{t('slip.duplicateOf', { time })}</Notice>;
  const amount = amountText(slip.amount);
  return <Notice>{t('slip.duplicateOfAmount', { time, amount, currency: name })}</Notice>;
}
