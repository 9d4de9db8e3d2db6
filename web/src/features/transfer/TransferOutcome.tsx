import { useCommandOutcome } from '../../api/commandOutcome';
import type { CommandAnswer, Wallet } from '../../api/types';
import { useText } from '../../intl/text';
import { Button } from '../../ui/Button';
import { Figure, FigureList } from '../../ui/FigureList';
import { Money } from '../../ui/Money';
import { OutcomePanel, type OutcomeTone } from '../../ui/OutcomePanel';
import type { TransferBody } from './transferForm';

interface TransferOutcomeProps {
  body: TransferBody;
  /** Null when no answer has come. */
  answer: CommandAnswer | null;
  wallet: Wallet;
  nameOf: (code: string) => string;
  onStartOver: () => void;
}

/** How the transfer went; one that is being checked follows the statement until it ends. */
export function TransferOutcome(props: TransferOutcomeProps) {
  const { body, answer, wallet, nameOf } = props;
  const t = useText();
  const ended = useCommandOutcome(answer);
  const status = ended?.status ?? answer?.status;
  const { currency } = wallet.wallet;
  const figures = (
    <FigureList>
      <Figure label={t('common.amount')}>
        <Money amount={body.amount} currency={currency} alwaysShown />
      </Figure>
      <Figure label={t('transfer.from')}>{nameOf(body.from)}</Figure>
      <Figure label={t('transfer.to')}>{nameOf(body.to)}</Figure>
      {status === 'SUCCESS' && (
        <Figure label={t('money.newBalance')}>
          <Money amount={answer?.balance ?? wallet.wallet.amount} currency={currency} />
        </Figure>
      )}
    </FigureList>
  );
  const [tone, title, detail] = wordsOf(status);
  return (
    <OutcomePanel tone={tone} title={t(title)} detail={detail && t(detail)}>
      {figures}
      {!status && (
        <Button tone="quiet" wide className="mt-3" onClick={props.onStartOver}>
          {t('money.forgetIntent')}
        </Button>
      )}
    </OutcomePanel>
  );
}

type Words = Parameters<ReturnType<typeof useText>>[0];

function wordsOf(status: CommandAnswer['status'] | undefined): [OutcomeTone, Words, Words?] {
  if (status === 'SUCCESS') return ['success', 'transfer.success'];
  if (status === 'PENDING') return ['waiting', 'transfer.checking', 'transfer.pending'];
  if (status === 'FAILED') return ['failed', 'transfer.failed', 'error.TRANSFER_FAIL'];
  return ['unknown', 'money.stillProcessing', 'money.stillProcessingDetail'];
}
