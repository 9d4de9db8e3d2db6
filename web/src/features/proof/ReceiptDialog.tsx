import type { StatementLine } from '../../api/types';
import { useProblemText, useText } from '../../intl/text';
import { Modal } from '../../ui/dialog/Modal';
import { ModalSkeleton } from '../../ui/dialog/ModalSkeleton';
import { Button } from '../../ui/display/Button';
import { Figure, FigureList } from '../../ui/display/FigureList';
import { Moment } from '../../ui/display/Moment';
import { Money } from '../../ui/display/Money';
import { FailedButtons } from './FailedButtons';
import { SealedFigures } from './SealedFigures';
import { type ProofText, useProofText } from './useProofText';
import { type Outcome, type ReceiptCheck, useReceiptCheck } from './useReceiptCheck';
import { FailedVerdict, Verdict } from './Verdict';
import { VerifierLink } from './VerifierLink';

interface ReceiptDialogProps {
  line: StatementLine;
  onClose: () => void;
}

/** A line's receipt: its content, its place in the log, and whether both agree. */
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
      title={text('title')}
      onClose={onClose}
      footer={<ReceiptButtons line={line} check={check} text={text} onClose={onClose} />}
    >
      <div className="space-y-4">
        <OutcomeOf outcome={check.outcome} text={text} />
        <FigureList>
          <Figure label={text('type')}>{t(`statement.${line.statementType}`)}</Figure>
          <Figure label={text('amount')}>
            <Money amount={line.amount} currency={line.currency} direction={line.direction} />
          </Figure>
          <Figure label={text('balance')}>
            {line.balance === null ? (
              text('balance.none')
            ) : (
              <Money amount={line.balance} currency={line.currency} />
            )}
          </Figure>
          <Figure label={text('time')}>
            <Moment time={line.createdAt} show="absolute" />
          </Figure>
          <Figure label={text('position')}>
            <span className="tabular">{line.position}</span>
          </Figure>
          <SealedFigures answer={check.answer} text={text} />
        </FigureList>
        {check.isPending && (
          <p role="status" className="text-sm text-muted">
            {text('pending')}
          </p>
        )}
        <p className="text-sm text-muted">{text('lead')}</p>
        <VerifierLink text={text} />
      </div>
    </Modal>
  );
}

function OutcomeOf({ outcome, text }: { outcome: Outcome | null; text: ProofText }) {
  const problemText = useProblemText();
  if (!outcome || outcome.kind === 'checking') return null;
  if (outcome.kind === 'bad') return <FailedVerdict failure={outcome.failure} text={text} />;
  if (outcome.kind === 'unable') {
    return (
      <Verdict kind="unable" title={text('unable')}>
        <p>{problemText(outcome.error)}</p>
      </Verdict>
    );
  }
  const { isFirst, lines } = outcome.checked;
  const isMoved = lines.every((line) => line.moved !== 0n);
  const isNoted = lines.every((line) => line.isBalanceNoted);
  return (
    <Verdict kind="good" title={text('good')}>
      {!isNoted && <p>{text('good.unrecorded')}</p>}
      <p>{text(!isMoved ? 'good.unmoved' : isFirst ? 'good.first' : 'good.detail')}</p>
    </Verdict>
  );
}

interface ReceiptButtonsProps extends ReceiptDialogProps {
  check: ReceiptCheck;
  text: ProofText;
}

function ReceiptButtons({ line, check, text, onClose }: ReceiptButtonsProps) {
  const { answer, outcome } = check;
  if (outcome?.kind === 'bad') {
    const evidence = { failure: outcome.failure, lines: [line], answer };
    return <FailedButtons evidence={evidence} text={text} onClose={onClose} />;
  }
  return (
    <Button icon="check" busy={outcome?.kind === 'checking'} onClick={check.check}>
      {text(outcome ? 'checkAgain' : 'check')}
    </Button>
  );
}
