/** Checks all lines of a period, page by page, under one checkpoint. */
import type { SealedReceipts } from '../../api/proofApi';
import type { StatementLine } from '../../api/types';
import type { ProvenLine } from '../../proof/line';
import { checkChain, type Ends } from '../../proof/statement';
import { checkLines } from './checkLines';
import type { ProofSource } from './useProofSource';

/** As many as one answer may hold, of lines and of receipts. */
const BLOCK = 100;

export interface Period {
  from: string | null;
  to: string | null;
}

/** What was looked at last: the evidence, should it fail. */
export interface Looked {
  lines: StatementLine[];
  answer: SealedReceipts | null;
}

export interface Watch {
  signal: AbortSignal;
  onProgress: (done: number, total: number) => void;
  onLook: (looked: Looked) => void;
}

export interface CheckedPeriod extends Ends {
  count: number;
  currency: string | null;
}

/** The pages come newest first; the balances are followed from the oldest on. */
export async function checkPeriod(
  { from, to }: Period,
  source: ProofSource,
  { signal, onProgress, onLook }: Watch,
): Promise<CheckedPeriod> {
  const proven: ProvenLine[] = [];
  const bounds = { ...(from && { from }), ...(to && { to }) };
  let cursor: string | null = null;
  let size: string | null = null;
  let total: number | null = null;
  do {
    signal.throwIfAborted();
    const query = { page: 1, limit: BLOCK, ...bounds, ...(cursor && { cursor }) };
    const page = await source.lines(query);
    total ??= page.total;
    const lines = page.statements;
    if (lines.length === 0) break;
    const positions = lines.map((line) => line.position);
    onLook({ lines, answer: null });
    const answer = await source.receipts({ positions, signal, ...(size && { size }) });
    onLook({ lines, answer });
    const checked = await checkLines(lines, answer, source);
    size ??= String(checked.confirmed.checkpoint.size);
    proven.push(...checked.lines);
    onProgress(proven.length, total);
    cursor = page.nextCursor ?? null;
  } while (cursor !== null);
  const oldestFirst = proven.toReversed();
  return {
    ...checkChain(oldestFirst),
    count: proven.length,
    currency: proven.find((line) => line.currency !== null)?.currency ?? null,
  };
}
