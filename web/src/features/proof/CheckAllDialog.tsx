import { useEffect, useRef, useState } from 'react';
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
import { type CheckedPeriod, checkPeriod, type Looked, type Period } from './checkPeriod';
import { FailedButtons } from './FailedButtons';
import { useProofSource } from './useProofSource';
import { type ProofText, useProofText } from './useProofText';
import { FailedVerdict, Verdict } from './Verdict';
import { VerifierLink } from './VerifierLink';

type Run =
  | { kind: 'ready' }
  | { kind: 'running'; done: number; total: number | null }
  | { kind: 'stopped'; done: number }
  | { kind: 'good'; result: CheckedPeriod }
  | { kind: 'bad'; failure: ProofFailure; looked: Looked | null }
  | { kind: 'unable'; error: unknown };

interface CheckAllDialogProps extends Period {
  onClose: () => void;
}

function usePeriodCheck(period: Period) {
  const source = useProofSource();
  const [run, setRun] = useState<Run>({ kind: 'ready' });
  const stopper = useRef<AbortController | null>(null);
  useEffect(() => () => stopper.current?.abort(), []);

  const start = async () => {
    const controller = new AbortController();
    stopper.current = controller;
    let looked: Looked | null = null;
    let done = 0;
    setRun({ kind: 'running', done, total: null });
    try {
      const result = await checkPeriod(period, source, {
        signal: controller.signal,
        onLook: (now) => {
          looked = now;
        },
        onProgress: (count, total) => {
          done = count;
          setRun({ kind: 'running', done, total });
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

function PeriodText({ from, to, text }: Period & { text: ProofText }) {
  if (!from && !to) return text('all.always');
  // The end is the midnight after the last day.
  const last = to && formatDay(new Date(Date.parse(to) - 1).toISOString());
  return text('all.until', { from: from ? formatDay(from) : '…', to: last ?? '…' });
}

function RunFace({ run, text }: { run: Run; text: ProofText }) {
  const problemText = useProblemText();
  if (run.kind === 'ready') return null;
  if (run.kind === 'running') {
    const { done, total } = run;
    const label = total === null ? text('checking') : text('all.progress', { n: done, total });
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
  const { count, currency, opening, closing, movement, unrecorded, until } = result;
  if (count === 0) return <p role="status">{text('all.empty')}</p>;
  return (
    <>
      <Verdict kind="good" title={text('all.good')}>
        <p>{text(result.isToday ? 'all.today' : 'all.scope')}</p>
      </Verdict>
      <FigureList>
        <Figure label={text('all.lines')}>
          <span className="tabular">{count}</span>
        </Figure>
        {until !== null && (
          <Figure label={text('upTo')}>
            {text('upTo.value', {
              number: movement ?? '–',
              time: formatMoment(writeInstant(until)),
            })}
          </Figure>
        )}
        {unrecorded > 0 && (
          <Figure label={text('unrecorded')}>
            <span className="tabular">{unrecorded}</span>
          </Figure>
        )}
        {currency !== null && opening !== null && closing !== null && (
          <>
            <Figure label={text('all.opening')}>
              <Money amount={writeAmount(opening, currency)} currency={currency} />
            </Figure>
            <Figure label={text('all.closing')}>
              <Money amount={writeAmount(closing, currency)} currency={currency} />
            </Figure>
          </>
        )}
      </FigureList>
    </>
  );
}
