import type { CommandStatus, TransferAnswer, Wallet } from '../../api/types';
import { ALL } from '../../intl/money';
import { useText } from '../../intl/text';
import { isStillInGame } from '../../intl/transferProblem';
import { ForgetIntent } from '../../ui/dialog/ForgetIntent';
import { Figure, FigureList } from '../../ui/display/FigureList';
import { Money } from '../../ui/display/Money';
import { LegList } from '../../ui/feedback/LegList';
import { OutcomePanel, type OutcomeTone } from '../../ui/feedback/OutcomePanel';
import { useFollowed } from './legs';

interface TransferOutcomeProps {
  /** Without `from` and `amount`: everything to one place. */
  body: { to: string; from?: string; amount?: string };
  /** Null when no answer has come. */
  answer: TransferAnswer | null;
  wallet: Wallet;
  nameOf: (code: string) => string;
  onStartOver: () => void;
}

/** The transfer's outcome; an open transfer follows the statement until it ends. */
export function TransferOutcome(props: TransferOutcomeProps) {
  const { body, answer, wallet, nameOf } = props;
  const t = useText();
  const { status, legs, hasEndedLater } = useFollowed(answer);
  const { currency } = wallet.wallet;
  const balance = (hasEndedLater ? null : answer?.balance) ?? wallet.wallet.amount;
  const isMixed = status === 'SUCCESS' && legs.some((leg) => leg.status === 'FAILED');
  const [tone, title, detail] = isMixed
    ? (['unknown', 'transfer.partly', 'transfer.partlyDetail'] as const)
    : wordsOf(status, isStillInGame(body, legs));
  // Only the server knows the moved amount, because "all" was requested.
  const amount = answer?.amount ?? (body.amount === ALL ? undefined : body.amount);
  return (
    <OutcomePanel tone={tone} title={t(title)} detail={detail && t(detail)}>
      <div className="space-y-3">
        <FigureList>
          {amount && (
            <Figure label={t('common.amount')}>
              <Money amount={amount} currency={currency} />
            </Figure>
          )}
          {body.from && <Figure label={t('transfer.from')}>{nameOf(body.from)}</Figure>}
          <Figure label={t('transfer.to')}>{nameOf(body.to)}</Figure>
          {status && status !== 'PENDING' && (
            <Figure label={t('money.newBalance')}>
              <Money amount={balance} currency={currency} />
            </Figure>
          )}
        </FigureList>
        {legs.length > 0 && (
          <LegList legs={legs} games={answer?.games} currency={currency} nameOf={nameOf} />
        )}
      </div>
      {!status && <ForgetIntent onForget={props.onStartOver} />}
    </OutcomePanel>
  );
}

type Words = Parameters<ReturnType<typeof useText>>[0];

function wordsOf(
  status: CommandStatus | undefined,
  staysInGame: boolean,
): readonly [OutcomeTone, Words, Words?] {
  if (status === 'SUCCESS') return ['success', 'transfer.success'];
  if (status === 'PENDING') return ['waiting', 'transfer.checking', 'transfer.pending'];
  if (status === 'FAILED') {
    return [
      'failed',
      'transfer.failed',
      staysInGame ? 'transfer.stillInGame' : 'error.TRANSFER_FAIL',
    ];
  }
  return ['unknown', 'money.stillProcessing', 'money.stillProcessingDetail'];
}
