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

/** An Ed25519 key, as signed notes name it. */
function notedKey(name: string, algorithm: number) {
  const pair: { publicKey: KeyObject; privateKey: KeyObject } = generateKeyPairSync('ed25519');
  const raw = pair.publicKey.export({ type: 'spki', format: 'der' }).subarray(-32);
  const typed = Buffer.concat([Uint8Array.of(algorithm), raw]);
  const id = sha(text(`${name}\n`), typed).slice(0, 4);
  return {
    verifier: `${name}+${hex(id)}+${typed.toString('base64')}`,
    signed: (message: string) => sign(null, text(message), pair.privateKey),
    line: (...parts: Uint8Array[]) =>
      `\u2014 ${name} ${Buffer.concat([id, ...parts]).toString('base64')}\n`,
  };
}

export function testKey(name = ORIGIN): TestKey {
  const { verifier, signed, line } = notedKey(name, 1);
  return { verifier, signature: (body) => line(signed(body)) };
}

export interface TestWitness {
  verifier: string;
  /** The note with this witness' line below; `change` makes the line a wrong one. */
  sign: (note: string, time: number, change?: { time?: number; body?: string }) => string;
}

export function testWitness(name: string): TestWitness {
  const { verifier, signed, line } = notedKey(name, 4);
  return {
    verifier,
    sign(note, time, change = {}) {
      const body = change.body ?? note.slice(0, note.lastIndexOf('\n\n') + 1);
      const signature = signed(`cosignature/v1\ntime ${change.time ?? time}\n${body}`);
      return note + line(long(BigInt(time)), signature);
    },
  };
}

/** As `GET /api/proof/key` answers. */
export function keyAnswer(keys: unknown[], witnesses: TestWitness[] = [], quorum = 0) {
  return {
    origin: ORIGIN,
    keys,
    witnesses: { quorum, keys: witnesses.map(({ verifier }) => verifier) },
  };
}

export interface TestEvent {
  type: string;
  /** Of the main wallet, in satang; 0 for an event that moves nothing. Of a void row: what it claims. */
  moved: number;
  isReward?: boolean;
  /** Not a line of the statement. */
  isHidden?: boolean;
  /** Written without the journal's key. */
  isVoid?: boolean;
  /** Without a balance in its metadata; the ledger writes no such event. */
  isBare?: boolean;
  /** The second within 10:00; by default the event's place among all events. */
  second?: number;
}

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
  currency: string;
  createdAt: string;
  from: string;
  to: string;
  position: string;
}

type WireRow = (string | null | string[])[];
type WireEvent = WireRow | Record<string, string | string[]>;

/** An event as it is hashed and shown. */
interface Stored {
  event: TestEvent;
  at: string;
  balance: number;
  payload: string;
  metadata: string;
  facts: Uint8Array;
  stateHash: Uint8Array | null;
  content: Uint8Array;
  line: WireLine | null;
}

const TYPE: Record<string, string> = {
  Deposited: 'deposit',
  TransferStarted: 'transfer',
  TransferCompleted: 'transfer',
  WithdrawalRequested: 'withdraw',
  GrantActivated: 'bonus',
  GiftSent: 'deposit',
  TransferReturned: 'transfer',
};

export const EVENTS: TestEvent[] = [
  { type: 'Deposited', moved: 50_000 },
  { type: 'GiftSent', moved: 0 },
  { type: 'TransferStarted', moved: -12_550 },
  { type: 'GrantActivated', moved: 3_000, isReward: true },
  { type: 'TransferCompleted', moved: 25 },
  { type: 'WithdrawalRequested', moved: -40_000 },
  { type: 'Deposited', moved: 7 },
];

