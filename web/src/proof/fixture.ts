/** For tests: a small log of one wallet, built by the definitions of RFC 6962, not as it is checked. */
import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';

const sha = (...parts: Uint8Array[]) =>
  new Uint8Array(parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest());
const text = (value: string) => new TextEncoder().encode(value);
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
const long = (value: bigint) => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigInt64BE(value);
  return bytes;
};
const sized = (value: string) => [long(BigInt(text(value).length)), text(value)];

/** The largest power of two below n. */
function split(n: number): number {
  let k = 1;
  while (2 * k < n) k *= 2;
  return k;
}

export const leafOf = (data: Uint8Array) => sha(Uint8Array.of(0), data);

/** MTH of RFC 6962, 2.1, over hashes of leaves. */
export function rootOfLeaves(leaves: Uint8Array[]): Uint8Array {
  const [first] = leaves;
  if (!first) return sha();
  if (leaves.length === 1) return first;
  const k = split(leaves.length);
  const [left, right] = [leaves.slice(0, k), leaves.slice(k)];
  return sha(Uint8Array.of(1), rootOfLeaves(left), rootOfLeaves(right));
}

/** PATH of RFC 6962, 2.1.1. */
export function pathOf(index: number, leaves: Uint8Array[]): Uint8Array[] {
  if (leaves.length <= 1) return [];
  const k = split(leaves.length);
  const [left, right] = [leaves.slice(0, k), leaves.slice(k)];
  return index < k
    ? [...pathOf(index, left), rootOfLeaves(right)]
    : [...pathOf(index - k, right), rootOfLeaves(left)];
}

/** SUBPROOF of RFC 6962, 2.1.2. */
export function consistencyOf(from: number, leaves: Uint8Array[], whole = true): Uint8Array[] {
  if (from === leaves.length) return whole ? [] : [rootOfLeaves(leaves)];
  const k = split(leaves.length);
  const [left, right] = [leaves.slice(0, k), leaves.slice(k)];
  return from <= k
    ? [...consistencyOf(from, left, whole), rootOfLeaves(right)]
    : [...consistencyOf(from - k, right, false), rootOfLeaves(left)];
}

export const ORIGIN = 'wallet.example/journal';
/** A checkpoint's audit line: the number and hash of the last staff audit entry. */
const ACTS_LINE = `staff-acts 12 ${Buffer.alloc(32, 2).toString('base64')}\n`;
export const WALLET = '0198a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b';

export interface TestKey {
  verifier: string;
  signature: (body: string) => string;
}

export function testKey(name = ORIGIN): TestKey {
  const pair: { publicKey: KeyObject; privateKey: KeyObject } = generateKeyPairSync('ed25519');
  const raw = pair.publicKey.export({ type: 'spki', format: 'der' }).subarray(-32);
  const typed = Buffer.concat([Uint8Array.of(1), raw]);
  const id = sha(text(`${name}\n`), typed).slice(0, 4);
  return {
    verifier: `${name}+${hex(id)}+${typed.toString('base64')}`,
    signature: (body) => {
      const signed = Buffer.concat([id, sign(null, text(body), pair.privateKey)]);
      return `\u2014 ${name} ${signed.toString('base64')}\n`;
    },
  };
}

export interface TestEvent {
  type: string;
  /** Of the main wallet, in satang; 0 for an event that moves nothing. */
  moved: number;
  isReward?: boolean;
  /** From before balances and numbers were recorded. */
  isOld?: boolean;
  /** The second within 10:00; by default the event's place among all events. */
  second?: number;
}

type Wallet = { balance: number; movements: number; before: Uint8Array };

interface WireReceipt {
  format: string;
  position: string;
  walletId: string;
  sequence: string;
  eventType: string;
  eventVersion: string;
  payload: string;
  metadata: string;
  stateHash: string | null;
  before: string;
  recordedAt: string;
  salt: string;
  treeSize: string;
  path: string[];
}

interface WireLine {
  id: string;
  type: string;
  status: string;
  direction: string;
  amount: string;
  balance: string | null;
  createdAt: string;
  from: string;
  to: string;
}

const TYPE: Record<string, string> = {
  Deposited: 'deposit',
  TransferStarted: 'transfer',
  TransferCompleted: 'transfer',
  WithdrawalRequested: 'withdraw',
  GrantActivated: 'bonus',
  GiftSent: 'deposit',
};

const baht = (satang: number) => (satang / 100).toFixed(2);

export const EVENTS: TestEvent[] = [
  { type: 'Deposited', moved: 50_000 },
  { type: 'GiftSent', moved: 0 },
  { type: 'TransferStarted', moved: -12_550 },
  { type: 'GrantActivated', moved: 3_000, isReward: true },
  { type: 'TransferCompleted', moved: 25 },
  { type: 'WithdrawalRequested', moved: -40_000 },
  { type: 'Deposited', moved: 7 },
];

/** A wallet's events, one at each position, in every export format. */
export class TestLog {
  readonly key = testKey();
  readonly leaves: Uint8Array[] = [];
  readonly receipts: Omit<WireReceipt, 'treeSize' | 'path'>[] = [];
  readonly lines: WireLine[] = [];

