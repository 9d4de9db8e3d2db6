/** What an event proves about its statement line. The rule is in .github/proofs.md. */
import { readAmount } from './amount';
import { ProofFailure } from './failure';
import { readInstant } from './instant';
import { fieldsOf } from './members';
import type { Receipt, SealedReceipt } from './receipt';

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
  createdAt: string;
  /** The log position that the line was asked for at, where it is known. */
  position?: string;
}

/** A line as the log proves it. */
export interface ProvenLine {
  position: number;
  walletId: string;
  sequence: number;
  eventType: string;
  type: LineType;
  direction: LineDirection;
  /** Hundredths; 0 while nothing has moved. */
  moved: bigint;
  /** Hundredths; null while nothing has moved. Of an old event, what the line shows. */
  balance: bigint | null;
  /** Whether the event records the balance after it; old events do not. */
  isBalanceNoted: boolean;
  /** The number of the main wallet's last movement, this one included; null where not recorded. */
  movement: number | null;
  currency: string | null;
  /** Microseconds since 1970. */
  at: bigint;
  recordedAt: bigint;
  before: Uint8Array;
  streamHash: Uint8Array;
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

interface Sum {
  moved: bigint;
  currency: string | null;
}

function movedOnMain(postings: unknown): Sum {
  if (postings === undefined) return { moved: 0n, currency: null };
  if (!Array.isArray(postings)) throw new ProofFailure('event', 'postings');
  let sum: Sum = { moved: 0n, currency: null };
  for (const posting of postings) {
    const { account, amount } = fieldsOf(posting, 'posting');
    if (account !== 'main') continue;
    const money = fieldsOf(amount, 'posting');
    const moved = sum.moved + readAmount(money.amount, money.currency, 'event');
    const currency = String(money.currency);
    if (sum.currency !== null && sum.currency !== currency) {
      throw new ProofFailure('event', 'currency');
    }
    sum = { moved, currency };
  }
  return sum;
}

/** What the main wallet held right after the event; null in those from before that was recorded. */
function balanceAfter(main: unknown, currency: string | null): bigint | null {
  if (main === undefined || main === null) return null;
  const money = fieldsOf(main, 'main');
  if (money.currency !== currency) throw new ProofFailure('event', 'currency');
  return readAmount(money.amount, currency, 'event');
}

function movementOf(movements: unknown): number | null {
  if (movements === undefined || movements === null) return null;
  if (typeof movements !== 'number' || !Number.isSafeInteger(movements) || movements < 0) {
    throw new ProofFailure('event', 'movements');
  }
  return movements;
}

/** The line that a sealed event proves. */
export function provenLine({ receipt, streamHash }: SealedReceipt): ProvenLine {
  const type = Object.hasOwn(TYPES, receipt.eventType) ? TYPES[receipt.eventType] : undefined;
  if (!type) {
    const reason = WITHOUT_LINE.includes(receipt.eventType) ? 'event' : 'newer';
    throw new ProofFailure(reason, receipt.eventType);
  }
  const { moved, currency } = movedOnMain(bodyOf(receipt).postings);
  const { at, main, movements } = fieldsOf(parsed(receipt.metadata), 'metadata');
  const time = readInstant(at);
  if (time === null) throw new ProofFailure('event', 'at');
  const isMoved = moved !== 0n;
  const balance = isMoved ? balanceAfter(main, currency) : null;
  return {
    position: receipt.position,
    walletId: receipt.walletId,
    sequence: receipt.sequence,
    eventType: receipt.eventType,
    type,
    direction: !isMoved ? 'none' : moved > 0n ? 'in' : 'out',
    moved,
    balance,
    isBalanceNoted: !isMoved || balance !== null,
    movement: movementOf(movements),
    currency,
    at: time,
    recordedAt: receipt.recordedAt,
    before: receipt.before,
    streamHash,
  };
}

const absolute = (value: bigint) => (value < 0n ? -value : value);

/** Returns the shown balance, which must equal the event's if it records one. */
function checkAmounts(claimed: ClaimedLine, proven: ProvenLine): bigint | null {
  if (claimed.direction !== proven.direction) throw new ProofFailure('direction');
  if (proven.moved === 0n) {
    // Nothing has moved: then no balance may be shown, and the amount is only what was asked for.
    if (claimed.balance !== null) throw new ProofFailure('balance');
    return null;
  }
  const { currency } = proven;
  const amount = readAmount(claimed.amount, currency, 'amount');
  if (amount !== absolute(proven.moved)) throw new ProofFailure('amount');
  const balance = readAmount(claimed.balance, currency, 'balance');
  if (proven.balance !== null && balance !== proven.balance) throw new ProofFailure('balance');
  return balance;
}

/** Whether a line shows what its event says; the line with its balance, recorded or shown. */
export function checkLine(claimed: ClaimedLine, proven: ProvenLine): ProvenLine {
  if (claimed.position !== undefined && claimed.position !== String(proven.position)) {
    throw new ProofFailure('wrong-event');
  }
  if (claimed.type !== proven.type) throw new ProofFailure('type');
  const balance = checkAmounts(claimed, proven);
  const time = readInstant(claimed.createdAt);
  if (time === null || time !== proven.at) throw new ProofFailure('time');
  return { ...proven, balance };
}
