/** Checks a line of the statement against the log, and stores the log's checkpoint. */
import type { SealedReceipts } from '../../api/proofApi';
import type { StatementLine } from '../../api/types';
import { ProofFailure } from '../../proof/failure';
import { type ClaimedLine, checkReceipted, type ProvenLine } from '../../proof/line';
import { type Confirmed, confirmCheckpoint, type LogSource } from '../../proof/log';
import { readReceipt } from '../../proof/receipt';
import type { Witnessed } from '../../proof/witness';
import { keepSeen, seenCheckpoint } from './seenLog';

/** What the list shows of a line, as far as an event proves it. */
export function claimedOf(line: StatementLine): ClaimedLine {
  const { statementType: type, direction, amount, balance, currency, createdAt } = line;
  return { type, direction, amount, balance, currency, createdAt };
}

/** Whether a checkpoint belongs to the log that this device has seen; it is remembered then. */
export async function confirmSeen(note: unknown, source: LogSource): Promise<Confirmed> {
  const confirmed = await confirmCheckpoint(note, seenCheckpoint(), source);
  keepSeen(confirmed.seen);
  return confirmed;
}

export interface Checked {
  line: ProvenLine;
  walletId: string;
  /** This device had no checkpoint of the log before. */
  isFirst: boolean;
  /** Null where the log asks no witness. */
  witnesses: Witnessed | null;
}

/** The signature, the log's growth, then the line. */
export async function checkReceipt(
  shown: StatementLine,
  { receipts, checkpoint: note }: SealedReceipts,
  source: LogSource,
): Promise<Checked> {
  const isFirst = seenCheckpoint() === null;
  const { checkpoint, witnesses } = await confirmSeen(note, source);
  if (!Array.isArray(receipts) || receipts.length !== 1) {
    throw new ProofFailure('unreadable', 'receipts');
  }
  const receipt = readReceipt(receipts[0]);
  const { walletId } = receipt;
  const line = { claimed: claimedOf(shown), position: shown.position, receipt };
  return { line: await checkReceipted(line, checkpoint), walletId, isFirst, witnesses };
}
