import { useEffect, useRef, useState } from 'react';
import type { StatementPeriod } from '../../api/proofApi';
import { formatDay, formatMoment } from '../../intl/moment';
import { useProblemText, useText } from '../../intl/text';
import { writeAmount } from '../../proof/amount';
import { ProofFailure } from '../../proof/failure';
import { writeInstant } from '../../proof/instant';
import { Modal } from '../../ui/dialog/Modal';
import { ModalSkeleton } from '../../ui/dialog/ModalSkeleton';
import { Button } from '../../ui/display/Button';
import { Figure, FigureList } from '../../ui/display/FigureList';
import { Money } from '../../ui/display/Money';
import { Progress } from '../../ui/feedback/Progress';
import { type CheckedPeriod, checkPeriod, type Looked, type Step } from './checkPeriod';
import { FailedButtons } from './FailedButtons';
import { useProofSource } from './useProofSource';
import { type ProofText, useProofText } from './useProofText';
import { FailedVerdict, Verdict } from './Verdict';
import { VerifierLink } from './VerifierLink';
import { WitnessFigure, WitnessNotice } from './Witnesses';

type Run =
  | { kind: 'ready' }
  | { kind: 'running'; step: Step | null }
  | { kind: 'stopped'; done: number }
  | { kind: 'good'; result: CheckedPeriod }
  | { kind: 'bad'; failure: ProofFailure; looked: Looked | null }
  | { kind: 'unable'; error: unknown };

interface CheckAllDialogProps extends StatementPeriod {
  onClose: () => void;
}

function usePeriodCheck(period: StatementPeriod) {
  const source = useProofSource();
  const [run, setRun] = useState<Run>({ kind: 'ready' });
  const stopper = useRef<AbortController | null>(null);
  useEffect(() => () => stopper.current?.abort(), []);

  const start = async () => {
    const controller = new AbortController();
    stopper.current = controller;
    let looked: Looked | null = null;
    let done = 0;
    setRun({ kind: 'running', step: null });
    try {
      const result = await checkPeriod(period, source, {
        signal: controller.signal,
        onLook: (now) => {
          looked = now;
        },
        onProgress: (step) => {
          if (step.of === 'lines') done = step.done;
          setRun({ kind: 'running', step });
        },
      });
      setRun({ kind: 'good', result });
    } catch (error) {
      if (error instanceof ProofFailure) setRun({ kind: 'bad', failure: error, looked });
      else if (controller.signal.aborted) setRun({ kind: 'stopped', done });
      else setRun({ kind: 'unable', error });
    }
  };
  return { run, start, stop: () => stopper.current?.abort() };
}

/** Every line of the shown period, one after the other. */
export default function CheckAllDialog({ from, to, onClose }: CheckAllDialogProps) {
  const t = useText();
  const text = useProofText();
  const { run, start, stop } = usePeriodCheck({ from, to });
  if (!text) {
    return (
      <Modal title={t('statement.checkAll')} onClose={onClose}>
        <ModalSkeleton />
      </Modal>
    );
  }
  const footer =
    run.kind === 'bad' ? (
      <FailedButtons
        evidence={{
          failure: run.failure,
          lines: run.looked?.lines,
          answer: run.looked?.answer,
        }}
        text={text}
        onClose={onClose}
      />
    ) : run.kind === 'running' ? (
      <Button tone="secondary" onClick={stop}>
        {text('all.stop')}
      </Button>
    ) : (
      <Button icon="check" onClick={start}>
        {text(run.kind === 'ready' ? 'all.start' : 'checkAgain')}
      </Button>
    );
  return (
    <Modal title={text('all')} onClose={onClose} footer={footer}>
      <div className="space-y-4">
        <p className="text-muted">{text('all.lead')}</p>
        <FigureList>
          <Figure label={text('all.period')}>
            <PeriodText from={from} to={to} text={text} />
          </Figure>
        </FigureList>
        <RunFace run={run} text={text} />
        <VerifierLink text={text} />
      </div>
    </Modal>
  );
}

function PeriodText({ from, to, text }: StatementPeriod & { text: ProofText }) {
  if (!from && !to) return text('all.always');
  // The end is the midnight after the last day.
  const last = to && formatDay(new Date(Date.parse(to) - 1).toISOString());
  return text('all.until', { from: from ? formatDay(from) : '…', to: last ?? '…' });
}

function RunFace({ run, text }: { run: Run; text: ProofText }) {
  const problemText = useProblemText();
  if (run.kind === 'ready') return null;
  if (run.kind === 'running') {
    const { of = 'events', done = 0, total = 0 } = run.step ?? {};
    const label = of === 'events' ? text('checking') : text('all.progress', { n: done, total });
    return <Progress label={label} share={total ? done / total : 0} />;
  }
  if (run.kind === 'stopped') {
    return <p role="status">{text('all.stopped', { n: run.done })}</p>;
  }
  if (run.kind === 'bad') return <FailedVerdict failure={run.failure} text={text} />;
  if (run.kind === 'unable') {
    return (
      <Verdict kind="unable" title={text('unable')}>
        <p>{problemText(run.error)}</p>
      </Verdict>
    );
  }
  return <ResultFace result={run.result} text={text} />;
}

function ResultFace({ result, text }: { result: CheckedPeriod; text: ProofText }) {
  const { lines, currency, opening, closing, voids, witnesses } = result.statement;
  const last = lines.at(-1);
  if (!last || opening === null || closing === null) {
    return <p role="status">{text('all.empty')}</p>;
  }
  const time = formatMoment(writeInstant(last.at));
  return (
    <>
      <Verdict kind="good" title={text('all.good')}>
        <p>{text(result.isToday ? 'all.today' : 'all.scope')}</p>
        {voids > 0 && <p>{text('voids.detail')}</p>}
        <WitnessNotice witnesses={witnesses} text={text} />
      </Verdict>
      <FigureList>
        <Figure label={text('all.lines')}>
          <span className="tabular">{lines.length}</span>
        </Figure>
        <Figure label={text('upTo')}>{text('upTo.value', { number: last.sequence, time })}</Figure>
        {voids > 0 && (
          <Figure label={text('voids')}>
            <span className="tabular">{voids}</span>
          </Figure>
        )}
        <WitnessFigure witnesses={witnesses} text={text} />
        <Figure label={text('all.opening')}>
          <Money amount={writeAmount(opening, currency)} currency={currency} />
        </Figure>
        <Figure label={text('all.closing')}>
          <Money amount={writeAmount(closing, currency)} currency={currency} />
        </Figure>
      </FigureList>
    </>
  );
}