/** With events that are no lines, lines that moved nothing, and rows from outside. */
export const HISTORY: TestEvent[] = [
  { type: 'Opened', moved: 0, isHidden: true },
  { type: 'Deposited', moved: 50_000 },
  { type: 'Deposited', moved: 999, isVoid: true },
  { type: 'WithdrawalRequested', moved: -20_000 },
  { type: 'WithdrawalSent', moved: 0, isHidden: true },
  { type: 'GiftSent', moved: 0 },
  { type: 'TransferStarted', moved: -10_000 },
  { type: 'Corrected', moved: -1, isVoid: true },
  { type: 'TransferReturned', moved: 10_000 },
];

const baht = (satang: number) => (satang / 100).toFixed(2);
const START_MS = Date.parse('2026-11-21T10:00:00Z');
const timeOf = (second: number) =>
  new Date(START_MS + second * 1000).toISOString().replace('000Z', '123456789Z');
const micros = (at: string) => String(BigInt(Date.parse(`${at.slice(0, 19)}Z`)) * 1000n + 123_456n);

function payloadOf({ type, moved, isReward }: TestEvent): string {
  const main = { account: 'main', amount: { amount: baht(moved), currency: 'THB' } };
  const other = { account: 'in_transit', amount: { amount: baht(-moved), currency: 'THB' } };
  const inner = { [type]: moved === 0 ? { gift_id: WALLET } : { postings: [other, main] } };
  return JSON.stringify(isReward ? { Reward: inner } : inner);
}

function factsOf({ isBare }: TestEvent, at: string, balance: number): Uint8Array {
  if (isBare) return Uint8Array.of(0);
  const numbers = [BigInt(micros(at)), BigInt(balance)].map(long);
  return Buffer.concat([Uint8Array.of(1), ...numbers, text('THB')]);
}

function storedOf(event: TestEvent, index: number, balance: number): Stored {
  const { moved, isVoid, isHidden, isBare, second } = event;
  const at = timeOf(second ?? index);
  const claimed = isVoid ? balance + moved : balance;
  const noted = { at, actor: { kind: 'member' }, requestId: 'ก-r1' };
  const main = { amount: baht(claimed), currency: 'THB' };
  const payload = payloadOf(event);
  const metadata = JSON.stringify(isBare ? noted : { ...noted, main });
  const stateHash = index === 3 ? sha(text('state')) : null;
  const content = sha(
    text('ledger-content/1'),
    ...sized('1.0.0'),
    ...[payload, metadata].map((stored) => sha(text(stored))),
    ...(stateHash ? [Uint8Array.of(1), stateHash] : [Uint8Array.of(0)]),
  );
  const line = isVoid || isHidden ? null : lineOf(event, index, { balance, at });
  const facts = factsOf(event, at, claimed);
  return { event, at, balance, payload, metadata, facts, stateHash, content, line };
}

function lineOf(
  { type, moved }: TestEvent,
  index: number,
  { balance, at }: { balance: number; at: string },
): WireLine {
  return {
    id: `operation-${index}`,
    type: TYPE[type] ?? 'transfer',
    status: moved === 0 ? 'PENDING' : 'SUCCESS',
    direction: moved === 0 ? 'none' : moved > 0 ? 'in' : 'out',
    amount: moved === 0 ? '20.00' : baht(Math.abs(moved)),
    balance: moved === 0 ? null : baht(balance),
    currency: 'THB',
    createdAt: at.replace('789Z', 'Z'),
    from: 'WALLET',
    to: 'BANK',
    position: String(index + 1),
  };
}

const saltOf = (index: number) => sha(text(`salt ${index}`)).slice(0, 16);

/** A wallet's events, one at each position, in every export format. */
export class TestLog {
  readonly key = testKey();
  readonly leaves: Uint8Array[] = [];
  readonly receipts: Omit<WireReceipt, 'treeSize' | 'path'>[] = [];
  readonly lines: WireLine[] = [];
  private readonly stored: Stored[] = [];

  constructor(events: TestEvent[] = EVENTS) {
    let before: Uint8Array = new Uint8Array(32);
    let balance = 0;
    events.forEach((event, index) => {
      balance += event.isVoid ? 0 : event.moved;
      before = this.append(storedOf(event, index, balance), index, before);
    });
  }