  constructor(events: TestEvent[] = EVENTS) {
    let before: Uint8Array = new Uint8Array(32);
    let [balance, movements] = [0, 0];
    events.forEach((event, index) => {
      balance += event.moved;
      movements += event.moved === 0 ? 0 : 1;
      before = this.append(event, index, { balance, movements, before });
    });
  }

  private append(
    { type, moved, isReward, isOld, second }: TestEvent,
    index: number,
    { balance, movements, before }: Wallet,
  ): Uint8Array {
    const main = { account: 'main', amount: { amount: baht(moved), currency: 'THB' } };
    const other = { account: 'in_transit', amount: { amount: baht(-moved), currency: 'THB' } };
    const fields = moved === 0 ? { gift_id: WALLET } : { postings: [other, main] };
    const inner = { [type]: fields };
    const payload = JSON.stringify(isReward ? { Reward: inner } : inner);
    const at = `2026-11-21T10:00:${String(second ?? index).padStart(2, '0')}.123456789Z`;
    const metadata = JSON.stringify({
      at,
      actor: { kind: 'member' },
      requestId: 'ก-r1',
      ...(!isOld && { main: { amount: baht(balance), currency: 'THB' }, movements }),
    });
    const stateHash = index === 3 ? sha(text('state')) : null;
    const stream = sha(
      text('ledger-event/2'),
      before,
      ...sized('wallet'),
      Buffer.from(WALLET.replaceAll('-', ''), 'hex'),
      long(BigInt(index + 1)),
      ...[type, '1.0.0'].flatMap(sized),
      ...[payload, metadata].map((stored) => sha(text(stored))),
      ...(stateHash ? [Uint8Array.of(1), stateHash] : [Uint8Array.of(0)]),
    );
    const salt = sha(text(`salt ${index}`)).slice(0, 16);
    const recordedAt = 1_795_255_200_123_456n + BigInt(index);
    const place = long(BigInt(index + 1));
    const data = [text('wallet-leaf/1'), salt, place, long(recordedAt), stream];
    this.leaves.push(leafOf(Buffer.concat(data)));
    this.receipts.push({
      format: 'wallet-receipt/1',
      position: String(index + 1),
      walletId: WALLET,
      sequence: String(index + 1),
      eventType: type,
      eventVersion: '1.0.0',
      payload,
      metadata,
      stateHash: stateHash && hex(stateHash),
      before: hex(before),
      recordedAt: String(recordedAt),
      salt: hex(salt),
    });
    this.lines.push({
      id: `operation-${index}`,
      type: TYPE[type] ?? 'transfer',
      status: moved === 0 ? 'PENDING' : 'SUCCESS',
      direction: moved === 0 ? 'none' : moved > 0 ? 'in' : 'out',
      amount: moved === 0 ? '20.00' : baht(Math.abs(moved)),
      balance: moved === 0 ? null : baht(balance),
      createdAt: at.replace('789Z', 'Z'),
      from: 'WALLET',
      to: 'BANK',
    });
    return stream;
  }

  get size(): number {
    return this.leaves.length;
  }

  root(size = this.size): Uint8Array {
    return rootOfLeaves(this.leaves.slice(0, size));
  }

  /** Lines after the third are extensions: none in the checkpoints of older versions. */
  note(size = this.size, keys: TestKey[] = [this.key], extensions = ACTS_LINE): string {
    const root = Buffer.from(this.root(size)).toString('base64');
    const body = `${ORIGIN}\n${size}\n${root}\n${extensions}`;
    return `${body}\n${keys.map((key) => key.signature(body)).join('')}`;
  }

  receipt(position: number, size = this.size): WireReceipt {
    const found = this.receipts[position - 1];
    if (!found) throw new Error(`no position ${position}`);
    const path = pathOf(position - 1, this.leaves.slice(0, size)).map(hex);
    return { ...found, treeSize: String(size), path };
  }

  consistency(from: number, to: number) {
    const path = consistencyOf(from, this.leaves.slice(0, to)).map(hex);
    return { from: String(from), to: String(to), path };
  }

  private keys(): { verifier: string; since: string; until: string | null }[] {
    return [{ verifier: this.key.verifier, since: '0', until: null }];
  }

  private ends() {
    const opening = '0.00';
    const closing = this.lines.findLast((line) => line.balance !== null)?.balance ?? opening;
    return { openingBalance: opening, closingBalance: closing };
  }

  bundle() {
    const hashes: string[] = [];
    const indexOf = (hash: string) => {
      if (!hashes.includes(hash)) hashes.push(hash);
      return hashes.indexOf(hash);
    };
    const lines = this.lines.map((line, index) => {
      const { treeSize: _, path, ...receipt } = this.receipt(index + 1);
      return { ...line, receipt: { ...receipt, path: path.map(indexOf) } };
    });
    return {
      format: 'wallet-statement/1',
      walletId: WALLET,
      currency: 'THB',
      from: '2026-11-21T00:00:00Z' as string | null,
      to: '2026-11-22T00:00:00Z',
      ...this.ends(),
      origin: ORIGIN,
      keys: this.keys(),
      checkpoint: this.note(),
      hashes,
      lines,
    };
  }
}
