import type { StatementLine } from '../../api/types';
import { useProblemText, useText } from '../../intl/text';
import { Modal } from '../../ui/dialog/Modal';
import { ModalSkeleton } from '../../ui/dialog/ModalSkeleton';
import { Button } from '../../ui/display/Button';
import { Disclosure } from '../../ui/display/Disclosure';
import { Figure, FigureList } from '../../ui/display/FigureList';
import { Icon } from '../../ui/display/Icon';
import { IconButton } from '../../ui/display/IconButton';
import { Moment } from '../../ui/display/Moment';
import { Money } from '../../ui/display/Money';
import { Spinner } from '../../ui/display/Spinner';
import { StatusBadge } from '../../ui/display/StatusBadge';
import { useCopy } from '../../ui/feedback/useCopy';
import { LineIcon } from '../../ui/statement/LineIcon';
import { LineAmount, useActivity } from '../../ui/statement/line';
import { usePlaceName } from '../../ui/statement/usePlaceName';
import { FailedButtons } from './FailedButtons';
import { SealedFigures } from './SealedFigures';
import { shortReference } from './shortReference';
import { type ProofText, useProofText } from './useProofText';
import { type Outcome, type ReceiptCheck, useReceiptCheck } from './useReceiptCheck';
import { useReceiptPicture } from './useReceiptPicture';
import { FailedVerdict, Verdict } from './Verdict';
import { VerifierLink } from './VerifierLink';
import { WitnessFigure, WitnessNotice } from './Witnesses';

interface ReceiptDialogProps {
  line: StatementLine;
  onClose: () => void;
}

/** A line's receipt: what happened, and whether the log says the same. */
export default function ReceiptDialog({ line, onClose }: ReceiptDialogProps) {
  const t = useText();
  const text = useProofText();
  const check = useReceiptCheck(line);
  if (!text) {
    return (
      <Modal title={t('statement.receipt')} onClose={onClose}>
        <ModalSkeleton />
      </Modal>
    );
  }
  return (
    <Modal
      title={t('statement.receipt')}
      onClose={onClose}
      footer={<ReceiptButtons line={line} check={check} text={text} onClose={onClose} />}
    >
      <div className="space-y-4">
        <LineHead line={line} />
        <OutcomeOf outcome={check.outcome} isPending={check.isPending} text={text} />
        <LineFigures line={line} text={text} />
        <ProofDetails line={line} check={check} text={text} />
      </div>
    </Modal>
  );
}

/** What happened, as large as on a bank's receipt. */
function LineHead({ line }: { line: StatementLine }) {
  const activity = useActivity(line);
  return (
    <div className="flex flex-col items-center gap-1 text-center">
      {line.status === 'SUCCESS' ? (
        <span className="flex size-14 items-center justify-center rounded-full bg-positive text-surface">
          <Icon name="check" size={30} />
        </span>
      ) : (
        <LineIcon line={line} className="size-14" />
      )}
      <p className="mt-1 text-sm text-muted">{activity}</p>
      <p className="text-3xl font-bold">
        <LineAmount line={line} />
      </p>
      <StatusBadge status={line.status} />
    </div>
  );
}

function LineFigures({ line, text }: { line: StatementLine; text: ProofText }) {
  const t = useText();
  const copy = useCopy();
  const place = usePlaceName();
  return (
    <FigureList>
      <Figure label={text('time')}>
        <Moment time={line.createdAt} show="absolute" />
      </Figure>
      <Figure label={t('statement.route')}>
        {place(line.from)} → {place(line.to)}
      </Figure>
      <Figure label={text('balance')}>
        {line.balance === null ? (
          text('balance.none')
        ) : (
          <Money amount={line.balance} currency={line.currency} />
        )}
      </Figure>
      <Figure label={t('statement.reference')}>
        <span className="flex items-center justify-end gap-1">
          <span className="tabular">{shortReference(line.id)}</span>
          <IconButton
            icon="copy"
            label={`${t('common.copy')}: ${t('statement.reference')}`}
            onClick={() => copy(line.id, shortReference(line.id))}
            className="-my-3 -me-3 text-accent"
          />
        </span>
      </Figure>
    </FigureList>
  );
}

/** For those who want to know how it is proven: the place in the log, and how to check without us. */
function ProofDetails({ line, check, text }: Omit<ReceiptButtonsProps, 'onClose'>) {
  const t = useText();
  const { answer, outcome } = check;
  const witnesses = outcome?.kind === 'good' ? outcome.checked.witnesses : null;
  return (
    <Disclosure
      className="rounded-control bg-sunken px-4"
      title={
        <>
          <Icon name="shield" size={20} className="text-accent" />
          {t('statement.receipt.proof')}
        </>
      }
    >
      <div className="space-y-3 pb-4">
        <FigureList>
          <Figure label={text('position')}>
            <span className="tabular">{line.position}</span>
          </Figure>
          <SealedFigures answer={answer} text={text} />
          <WitnessFigure witnesses={witnesses} text={text} />
        </FigureList>
        <p className="text-sm text-muted">{text('lead')}</p>
        <VerifierLink text={text} />
      </div>
    </Disclosure>
  );
}

interface OutcomeProps {
  outcome: Outcome | null;
  isPending: boolean;
  text: ProofText;
}

function OutcomeOf({ outcome, isPending, text }: OutcomeProps) {
  const problemText = useProblemText();
  // As large as the verdict that comes.
  if (!outcome || outcome.kind === 'checking') {
    return (
      <p
        role="status"
        className="flex min-h-15 items-center gap-2.5 rounded-control bg-sunken p-4 text-muted"
      >
        <Spinner />
        {text(isPending ? 'pending' : 'checking')}
      </p>
    );
  }
  if (outcome.kind === 'bad') return <FailedVerdict failure={outcome.failure} text={text} />;
  if (outcome.kind === 'unable') {
    return (
      <Verdict kind="unable" title={text('unable')}>
        <p>{problemText(outcome.error)}</p>
      </Verdict>
    );
  }
  const { isFirst, line, witnesses } = outcome.checked;
  const isMoved = line.moved !== 0n;
  return (
    <Verdict kind="good" title={text('good')}>
      <p>{text(!isMoved ? 'good.unmoved' : isFirst ? 'good.first' : 'good.detail')}</p>
      <WitnessNotice witnesses={witnesses} text={text} />
    </Verdict>
  );
}

interface ReceiptButtonsProps extends ReceiptDialogProps {
  check: ReceiptCheck;
  text: ProofText;
}

function ReceiptButtons({ line, check, text, onClose }: ReceiptButtonsProps) {
  const t = useText();
  const { answer, outcome } = check;
  const share = useReceiptPicture(line, text);
  if (outcome?.kind === 'bad') {
    const evidence = { failure: outcome.failure, lines: [line], answer };
    return <FailedButtons evidence={evidence} text={text} onClose={onClose} />;
  }
  const isChecking = outcome?.kind === 'checking';
  return (
    <>
      <Button icon="share" onClick={share}>
        {t('statement.receipt.share')}
      </Button>
      <Button tone="secondary" icon="check" busy={isChecking} onClick={check.check}>
        {text('checkAgain')}
      </Button>
    </>
  );
}