  private append(stored: Stored, index: number, before: Uint8Array): Uint8Array {
    const { event, payload, metadata, facts, stateHash, content, line } = stored;
    const place = long(BigInt(index + 1));
    const stream = sha(
      text('ledger-event/3'),
      before,
      ...sized('wallet'),
      Buffer.from(WALLET.replaceAll('-', ''), 'hex'),
      place,
      ...sized(event.type),
      facts,
      content,
    );
    const salt = saltOf(index);
    const recordedAt = 1_795_255_200_123_456n + BigInt(index);
    const data = event.isVoid
      ? [text('wallet-void/2'), salt, place, stream]
      : [text('wallet-leaf/1'), salt, place, long(recordedAt), stream];
    this.leaves.push(leafOf(Buffer.concat(data)));
    this.stored.push(stored);
    if (line) this.lines.push(line);
    this.receipts.push({
      format: 'wallet-receipt/2',
      position: String(index + 1),
      walletId: WALLET,
      sequence: String(index + 1),
      eventType: event.type,
      eventVersion: '1.0.0',
      payload,
      metadata,
      stateHash: stateHash && hex(stateHash),
      before: hex(before),
      recordedAt: String(recordedAt),
      salt: hex(salt),
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

  path(position: number, size = this.size): string[] {
    return pathOf(position - 1, this.leaves.slice(0, size)).map(hex);
  }

  receipt(position: number, size = this.size): WireReceipt {
    const found = this.receipts[position - 1];
    if (!found) throw new Error(`no position ${position}`);
    return { ...found, treeSize: String(size), path: this.path(position, size) };
  }

  consistency(from: number, to: number) {
    const path = consistencyOf(from, this.leaves.slice(0, to)).map(hex);
    return { from: String(from), to: String(to), path };
  }

  private shown({ event, at, balance, content, facts, line }: Stored, index: number): WireEvent {
    const { type, moved, isVoid } = event;
    const digest = hex(content);
    if (isVoid) return { type, facts: hex(facts), content: digest, ...this.place(index) };
    const parts = [type, micros(at), digest];
    if (!line) return parts;
    const { id, status, from, to, amount } = line;
    return moved === 0
      ? [...parts, null, [id, status, from, to, amount]]
      : [...parts, baht(balance), [id, status, from, to]];
  }

  private place(index: number) {
    return {
      position: String(index + 1),
      salt: hex(saltOf(index)),
      path: this.path(index + 1),
    };
  }

  /** The statement of a period, as the server makes it. */
  statement(from: string | null = null, to: string | null = null) {
    const isListed = ({ line, at }: Stored) =>
      line !== null &&
      (!from || Date.parse(at) >= Date.parse(from)) &&
      (!to || Date.parse(at) < Date.parse(to));
    const line = Math.max(this.stored.findIndex(isListed), 0);
    const last = this.stored.findLastIndex(isListed);
    const earlier = this.stored.slice(0, from ? line : 0);
    const first = Math.max(
      earlier.findLastIndex(({ event }) => !event.isVoid),
      0,
    );
    const stored = this.stored.slice(first, last + 1);
    const events = stored.map((event, at) => this.shown(event, first + at));
    if (first > 0)
      events[0] = [...(events[0] as WireRow).slice(0, 3), baht(stored[0]?.balance ?? 0)];
    const { recordedAt = '' } = this.receipts[last] ?? {};
    return {
      format: 'wallet-statement/2',
      walletId: WALLET,
      currency: 'THB',
      from,
      to,
      origin: ORIGIN,
      keys: [{ verifier: this.key.verifier, since: '0', until: null as string | null }],
      checkpoint: this.note(),
      first: String(first + 1),
      before: this.receipts[first]?.before ?? '',
      events,
      leaf: last < 0 ? null : { recordedAt, ...this.place(last) },
    };
  }
}
