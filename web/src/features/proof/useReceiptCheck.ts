import { useEffect, useRef, useState } from 'react';
import type { SealedReceipts } from '../../api/proofApi';
import type { StatementLine } from '../../api/types';
import { ProofFailure } from '../../proof/failure';
import { type Checked, checkReceipt } from './checkReceipt';
import { useProofSource } from './useProofSource';

export type Outcome =
  | { kind: 'checking' }
  | { kind: 'good'; checked: Checked }
  | { kind: 'bad'; failure: ProofFailure }
  | { kind: 'unable'; error: unknown };

export interface ReceiptCheck {
  /** What the server has answered; null until then. */
  answer: SealedReceipts | null;
  /** The line is not sealed yet; the receipt is requested again automatically. */
  isPending: boolean;
  outcome: Outcome | null;
  check: () => void;
}

/** Fetches the receipt of a line and verifies it at once; `check` does so again. */
export function useReceiptCheck(line: StatementLine): ReceiptCheck {
  const source = useProofSource();
  const [answer, setAnswer] = useState<SealedReceipts | null>(null);
  const [isPending, setIsPending] = useState(false);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const stop = useRef(new AbortController());

  const load = async (signal: AbortSignal) => {
    const onWait = () => setIsPending(true);
    const fetched = await source.receipts([line.position], { signal, onWait });
    if (!signal.aborted) {
      setAnswer(fetched);
      setIsPending(false);
    }
    return fetched;
  };

  const fail = (error: unknown) => {
    if (stop.current.signal.aborted) return;
    setIsPending(false);
    const isBad = error instanceof ProofFailure;
    setOutcome(isBad ? { kind: 'bad', failure: error } : { kind: 'unable', error });
  };

  const check = () => {
    setOutcome({ kind: 'checking' });
    const { signal } = stop.current;
    load(signal)
      .then((fetched) => checkReceipt(line, fetched, source))
      .then((checked) => !signal.aborted && setOutcome({ kind: 'good', checked }))
      .catch(fail);
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
  return { answer, isPending, outcome, check };
}
