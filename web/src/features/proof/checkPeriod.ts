/** Checks all lines of a period, page by page, under one checkpoint. */
import type { SealedReceipts } from '../../api/proofApi';
import type { StatementLine } from '../../api/types';
import { writeAmount } from '../../proof/amount';
import { ProofFailure } from '../../proof/failure';
import { readInstant } from '../../proof/instant';
import type { ProvenLine } from '../../proof/line';
import type { Confirmed } from '../../proof/log';
import { checkChain, type Ends } from '../../proof/statement';
import { checkLines } from './checkLines';
import { type ProofSource, pause } from './useProofSource';

/** The maximum of lines, and of receipts, in one answer. */
const BLOCK = 100;

/** How far the clocks of two gateways may differ: lists are by time, proofs by position. */
const CLOCKS_MS = 3_600_000;

/** How often two views are read until they show the same moment. */
const LOOKS = 10;
const BETWEEN_LOOKS_S = 0.5;

export interface Period {
  from: string | null;
  to: string | null;
}

/** What was checked last: the evidence if the check fails. */
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
  /** The time of the last line; null without one. */
  until: bigint | null;
  /** Whether the last balance equals the wallet's current one. */
  isToday: boolean;
}

const moved = (time: string | null, by: number) =>
  time && new Date(Date.parse(time) + by).toISOString();

/** Proves the lines around the period, newest first, without leaving out any listed line. */
async function proveLines(
  { from, to }: Period,
  source: ProofSource,
  { signal, onProgress, onLook }: Watch,
): Promise<ProvenLine[]> {
  const proven: ProvenLine[] = [];
  const [start, end] = [moved(from, -CLOCKS_MS), moved(to, CLOCKS_MS)];
  const bounds = { ...(start && { from: start }), ...(end && { to: end }) };
  let cursor: string | null = null;
  let known: Confirmed | null = null;
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
    const size = known && String(known.checkpoint.size);
    const answer = await source.receipts({ positions, signal, ...(size && { size }) });
    onLook({ lines, answer });
    const checked = await checkLines(lines, answer, source, known);
    known = checked.confirmed;
    proven.push(...checked.lines);
    onProgress(proven.length, total);
    cursor = page.nextCursor ?? null;
  } while (cursor !== null);
  // A list that ends early could be consistent and still incomplete.
  if (proven.length !== total) throw new ProofFailure('missing', 'total');
  return proven;
}

/** From the first line at or after the beginning to the last one before the end. */
function within(lines: ProvenLine[], { from, to }: Period): ProvenLine[] {
  const [start, end] = [moved(from, 0), moved(to, 0)].map((time) => readInstant(time));
  const first = lines.findIndex(({ at }) => start == null || at >= start);
  const last = lines.findLastIndex(({ at }) => end == null || at < end);
  return first < 0 ? [] : lines.slice(first, last + 1);
}

/**
 * Whether the wallet's balance still equals the newest line's balance. False if the wallet has
 * changed meanwhile; any other difference means that the newest lines were withheld, and throws.
 */
async function isStillHeld(
  newest: ProvenLine,
  held: string,
  source: ProofSource,
  signal: AbortSignal,
): Promise<boolean> {
  for (let look = 0; look < LOOKS; look += 1) {
    signal.throwIfAborted();
    const { asOf, wallet } = await source.wallet();
    const { statements, asOf: listed } = await source.lines({ page: 1, limit: 1 });
    if (statements[0]?.position !== String(newest.position)) return false;
    const isLate = BigInt(asOf) < BigInt(newest.position) || BigInt(listed) < BigInt(asOf);
    if (!isLate) {
      if (wallet.amount !== held) throw new ProofFailure('today').at(newest.position);
      return true;
    }
    await pause(BETWEEN_LOOKS_S, signal);
  }
  return false;
}

/** The pages come newest first; balances and numbers are checked from the oldest on. */
export async function checkPeriod(
  period: Period,
  source: ProofSource,
  watch: Watch,
): Promise<CheckedPeriod> {
  const proven = await proveLines(period, source, watch);
  const lines = within(proven.toReversed(), period);
  const ends = checkChain(lines, period.from === null);
  const currency = lines.find((line) => line.currency !== null)?.currency ?? null;
  const newest = lines.at(-1);
  const isOpen = period.to === null && newest && currency !== null && ends.closing !== null;
  const held = isOpen && writeAmount(ends.closing ?? 0n, currency);
  return {
    ...ends,
    count: lines.length,
    currency,
    until: newest?.at ?? null,
    isToday: held ? await isStillHeld(newest, held, source, watch.signal) : false,
  };
}
