import type { SlipAnswer } from '../../../api/types';
import { useGetWalletQuery } from '../../../api/walletApi';
import { SlipToSupport } from '../../../chat/SlipToSupport';
import { formatMoment } from '../../../intl/moment';
import { isZero } from '../../../intl/money';
import { useAmountText, useCurrencyName, useMoneyText } from '../../../intl/moneyText';
import { useSlipStep } from '../../../intl/slipStep';
import { useSlipReason, useText } from '../../../intl/text';
import { useLeaveFor } from '../../../ui/dialog/useLeaveFor';
import { Button } from '../../../ui/display/Button';
import { Notice } from '../../../ui/feedback/Notice';
import { OutcomePanel } from '../../../ui/feedback/OutcomePanel';
import { UsualTime } from '../../../ui/statement/UsualTime';
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
  return <Checking progress={progress} />;
}

function Checking({ progress }: { progress: SlipProgress }) {
  const t = useText();
  const leaveFor = useLeaveFor();
  const money = useMoneyText(useGetWalletQuery().data?.wallet.currency);
  const { isSlow, note, amount } = progress;
  // An open slip has a note only once it waits for staff.
  const isWithStaff = note !== null;
  if (!isSlow && !isWithStaff) {
    return (
      <OutcomePanel
        tone="waiting"
        title={t('slip.received')}
        detail={<UsualTime>{t('slip.checkingDetail')}</UsualTime>}
      />
    );
  }
  return (
    <OutcomePanel
      tone={isWithStaff ? 'waiting' : 'unknown'}
      title={t(isWithStaff ? 'slip.withStaff' : 'slip.stillChecking')}
      detail={
        note === 'DEPOSIT_MINIMUM' && amount
          ? t('slip.belowMinimum', { amount: money(amount) })
          : !isWithStaff && t('slip.stillCheckingDetail')
      }
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
  const slipStep = useSlipStep();
  const { note, repeats, slip } = progress;
  return (
    <OutcomePanel
      tone="failed"
      title={t('slip.refused')}
      detail={note ? slipReason(note) : undefined}
    >
      <div className="text-start">
        {repeats ? <Repeated slip={repeats} /> : <Notice>{slipStep(note)}</Notice>}
      </div>
      <SlipToSupport slip={slip} note={note} tone="secondary" wide className="mt-3" />
    </OutcomePanel>
  );
}

function Repeated({ slip }: { slip: NonNullable<SlipProgress['repeats']> }) {
  const t = useText();
  const currency = useGetWalletQuery().data?.wallet.currency;
  const name = useCurrencyName(currency ?? '');
  const amountText = useAmountText(currency ?? '');
  const time = formatMoment(slip.createdAt);
  if (!currency || !slip.amount || isZero(slip.amount))
    return <Notice>{t('slip.duplicateOf', { time })}</Notice>;
  const amount = amountText(slip.amount);
  return <Notice>{t('slip.duplicateOfAmount', { time, amount, currency: name })}</Notice>;
}
