import { useCommandOutcome } from '../../api/commandOutcome';
import type { CommandStatus, Wallet, Withdrawal } from '../../api/types';
import { formatAccountNo } from '../../client/phone';
import { formatMoment } from '../../intl/moment';
import { useMoneyText } from '../../intl/moneyText';
import { useText } from '../../intl/text';
import { ForgetIntent } from '../../ui/dialog/ForgetIntent';
import { Figure, FigureList } from '../../ui/display/FigureList';
import { Money } from '../../ui/display/Money';
import { LegList } from '../../ui/feedback/LegList';
import { OutcomePanel, type OutcomeTone } from '../../ui/feedback/OutcomePanel';
import { useCollected } from './collected';

interface WithdrawOutcomeProps {
  /** Null when it is not known: everything was requested, and no answer has come. */
  amount: string | null;
  /** Null when no answer has come. */
  answer: Withdrawal | null;
  wallet: Wallet;
  /** The position before it was sent, where the games' money is withdrawn, too. */
  since: string | null;
  onStartOver: () => void;
}

/** Requested, paid or returned; it follows the statement until the bank has answered. */
export function WithdrawOutcome(props: WithdrawOutcomeProps) {
  const { amount, answer, wallet, since, onStartOver } = props;
  const t = useText();
  const ended = useCommandOutcome(answer);
  const status = ended?.status ?? answer?.status;
  const { currency } = wallet.wallet;
  const heldUntil = status === 'PENDING' ? (answer?.heldUntil ?? null) : null;
  const collected = useCollected(answer, wallet, since);
  const missing = status === 'FAILED' ? null : (collected?.missing ?? null);
  const shown = useMoneyText(currency);
  const [tone, title, detail] = wordsOf(status, heldUntil !== null);
  // While the games' part is not read, nobody knows that everything was paid.
  const isRead = since === null || !answer || collected !== null;
  const until = formatMoment(heldUntil ?? '');
  const nameOf = (code: string) =>
    wallet.slots.find((slot) => slot.code === code)?.name ?? t('wallet.mainWallet');
  return (
    <OutcomePanel
      tone={missing ? 'unknown' : isRead ? tone : 'waiting'}
      title={t(missing ? 'withdraw.partly' : title)}
      detail={
        <>
          {detail && t(detail, { until })}
          {missing && (
            <span className="mt-1 block">
              {t('withdraw.partlyDetail', { amount: shown(missing) })}
            </span>
          )}
        </>
      }
    >
      <FigureList>
        {heldUntil && (
          <Figure label={t('withdraw.heldUntil')}>
            <span className="tabular">{until}</span>
          </Figure>
        )}
        {amount && (
          <Figure label={t('common.amount')}>
            <Money amount={amount} currency={currency} />
          </Figure>
        )}
        <Figure label={t('withdraw.to')}>
          <span className="tabular">{formatAccountNo(wallet.bankAccount.bankAccountNo)}</span>
        </Figure>
        {status && (
          <Figure label={t('money.newBalance')}>
            <Money
              amount={(ended ? null : answer?.balance) ?? wallet.wallet.amount}
              currency={currency}
            />
          </Figure>
        )}
      </FigureList>
      {collected && collected.steps.length > 0 && (
        <div className="mt-3">
          <LegList legs={collected.steps} currency={currency} nameOf={nameOf} />
        </div>
      )}
      {!status && <ForgetIntent onForget={onStartOver} />}
    </OutcomePanel>
  );
}

type Words = Parameters<ReturnType<typeof useText>>[0];

function wordsOf(status: CommandStatus | undefined, isHeld: boolean): [OutcomeTone, Words, Words?] {
  if (status === 'SUCCESS') return ['success', 'withdraw.done', 'withdraw.paid'];
  if (isHeld) return ['unknown', 'withdraw.success', 'withdraw.heldDetail'];
  if (status === 'PENDING') return ['waiting', 'withdraw.success', 'withdraw.pending'];
  if (status === 'FAILED') return ['failed', 'withdraw.failed', 'withdraw.returned'];
  return ['unknown', 'money.stillProcessing', 'money.stillProcessingDetail'];
}
