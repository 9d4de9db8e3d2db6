/** Checks lines together: one wallet, in order, each balance following from the previous one. */
import { readAmount } from './amount';
import { isSame } from './bytes';
import { ProofFailure } from './failure';
import { readInstant } from './instant';
import { type ClaimedLine, checkLine, type ProvenLine, provenLine } from './line';
import type { Checkpoint } from './note';
import { checkSealed, type Receipt } from './receipt';

/** A line with its receipt. */
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
    return checkLine(claimed, provenLine(await checkSealed(receipt, checkpoint)));
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

/** What some lines prove together. */
export interface Ends {
  /** Null when none of the lines has moved money. */
  opening: bigint | null;
  closing: bigint | null;
  /** The number of the last movement: how far the lines go. Null where none has a number. */
  movement: number | null;
  /** Lines from before balances or numbers were recorded. */
  unrecorded: number;
}

function checkMoney(line: ProvenLine, ends: Ends): Ends {
  if (line.balance === null) return ends;
  const found = line.balance - line.moved;
  if (found < 0n || line.balance < 0n) throw new ProofFailure('gap');
  if (ends.closing !== null && ends.closing !== found) throw new ProofFailure('gap');
  return { ...ends, opening: ends.opening ?? found, closing: line.balance };
}

/** The movements are numbered 1, 2, 3 …: so a gap shows, also where the balances fit together. */
function checkNumber({ moved, movement }: ProvenLine, last: number | null): number | null {
  if (last === null) return movement;
  const next = moved === 0n ? last : last + 1;
  if (movement !== null && movement !== next) throw new ProofFailure('missing');
  return next;
}

/** Checks lines among each other, oldest first; `fromStart`: nothing has moved before them. */
export function checkChain(lines: ProvenLine[], fromStart: boolean): Ends {
  const nothing = { opening: null, closing: null, unrecorded: 0 };
  let ends: Ends = { ...nothing, movement: fromStart ? 0 : null };
  let before: ProvenLine | null = null;
  let currency: string | null = null;
  for (const line of lines) {
    try {
      if (before) checkNeighbours(before, line);
      currency ??= line.currency;
      if (line.currency !== null && line.currency !== currency) throw new ProofFailure('currency');
      ends = { ...checkMoney(line, ends), movement: checkNumber(line, ends.movement) };
      if (fromStart && ends.opening !== null && ends.opening !== 0n) {
        throw new ProofFailure('opening');
      }
      if (!line.isBalanceNoted || line.movement === null) ends.unrecorded += 1;
    } catch (failure) {
      throw failure instanceof ProofFailure ? failure.at(line.position) : failure;
    }
    before = line;
  }
  return ends;
}

/** A statement's own header and footer. */
export interface Frame {
  walletId: string | null;
  currency: unknown;
  from: unknown;
  to: unknown;
  openingBalance: unknown;
  closingBalance: unknown;
}

const isNone = (bound: unknown) => bound === null || bound === undefined;

/** Whether a statement claims to start at the beginning. */
export const isFromStart = ({ from }: Frame) => isNone(from);

/**
 * The first line must not be before the period, nor the last one after it. Lines between may lie
 * outside, where the clocks of two gateways differ: without them there would be a gap.
 */
function checkPeriod(lines: ProvenLine[], { from, to }: Frame): void {
  const [start, end] = [readInstant(from), readInstant(to)];
  if ((start === null && !isNone(from)) || (end === null && !isNone(to))) {
    throw new ProofFailure('unreadable', 'period');
  }
  const [first, last] = [lines[0], lines.at(-1)];
  if (first && start !== null && first.at < start) {
    throw new ProofFailure('period').at(first.position);
  }
  if (last && end !== null && last.at >= end) throw new ProofFailure('period').at(last.position);
}

/** Checks the header and the footer. Without a movement both balances are equal. */
export function checkFrame(lines: ProvenLine[], ends: Ends, frame: Frame): void {
  const { walletId, currency } = frame;
  if (lines.some((line) => line.currency !== null && line.currency !== currency)) {
    throw new ProofFailure('currency');
  }
  if (walletId !== null && lines.some((line) => line.walletId !== walletId)) {
    throw new ProofFailure('wallet');
  }
  checkPeriod(lines, frame);
  const opening = readAmount(frame.openingBalance, currency, 'opening');
  const closing = readAmount(frame.closingBalance, currency, 'closing');
  if (opening < 0n || (isFromStart(frame) && opening !== 0n)) throw new ProofFailure('opening');
  if (ends.opening !== null && opening !== ends.opening) throw new ProofFailure('opening');
  if (closing !== (ends.closing ?? opening)) throw new ProofFailure('closing');
}

/** Enough at once to keep the browser's own threads busy, few enough to stay responsive. */
const AT_ONCE = 50;

export interface Watch {
  signal?: AbortSignal;
  onProgress?: (done: number) => void;
}

/** Checks all receipts, in blocks; reports the first failure in the order of the lines. */
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
