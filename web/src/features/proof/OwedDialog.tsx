import { useEffect, useRef, useState } from 'react';
import { isProblem } from '../../api/transport/problem';
import { saveFile } from '../../client/saveFile';
import { formatMoment } from '../../intl/moment';
import { moneyText, useMoneyText } from '../../intl/moneyText';
import { useProblemText, useText } from '../../intl/text';
import { writeAmount } from '../../proof/amount';
import { toBase64 } from '../../proof/bytes';
import { ProofFailure } from '../../proof/failure';
import { writeInstant } from '../../proof/instant';
import { missedAt, type ProvenLiabilities } from '../../proof/liabilities';
import { Modal } from '../../ui/dialog/Modal';
import { ModalSkeleton } from '../../ui/dialog/ModalSkeleton';
import { Button } from '../../ui/display/Button';
import { Disclosure } from '../../ui/display/Disclosure';
import { Figure, FigureList } from '../../ui/display/FigureList';
import { Money } from '../../ui/display/Money';
import { Spinner } from '../../ui/display/Spinner';
import { checkOwed } from './checkOwed';
import { FailedButtons } from './FailedButtons';
import { useProofSource } from './useProofSource';
import { type ProofText, useProofText } from './useProofText';
import { FailedVerdict, Verdict } from './Verdict';
import { VerifierLink } from './VerifierLink';
import { WitnessFigure, WitnessNotice } from './Witnesses';

const AMOUNTS = ['main', 'inTransit', 'withdrawal', 'games'] as const;
const UNPROVED = ['others', 'money', 'books'] as const;

type Outcome =
  | { kind: 'checking' }
  | { kind: 'good'; answer: unknown; file: ProvenLiabilities }
  | { kind: 'bad'; answer: unknown; failure: ProofFailure }
  | { kind: 'unable'; error: unknown };

/** Asks for the proof and checks it at once; `check` does so again. */
function useOwedCheck() {
  const source = useProofSource();
  const [outcome, setOutcome] = useState<Outcome>({ kind: 'checking' });
  const stop = useRef(new AbortController());

  const check = async () => {
    const { signal } = stop.current;
    let answer: unknown = null;
    let next: Outcome;
    setOutcome({ kind: 'checking' });
    try {
      answer = await source.liabilities();
      next = { kind: 'good', answer, file: await checkOwed(answer, source, signal) };
    } catch (error) {
      const isBad = error instanceof ProofFailure;
      next = isBad ? { kind: 'bad', answer, failure: error } : { kind: 'unable', error };
    }
    if (!signal.aborted) setOutcome(next);
  };

  const latest = useRef(check);
  useEffect(() => {
    latest.current = check;
  });
  useEffect(() => {
    const controller = new AbortController();
    stop.current = controller;
    latest.current();
    return () => controller.abort();
  }, []);
  return { outcome, check };
}

/** Whether the total that the service signs counts the member's money. */
export default function OwedDialog({ onClose }: { onClose: () => void }) {
  const t = useText();
  const text = useProofText();
  const { outcome, check } = useOwedCheck();
  const title = t('statement.owed');
  if (!text) {
    return (
      <Modal title={title} onClose={onClose}>
        <ModalSkeleton />
      </Modal>
    );
  }
  return (
    <Modal
      title={title}
      onClose={onClose}
      footer={<OwedButtons outcome={outcome} check={check} text={text} onClose={onClose} />}
    >
      <div className="space-y-4">
        <OutcomeOf outcome={outcome} text={text} />
        <p className="text-sm text-muted">{text('owed.lead')}</p>
      </div>
    </Modal>
  );
}

interface OwedButtonsProps {
  outcome: Outcome;
  check: () => void;
  text: ProofText;
  onClose: () => void;
}

