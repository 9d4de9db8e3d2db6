/** Checks the statement's lines against the log, and stores the log's checkpoint. */
import type { SealedReceipts } from '../../api/proofApi';
import type { StatementLine } from '../../api/types';
import { ProofFailure } from '../../proof/failure';
import type { ClaimedLine, ProvenLine } from '../../proof/line';
import { type Confirmed, confirmCheckpoint, type LogSource } from '../../proof/log';
import { readReceipt } from '../../proof/receipt';
import { checkAll, type ReceiptedLine } from '../../proof/statement';
import { keepSeen, seenCheckpoint } from './seenLog';

function claimedOf(line: StatementLine): ClaimedLine {
  const { statementType: type, direction, amount, balance, createdAt, position } = line;
  return { type, direction, amount, balance, createdAt, position };
}

function pair(lines: StatementLine[], { receipts }: SealedReceipts): ReceiptedLine[] {
  if (!Array.isArray(receipts) || receipts.length !== lines.length) {
    throw new ProofFailure('unreadable', 'receipts');
  }
  return lines.map((line, index) => ({
    claimed: claimedOf(line),
    receipt: readReceipt(receipts[index]),
  }));
}

export interface Checked {
  lines: ProvenLine[];
  confirmed: Confirmed;
  /** This device had no checkpoint of the log before. */
  isFirst: boolean;
}

/** The signature, the log's growth, then each line. `known`: a checkpoint confirmed just now. */
export async function checkLines(
  lines: StatementLine[],
  answer: SealedReceipts,
  source: LogSource,
  known: Confirmed | null = null,
): Promise<Checked> {
  const seen = seenCheckpoint();
  const isKnown = known !== null && known.checkpoint.note === answer.checkpoint;
  const confirmed = isKnown ? known : await confirmCheckpoint(answer.checkpoint, seen, source);
  keepSeen(confirmed.seen);
  const proven = await checkAll(pair(lines, answer), confirmed.checkpoint);
  return { lines: proven, confirmed, isFirst: seen === null };
}
