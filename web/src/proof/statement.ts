/** Lines together: one wallet, in order, each balance following from the one before. */
import { readAmount } from './amount';
import { isSame } from './bytes';
import { ProofFailure } from './failure';
import { readBound } from './instant';
import { type ClaimedLine, checkLine, type ProvenLine, provenLine } from './line';
import type { Checkpoint } from './note';
import { checkSealed, type Receipt } from './receipt';

/** A line with what is to prove it. */
export interface ReceiptedLine {
  claimed: ClaimedLine;
  receipt: Receipt;
}

/** Checks one line by its receipt alone. */
export async function checkReceipted(
  { claimed, receipt }: ReceiptedLine,
  checkpoint: Checkpoint,
): Promise<ProvenLine> {
  try {
    const proven = provenLine(await checkSealed(receipt, checkpoint));
    checkLine(claimed, proven);
    return proven;
  } catch (failure) {
    throw failure instanceof ProofFailure ? failure.at(receipt.position) : failure;
  }
}

function checkNeighbours(before: ProvenLine, line: ProvenLine): void {
  if (line.walletId !== before.walletId) throw new ProofFailure('wallet');
  if (line.position <= before.position || line.sequence <= before.sequence) {
    throw new ProofFailure('order');
  }
  const isNext = line.sequence === before.sequence + 1;
  if (isNext && !isSame(line.before, before.streamHash)) throw new ProofFailure('history');
}

/** The balances at both ends of some lines. */
export interface Ends {
  /** Null when none of the lines has moved money. */
  opening: bigint | null;
  closing: bigint | null;
}

/** Checks lines among each other, oldest first. */
export function checkChain(lines: ProvenLine[]): Ends {
  let ends: Ends = { opening: null, closing: null };
  let before: ProvenLine | null = null;
  let currency: string | null = null;
  for (const line of lines) {
    try {
      if (before) checkNeighbours(before, line);
      currency ??= line.currency;
      if (line.currency !== null && line.currency !== currency) throw new ProofFailure('currency');
      if (line.balance !== null) {
        const found: bigint = line.balance - line.moved;
        if (found < 0n || line.balance < 0n) throw new ProofFailure('gap');
        if (ends.closing !== null && ends.closing !== found) throw new ProofFailure('gap');
        ends = { opening: ends.opening ?? found, closing: line.balance };
      }
    } catch (failure) {
      throw failure instanceof ProofFailure ? failure.at(line.position) : failure;
    }
    before = line;
  }
  return ends;
}

/** What a statement says about itself as a whole. */
export interface Frame {
  walletId: string | null;
  /** Null where the file leaves it to its events. */
  currency: unknown;
  from: unknown;
  to: unknown;
  openingBalance: unknown;
  closingBalance: unknown;
}

function checkPeriod(lines: ProvenLine[], { from, to }: Frame): void {
  const isNone = (bound: unknown) => bound === null || bound === undefined || bound === '';
  const [start, end] = [readBound(from, false), readBound(to, true)];
  if ((start === null && !isNone(from)) || (end === null && !isNone(to))) {
    throw new ProofFailure('unreadable', 'period');
  }
  for (const line of lines) {
    const isOutside = (start !== null && line.at < start) || (end !== null && line.at >= end);
    if (isOutside) throw new ProofFailure('period').at(line.position);
  }
}

/** Checks what stands above and below the lines. Without a movement both balances are one. */
export function checkFrame(lines: ProvenLine[], ends: Ends, frame: Frame): void {
  const { walletId } = frame;
  const moved = lines.find((line) => line.currency !== null)?.currency ?? null;
  const currency = frame.currency ?? moved ?? 'THB';
  if (moved !== null && currency !== moved) throw new ProofFailure('currency');
  if (walletId !== null && lines.some((line) => line.walletId !== walletId)) {
    throw new ProofFailure('wallet');
  }
  checkPeriod(lines, frame);
  const opening = readAmount(frame.openingBalance, currency, 'opening');
  const closing = readAmount(frame.closingBalance, currency, 'closing');
  if (ends.opening !== null && opening !== ends.opening) throw new ProofFailure('opening');
  if (closing !== (ends.closing ?? opening)) throw new ProofFailure('closing');
}

/** Enough at once to keep the browser's own threads busy, few enough to stay responsive. */
const AT_ONCE = 50;

export interface Watch {
  signal?: AbortSignal;
  onProgress?: (done: number) => void;
}

/** Checks all receipts, in blocks; says the first failure in the lines' own order. */
export async function checkAll(
  lines: ReceiptedLine[],
  checkpoint: Checkpoint,
  { signal, onProgress }: Watch = {},
): Promise<ProvenLine[]> {
  const proven: ProvenLine[] = [];
  for (let start = 0; start < lines.length; start += AT_ONCE) {
    signal?.throwIfAborted();
    const block = lines.slice(start, start + AT_ONCE);
    const results = await Promise.allSettled(block.map((line) => checkReceipted(line, checkpoint)));
    for (const result of results) {
      if (result.status === 'rejected') throw result.reason;
      proven.push(result.value);
    }
    onProgress?.(proven.length);
  }
  return proven;
}
