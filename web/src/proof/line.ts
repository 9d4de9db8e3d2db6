/** What an event proves about its statement line. The rule is in .github/proofs.md. */
import { readAmount } from './amount';
import { readFacts } from './chain';
import { ProofFailure } from './failure';
import { readInstant } from './instant';
import { fieldsOf } from './members';
import type { Checkpoint } from './note';
import { checkSealed, type Receipt } from './receipt';

export type LineType =
  | 'deposit'
  | 'withdraw'
  | 'transfer'
  | 'bonus'
  | 'finish_bonus'
  | 'correction';
export type LineDirection = 'in' | 'out' | 'none';

/** A line as displayed. */
export interface ClaimedLine {
  type: string;
  direction: string;
  amount: string;
  balance: string | null;
  currency: string;
  createdAt: string;
}

/** A line as the log proves it. */
export interface ProvenLine {
  /** The event's number in the wallet's chain. */
  sequence: number;
  type: LineType;
  direction: LineDirection;
  /** Hundredths; 0 while nothing has moved. */
  moved: bigint;
  /** Hundredths; null while nothing has moved. */
  balance: bigint | null;
  currency: string;
  /** Microseconds since 1970. */
  at: bigint;
}

export const TYPES: Record<string, LineType> = {
  Deposited: 'deposit',
  QrPaid: 'deposit',
  QrReferred: 'deposit',
  GiftSent: 'deposit',
  GiftCredited: 'deposit',
  ManualDepositRequested: 'deposit',
  ManualDepositCredited: 'deposit',
  TransferStarted: 'transfer',
  TransferCompleted: 'transfer',
  TransferReturned: 'transfer',
  SweepEnded: 'transfer',
  WithdrawalRequested: 'withdraw',
  WithdrawalReturned: 'withdraw',
  Corrected: 'correction',
  GrantActivated: 'bonus',
  GrantEnded: 'finish_bonus',
};

/** Events without a line. An event in neither list is newer than this checker. */
export const WITHOUT_LINE = `Opened BankAccountChanged BankAccountRecorded CoinsEarned CoinsGiven
  DepositLimitSet Excluded Frozen GameAccountOpened GameBalanceObserved GiftRejected GiftSubmitted
  GiftUnknown InviteEarned ManualDepositRejected PayoutsHeld PinSet QrEnded QrOrdered QrRejected
  RealityCheckSet RefundReceived SlipReferred SlipRejected SlipReturned SlipSubmitted SweepStarted
  TransferSent TransferUnknown Unfrozen VoidDeclared WheelSeedCommitted WheelSeedRevealed WheelSpun
  WithdrawalPaid WithdrawalReleased WithdrawalSent WithdrawalUnknown`.split(/\s+/);

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ProofFailure('event', 'JSON');
  }
}

function onlyEntry(fields: Record<string, unknown>): [string, unknown] {
  const [entry, ...others] = Object.entries(fields);
  if (!entry || others.length > 0) throw new ProofFailure('event', 'type');
  return entry;
}

/** The event's own fields; rewards nest them one level deeper. */
function bodyOf({ payload, eventType }: Receipt): Record<string, unknown> {
  const outer = fieldsOf(parsed(payload), 'payload');
  const [kind, body] = onlyEntry(outer);
  const [name, inner] = kind === 'Reward' ? onlyEntry(fieldsOf(body, 'payload')) : [kind, body];
  if (name !== eventType) throw new ProofFailure('event', 'type');
  return fieldsOf(inner, 'payload');
}

/** The type of the line that an event has. */
export function lineTypeOf(eventType: string): LineType {
  const type = Object.hasOwn(TYPES, eventType) ? TYPES[eventType] : undefined;
  if (type) return type;
  throw new ProofFailure(WITHOUT_LINE.includes(eventType) ? 'event' : 'newer', eventType);
}

export function directionOf(moved: bigint): LineDirection {
  if (moved === 0n) return 'none';
  return moved > 0n ? 'in' : 'out';
}

function movedOnMain(postings: unknown, currency: string): bigint {
  if (postings === undefined) return 0n;
  if (!Array.isArray(postings)) throw new ProofFailure('event', 'postings');
  let moved = 0n;
  for (const posting of postings) {
    const { account, amount } = fieldsOf(posting, 'posting');
    if (account !== 'main') continue;
    const money = fieldsOf(amount, 'posting');
    if (money.currency !== currency) throw new ProofFailure('event', 'currency');
    moved += readAmount(money.amount, currency, 'event');
  }
  return moved;
}

/** The line that a receipt's event proves. */
export function provenLine(receipt: Receipt): ProvenLine {
  const type = lineTypeOf(receipt.eventType);
  const facts = readFacts(receipt.metadata);
  if (!facts) throw new ProofFailure('event', 'metadata');
  const { at, currency } = facts;
  const moved = movedOnMain(bodyOf(receipt).postings, currency);
  const balance = moved === 0n ? null : facts.balance;
  const { sequence } = receipt;
  return { sequence, type, direction: directionOf(moved), moved, balance, currency, at };
}

const absolute = (value: bigint) => (value < 0n ? -value : value);

function checkAmounts(claimed: ClaimedLine, proven: ProvenLine): void {
  const { currency, moved } = proven;
  if (claimed.currency !== currency) throw new ProofFailure('currency');
  if (claimed.direction !== proven.direction) throw new ProofFailure('direction');
  if (moved === 0n) {
    // Nothing has moved: then no balance may be shown, and the amount is only what was asked for.
    if (claimed.balance !== null) throw new ProofFailure('balance');
    return;
  }
  if (readAmount(claimed.amount, currency, 'amount') !== absolute(moved)) {
    throw new ProofFailure('amount');
  }
  if (readAmount(claimed.balance, currency, 'balance') !== proven.balance) {
    throw new ProofFailure('balance');
  }
}

/** Whether a line shows what its event says. */
export function checkLine(claimed: ClaimedLine, proven: ProvenLine): void {
  if (claimed.type !== proven.type) throw new ProofFailure('type');
  checkAmounts(claimed, proven);
  if (readInstant(claimed.createdAt) !== proven.at) throw new ProofFailure('time');
}

/** A line with the receipt that was asked for at its position. */
export interface ReceiptedLine {
  claimed: ClaimedLine;
  position: string;
  receipt: Receipt;
}

/** Checks a line by its receipt alone. */
export async function checkReceipted(
  { claimed, position, receipt }: ReceiptedLine,
  checkpoint: Checkpoint,
): Promise<ProvenLine> {
  try {
    await checkSealed(receipt, checkpoint);
    const proven = provenLine(receipt);
    if (position !== String(receipt.position)) throw new ProofFailure('wrong-event');
    checkLine(claimed, proven);
    return proven;
  } catch (failure) {
    throw failure instanceof ProofFailure ? failure.at(receipt.sequence) : failure;
  }
}