function OwedButtons({ outcome, check, text, onClose }: OwedButtonsProps) {
  if (outcome.kind === 'bad') {
    const { failure, answer } = outcome;
    return (
      <FailedButtons evidence={{ failure, lines: [], answer }} text={text} onClose={onClose} />
    );
  }
  const save = (answer: unknown) =>
    saveFile(new Blob([JSON.stringify(answer)], { type: 'application/json' }), 'liabilities.json');
  return (
    <>
      {outcome.kind === 'good' && (
        <Button icon="deposit" onClick={() => save(outcome.answer)}>
          {text('owed.save')}
        </Button>
      )}
      <Button tone="secondary" icon="check" busy={outcome.kind === 'checking'} onClick={check}>
        {text('checkAgain')}
      </Button>
    </>
  );
}

function OutcomeOf({ outcome, text }: { outcome: Outcome; text: ProofText }) {
  const problemText = useProblemText();
  if (outcome.kind === 'checking') {
    return (
      <p
        role="status"
        className="flex min-h-15 items-center gap-2.5 rounded-control bg-sunken p-4 text-muted"
      >
        <Spinner />
        {text('checking')}
      </p>
    );
  }
  if (outcome.kind === 'bad') return <FailedVerdict failure={outcome.failure} text={text} />;
  if (outcome.kind === 'unable') {
    const { error } = outcome;
    const code = isProblem(error) ? error.code : null;
    const why =
      code === 'PROOF_PENDING'
        ? text('owed.pending')
        : code === 'PROOF_OFF'
          ? text('owed.off')
          : problemText(error);
    return (
      <Verdict kind="unable" title={text('unable')}>
        <p>{why}</p>
      </Verdict>
    );
  }
  return <ProvenFace file={outcome.file} text={text} />;
}

interface ProvenProps {
  file: ProvenLiabilities;
  text: ProofText;
}

function ProvenFace({ file, text }: ProvenProps) {
  const { currency, at, total, held, amounts, own, witnesses } = file;
  const ownText = useMoneyText(currency);
  const missed = missedAt(file);
  const values = {
    time: formatMoment(writeInstant(at)),
    total: moneyText(writeAmount(total, currency), currency),
    held: ownText(writeAmount(held, currency)),
    number: own.sequence,
  };
  return (
    <>
      <Verdict kind="good" title={text('owed.good')}>
        <p>{text('owed.good.detail', values)}</p>
        {missed !== null && (
          <p className="rounded-control bg-caution-soft px-3 py-2 text-caution">
            {text('owed.later', { time: formatMoment(writeInstant(missed)) })}
          </p>
        )}
        <WitnessNotice witnesses={witnesses} text={text} />
      </Verdict>
      <FigureList>
        {AMOUNTS.map((name) => (
          <Figure key={name} label={text(`owed.${name}`)}>
            <Money amount={writeAmount(amounts[name], currency)} currency={currency} />
          </Figure>
        ))}
      </FigureList>
      <div>
        <p className="text-sm font-medium">{text('owed.unproved')}</p>
        <ul className="mt-1 list-disc space-y-1 ps-5 text-sm text-muted">
          {UNPROVED.map((name) => (
            <li key={name}>{text(`owed.unproved.${name}`)}</li>
          ))}
        </ul>
      </div>
      <Details file={file} text={text} />
    </>
  );
}

/** For those who compare it with others, or check it without us. */
function Details({ file, text }: ProvenProps) {
  const { house, own, root, walletId, checkpoint, witnesses } = file;
  return (
    <Disclosure className="rounded-control bg-sunken px-4" title={text('owed.details')}>
      <div className="space-y-3 pb-4">
        <FigureList>
          <Figure label={text('owed.number')}>
            <span className="tabular">{house.sequence}</span>
          </Figure>
          <Figure label={text('position')}>
            <span className="tabular">{house.position}</span>
          </Figure>
          <Figure label={text('event')}>
            <Code value={`${walletId}/${own.sequence}`} />
          </Figure>
          <Figure label={text('owed.root')}>
            <Code value={toBase64(root)} />
          </Figure>
          <Figure label={text('checkpoint')}>
            <span className="tabular">{checkpoint.size}</span>
          </Figure>
          <WitnessFigure witnesses={witnesses} text={text} />
        </FigureList>
        <VerifierLink text={text} />
      </div>
    </Disclosure>
  );
}

function Code({ value }: { value: string }) {
  return <span className="font-mono text-xs break-all">{value}</span>;
}
