import { useMemo } from 'react';
import { proofApi, type SealedReceipts } from '../../api/proofApi';
import { type StatementQuery, statementApi } from '../../api/statementApi';
import { isProblem } from '../../api/transport/problem';
import type { StatementPage, Wallet } from '../../api/types';
import { moneyApi } from '../../api/walletApi';
import { useAppDispatch } from '../../client/hooks';
import type { LogSource } from '../../proof/log';

/** Never uses the cache: a check reads the server's current answers. */
const FRESH = { forceRefetch: true, subscribe: false } as const;
const WAITS_MAX = 30;
const WAIT_S_MAX = 5;

export interface ProofSource extends LogSource {
  /** Waits quietly while the newest events are being sealed. */
  receipts: (ask: ReceiptsAsk) => Promise<SealedReceipts>;
  lines: (query: StatementQuery) => Promise<StatementPage>;
  /** What the home screen shows. */
  wallet: () => Promise<Wallet>;
}

interface ReceiptsAsk {
  positions: string[];
  size?: string;
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

/** The log and the statement as the server returns them. */
export function useProofSource(): ProofSource {
  const dispatch = useAppDispatch();
  return useMemo(() => {
    const { listSealedReceipts, getLogKeys, getLogNote, getLogConsistency } = proofApi.endpoints;
    return {
      keys: () => dispatch(getLogKeys.initiate(undefined, FRESH)).unwrap(),
      note: (size) => dispatch(getLogNote.initiate({ size }, FRESH)).unwrap(),
      async consistency(from, to) {
        const { data, error } = await dispatch(getLogConsistency.initiate({ from, to }, FRESH));
        // A log that refuses these sizes does not have them.
        const isRefused = isProblem(error) && [400, 404, 422].includes(error.status);
        if (error && !isRefused) throw error;
        return error ? null : data;
      },
      async receipts({ positions, size, signal, onWait }) {
        const query = size === undefined ? { positions } : { positions, size };
        for (let waits = 0; ; waits += 1) {
          signal.throwIfAborted();
          const { data, error } = await dispatch(listSealedReceipts.initiate(query, FRESH));
          if (data) return data;
          const isPending = isProblem(error) && error.code === 'PROOF_PENDING';
          if (!isPending || waits >= WAITS_MAX) throw error;
          onWait?.();
          await pause(Math.min(error.retryAfter ?? 1, WAIT_S_MAX), signal);
        }
      },
      wallet: () => dispatch(moneyApi.endpoints.getWallet.initiate({}, FRESH)).unwrap(),
      lines: (query) =>
        dispatch(
          statementApi.endpoints.listStatements.initiate({ statementRequest: query }, FRESH),
        ).unwrap(),
    };
  }, [dispatch]);
}
