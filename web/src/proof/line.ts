/** What an event proves of its statement line. The rule stands in .github/proofs.md. */
import { readAmount, writeAmount } from './amount';
import { ProofFailure } from './failure';
import { readInstant } from './instant';
import { fieldsOf, type Receipt, type SealedReceipt } from './receipt';

export type LineType =
  | 'deposit'
  | 'withdraw'
  | 'transfer'
  | 'bonus'
  | 'finish_bonus'
  | 'correction';
export type LineDirection = 'in' | 'out' | 'none';

/** A line as somebody shows it. */
export interface ClaimedLine {
  type: string;
  direction: string;
  amount: string;
  balance: string | null;
  createdAt: string;
  position?: string;
  /** `<wallet id>/<sequence>`. */
  event?: string;
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
  /** Hundredths; null while nothing has moved. */
  balance: bigint | null;
  currency: string | null;
  /** Microseconds since 1970. */
  at: bigint;
  recordedAt: bigint;
  before: Uint8Array;
  streamHash: Uint8Array;
}

const TYPES: Record<string, LineType> = {
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

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ProofFailure('event', 'JSON');
  }
}

/** The event's own fields; rewards stand one level deeper. */
function bodyOf({ payload, eventType }: Receipt): Record<string, unknown> {
  const outer = fieldsOf(parsed(payload), 'payload');
  const inner = Object.hasOwn(outer, 'Reward') ? fieldsOf(outer.Reward, 'payload') : outer;
  const [name, ...others] = Object.keys(inner);
  if (name !== eventType || others.length > 0) throw new ProofFailure('event', 'type');
  return fieldsOf(inner[name], 'payload');
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

/** What the main wallet held right after the event, in the currency of what moved. */
function balanceAfter(main: unknown, currency: string | null): bigint {
  if (main === undefined || main === null) throw new ProofFailure('no-balance');
  const money = fieldsOf(main, 'main');
  if (money.currency !== currency) throw new ProofFailure('event', 'currency');
  return readAmount(money.amount, currency, 'event');
}

/** The line that a sealed event proves. */
export function provenLine({ receipt, streamHash }: SealedReceipt): ProvenLine {
  const type = Object.hasOwn(TYPES, receipt.eventType) ? TYPES[receipt.eventType] : undefined;
  if (!type) throw new ProofFailure('event', receipt.eventType);
  const { moved, currency } = movedOnMain(bodyOf(receipt).postings);
  const { at, main } = fieldsOf(parsed(receipt.metadata), 'metadata');
  const time = readInstant(at);
  if (time === null) throw new ProofFailure('event', 'at');
  const isMoved = moved !== 0n;
  return {
    position: receipt.position,
    walletId: receipt.walletId,
    sequence: receipt.sequence,
    eventType: receipt.eventType,
    type,
    direction: !isMoved ? 'none' : moved > 0n ? 'in' : 'out',
    moved,
    balance: isMoved ? balanceAfter(main, currency) : null,
    currency,
    at: time,
    recordedAt: receipt.recordedAt,
    before: receipt.before,
    streamHash,
  };
}

const absolute = (value: bigint) => (value < 0n ? -value : value);

function checkAmounts(claimed: ClaimedLine, proven: ProvenLine): void {
  if (claimed.direction !== proven.direction) throw new ProofFailure('direction');
  if (proven.balance === null) {
    // Nothing has moved: then no balance may be shown, and the amount is only what was asked for.
    if (claimed.balance !== null) throw new ProofFailure('balance');
    return;
  }
  const { currency } = proven;
  const amount = readAmount(claimed.amount, currency, 'amount');
  if (amount !== absolute(proven.moved)) throw new ProofFailure('amount');
  const balance = readAmount(claimed.balance, currency, 'balance');
  if (balance !== proven.balance) {
    throw new ProofFailure('balance');
  }
}

/** Whether a line shows what its event says. */
export function checkLine(claimed: ClaimedLine, proven: ProvenLine): void {
  const { position, event } = claimed;
  const hasOther =
    (position !== undefined && position !== String(proven.position)) ||
    (event !== undefined && event !== `${proven.walletId}/${proven.sequence}`);
  if (hasOther) throw new ProofFailure('wrong-event');
  if (claimed.type !== proven.type) throw new ProofFailure('type');
  checkAmounts(claimed, proven);
  const time = readInstant(claimed.createdAt);
  if (time === null || time !== proven.at) throw new ProofFailure('time');
}

/** As the wire writes it. */
export function amountOf({ moved, currency }: ProvenLine): string {
  return writeAmount(absolute(moved), currency ?? 'THB');
}
