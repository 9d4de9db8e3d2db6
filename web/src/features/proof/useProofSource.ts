import { useMemo } from 'react';
import { proofApi, type SealedReceipts, type StatementPeriod } from '../../api/proofApi';
import { readStatement, type StatementQuery } from '../../api/statementApi';
import { FRESH, freshAnswer } from '../../api/transport/fresh';
import { isProblem } from '../../api/transport/problem';
import type { StatementPage, Wallet } from '../../api/types';
import { moneyApi } from '../../api/walletApi';
import { useAppDispatch } from '../../client/hooks';
import type { LogSource } from '../../proof/log';

const WAITS_MAX = 30;
const WAIT_S_MAX = 5;

export interface ProofSource extends LogSource {
  /** Both wait quietly while the newest events are being sealed. */
  receipts: (positions: string[], waiting: Waiting) => Promise<SealedReceipts>;
  statement: (period: StatementPeriod, waiting: Waiting) => Promise<unknown>;
  /** The proof that the newest total counts the member's money. */
  liabilities: () => Promise<unknown>;
  lines: (query: StatementQuery) => Promise<StatementPage>;
  /** What the home screen shows. */
  wallet: () => Promise<Wallet>;
}

interface Waiting {
  signal: AbortSignal;
  onWait?: () => void;
}

export function pause(seconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, seconds * 1000);
    signal.addEventListener('abort', stop, { once: true });
  });
}

/** Asks again until what is asked for is sealed. */
async function sealed<Answer>(
  ask: () => Promise<Answer>,
  { signal, onWait }: Waiting,
): Promise<Answer> {
  for (let waits = 0; ; waits += 1) {
    signal.throwIfAborted();
    try {
      return await ask();
    } catch (error) {
      const isPending = isProblem(error) && error.code === 'PROOF_PENDING';
      if (!isPending || waits >= WAITS_MAX) throw error;
      onWait?.();
      await pause(Math.min(error.retryAfter ?? 1, WAIT_S_MAX), signal);
    }
  }
}

/** The log and the statement as the server returns them. */
export function useProofSource(): ProofSource {
  const dispatch = useAppDispatch();
  return useMemo(() => {
    const { listSealedReceipts, getSealedStatement, getLiabilities } = proofApi.endpoints;
    const { getLogKeys, getLogNote, getLogConsistency } = proofApi.endpoints;
    return {
      keys: () => freshAnswer(dispatch(getLogKeys.initiate(undefined, FRESH))),
      note: (size) => freshAnswer(dispatch(getLogNote.initiate({ size }, FRESH))),
      async consistency(from, to) {
        try {
          return await freshAnswer(dispatch(getLogConsistency.initiate({ from, to }, FRESH)));
        } catch (error) {
          // A log that refuses these sizes does not have them.
          if (isProblem(error) && [400, 404, 422].includes(error.status)) return null;
          throw error;
        }
      },
      receipts: (positions, waiting) =>
        sealed(
          () => freshAnswer(dispatch(listSealedReceipts.initiate({ positions }, FRESH))),
          waiting,
        ),
      statement: (period, waiting) =>
        sealed(() => freshAnswer(dispatch(getSealedStatement.initiate(period, FRESH))), waiting),
      // A total with a newer wallet takes up to an hour: nobody waits for it.
      liabilities: () => freshAnswer(dispatch(getLiabilities.initiate(undefined, FRESH))),
      wallet: () => freshAnswer(dispatch(moneyApi.endpoints.getWallet.initiate(undefined, FRESH))),
      lines: (query) => freshAnswer(dispatch(readStatement(query))),
    };
  }, [dispatch]);
}
