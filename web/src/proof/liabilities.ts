/** Checks that a signed total counts the money of one wallet. Section 10 of .github/proofs.md. */
import { readAmount, toSmallestUnit } from './amount';
import {
  type Bytes,
  concat,
  fromBase64,
  fromDecimal,
  fromHex,
  int64,
  isSame,
  toBase64,
  utf8,
} from './bytes';
import { HASH_LENGTH, hashedFacts, readFacts, walletBytes } from './chain';
import { sha256 } from './digest';
import { ProofFailure, type Reason } from './failure';
import { readInstant } from './instant';
import { countedJsonOf, jsonOf } from './json';
import type { KnownLog } from './known';
import { readMicros } from './leaf';
import { fieldsOf, listOf, membersOf, textOf } from './members';
import { type Checkpoint, readNote } from './note';
import {
  checkRecorded,
  checkSealed,
  type Receipt,
  type Recorded,
  readReceipt,
  readRecorded,
} from './receipt';
import { openFile, type SignedFile } from './signedFile';

const FORMAT = 'wallet-liabilities/1';
const HOUSE = '686f7573-6500-8000-8000-000000000000';
const EVENT = 'LiabilitiesTotalled';
const AMOUNTS = ['main', 'inTransit', 'withdrawal', 'games'] as const;
const MEMBERS = `format walletId currency origin keys checkpoint house own next main inTransit
  withdrawal games shares`.split(/\s+/);
const LINK = 'sequence type at balance content before position recordedAt salt path'.split(' ');
const TREE = 'currency leaves root total main in_transit withdrawal games'.split(' ');
const SHARE = 'place salt share path'.split(' ');
const CURRENCIES: unknown[] = ['THB', 'LAK'];
const SALT_LENGTH = 16;
const SUM_LENGTH = 8;
const ENTRY_LENGTH = HASH_LENGTH + SUM_LENGTH;
const SUM_MAX = 2n ** 63n - 1n;

/** In hundredths. */
export type Amounts = Record<(typeof AMOUNTS)[number], bigint>;

export interface ProvenLiabilities extends SignedFile {
  walletId: string;
  currency: string;
  /** When the service says that it added up, in microseconds since 1970. */
  at: bigint;
  /** Hundredths, of all wallets. */
  total: bigint;
  /** Hundredths, of this wallet. */
  held: bigint;
  amounts: Amounts;
  /** Of the tree of shares. */
  root: Bytes;
  /** Everything in the log up to here is counted. */
  counted: number;
  /** The total's own event. */
  house: Receipt;
  /** The wallet's last event that is counted. */
  own: Recorded;
  /** The one after it; null where the checkpoint's log has none. */
  next: Recorded | null;
}

/** When an event was recorded that the total does not count, though it was before; else null. */
export function missedAt({ next, at }: ProvenLiabilities): bigint | null {
  return next && next.recordedAt < at ? next.recordedAt : null;
}

/** Whether a file says that it is one. */
export const isLiabilities = (value: unknown) => fieldsOf(value, 'file').format === FORMAT;

function need(holds: boolean, reason: Reason, where: string): void {
  if (!holds) throw new ProofFailure(reason, where);
}

/** No amount is below zero, and each fits into 8 bytes. */
function readMoney(text: unknown, currency: string): bigint {
  const value = readAmount(text, currency, 'unreadable');
  const isWithin = toSmallestUnit(value, currency) <= SUM_MAX;
  need(isWithin && !String(text).startsWith('-'), 'unreadable', 'amount');
  return value;
}

/** An event of the wallet, without its content. */
interface LinkedEvent extends Recorded {
  /** Of the main wallet right after it, in hundredths. */
  balance: bigint;
  /** The hash of the wallet's whole history up to and with it. */
  stream: Uint8Array;
}

async function checkLink(
  value: unknown,
  { walletId, currency }: { walletId: unknown; currency: string },
  checkpoint: Checkpoint,
): Promise<LinkedEvent> {
  const fields = membersOf(value, LINK, 'link');
  const event = readRecorded({ ...fields, walletId });
  const balance = readMoney(fields.balance, currency);
  const link = {
    type: textOf(fields.type, 'type'),
    facts: hashedFacts({ at: readMicros(fields.at, 'at'), balance, currency }),
    content: fromHex(fields.content, HASH_LENGTH, 'content'),
  };
  return { ...event, balance, stream: await checkRecorded(event, link, checkpoint) };
}

function readCount(value: unknown, least: number): number {
  need(Number.isSafeInteger(value) && Number(value) >= least, 'unreadable', 'count');
  return Number(value);
}

/** The sum of all shares of a currency. */
interface Tree {
  currency: string;
  /** How many entries each path has. */
  height: number;
  root: Bytes;
  total: bigint;
}

function readTree(value: unknown): Tree {
  const fields = membersOf(value, TREE, 'tree');
  const currency = textOf(fields.currency, 'currency');
  need(CURRENCIES.includes(currency), 'unreadable', 'currency');
  const { total, main, in_transit, withdrawal, games } = fields;
  const parts = [main, in_transit, withdrawal, games].map((text) => readMoney(text, currency));
  const sum = parts.reduce((all, part) => all + part, 0n);
  need(readMoney(total, currency) === sum, 'total', 'sum');
  const leaves = readCount(fields.leaves, 2);
  const height = leaves.toString(2).length - 1;
  need(2 ** height === leaves, 'unreadable', 'leaves');
  return { currency, height, root: fromHex(fields.root, HASH_LENGTH, 'root'), total: sum };
}

function readTotal({ walletId, eventType, payload, metadata }: Receipt) {
  need(walletId === HOUSE && eventType === EVENT, 'total', 'event');
  // A member twice means one thing to this reader and another to the next one.
  jsonOf(metadata, 'metadata');
  need(readFacts(metadata) === null, 'total', 'facts');
  const event = membersOf(countedJsonOf(payload, 'payload'), [EVENT], 'payload')[EVENT];
  const fields = membersOf(event, ['at', 'position', 'trees'], 'payload');
  const at = readInstant(fields.at);
  if (at === null) throw new ProofFailure('unreadable', 'at');
  const trees = listOf(fields.trees, 'trees').map(readTree);
  const isSorted = trees.every(
    ({ currency }, index) => (trees[index - 1]?.currency ?? '') < currency,
  );
  need(isSorted, 'total', 'trees');
  return { at, counted: readCount(fields.position, 1), trees };
}

/** A node of the tree, as its parent hashes it: a hash and a sum. */
const nodeOf = (hash: Uint8Array, sum: bigint) => concat(hash, int64(sum));
const sumOf = (node: Bytes) => new DataView(node.buffer).getBigInt64(HASH_LENGTH);

async function parentOf(left: Bytes, right: Bytes): Promise<Bytes> {
  const sums = [sumOf(left), sumOf(right)] as const;
  const sum = sums[0] + sums[1];
  // A sum below zero somewhere would hide money of others.
  need(sums.every((each) => each >= 0n) && sum <= SUM_MAX, 'uncounted', 'sum');
  return nodeOf(await sha256(concat(Uint8Array.of(1), left, right)), sum);
}

/** A share's place, and its amount in hundredths. */
async function checkShare(
  value: unknown,
  leafData: Bytes,
  { currency, height, root, total }: Tree,
): Promise<{ place: number; share: bigint }> {
  const fields = membersOf(value, SHARE, 'shares');
  const place = fromDecimal(fields.place, 'place');
  const share = readMoney(fields.share, currency);
  const salt = fromHex(fields.salt, SALT_LENGTH, 'salt');
  const path = fromBase64(textOf(fields.path, 'path'), 'path');
  need(place < 2 ** height && path.length === ENTRY_LENGTH * height, 'uncounted', 'path');
  const sum = toSmallestUnit(share, currency);
  const start = concat(Uint8Array.of(0), utf8('wallet-share/1'), int64(BigInt(place)), salt);
  let node = nodeOf(await sha256(concat(start, leafData, int64(sum))), sum);
  for (let level = 0; level < height; level += 1) {
    const entry = path.slice(ENTRY_LENGTH * level, ENTRY_LENGTH * (level + 1));
    const isRight = Math.floor(place / 2 ** level) % 2 === 1;
    node = await (isRight ? parentOf(entry, node) : parentOf(node, entry));
  }
  need(isSame(node, nodeOf(root, toSmallestUnit(total, currency))), 'uncounted', 'root');
  return { place, share };
}

/** The wallet's event after the one that is counted: the total must not have left it out. */
function checkNext(next: LinkedEvent, own: LinkedEvent, counted: number): void {
  const isAfter = next.sequence === own.sequence + 1 && isSame(next.before, own.stream);
  need(isAfter, 'history', 'next');
  need(next.position > counted, 'stale', 'next');
}

/** The four amounts, of which the log itself has the first. */
function readAmounts(fields: Record<string, unknown>, own: LinkedEvent, currency: string): Amounts {
  const [main = 0n, inTransit = 0n, withdrawal = 0n, games = 0n] = AMOUNTS.map((name) =>
    readMoney(fields[name], currency),
  );
  need(own.balance === main, 'uncounted', 'main');
  return { main, inTransit, withdrawal, games };
}

/** Both shares lead to the total, and together they are what the wallet holds. */
async function checkShares(
  value: unknown,
  own: LinkedEvent,
  { amounts, tree }: { amounts: Amounts; tree: Tree },
): Promise<bigint> {
  const parts = AMOUNTS.map((name) => amounts[name]);
  const wallet = [walletBytes(own.walletId), int64(BigInt(own.sequence)), own.stream];
  const sums = parts.map((part) => int64(toSmallestUnit(part, tree.currency)));
  const leafData = concat(...wallet, ...sums);
  const shares = listOf(value, 'shares');
  need(shares.length === 2, 'unreadable', 'shares');
  const [first, second] = await Promise.all(
    shares.map((share) => checkShare(share, leafData, tree)),
  );
  const held = parts.reduce((sum, part) => sum + part, 0n);
  // One share shown twice would be half of the money.
  const areTwo = first && second && first.place !== second.place;
  need(areTwo === true && first.share + second.share === held, 'uncounted', 'shares');
  return held;
}

/** Everybody who has this checkpoint is shown the total that it names, and no other one. */
function checkNamed(sequence: number, stream: Uint8Array, { note }: Checkpoint): void {
  const lines = readNote(note).body.split('\n').slice(3);
  const ours = lines.filter((line) => line.split(' ')[0] === 'house');
  const isNamed = ours.length === 1 && ours[0] === `house ${sequence} ${toBase64(stream)}`;
  need(isNamed, 'total', 'checkpoint');
}

export async function checkLiabilities(
  value: unknown,
  known: KnownLog | null = null,
): Promise<ProvenLiabilities> {
  need(isLiabilities(value), 'no-proof', 'format');
  const fields = membersOf(value, MEMBERS, 'file');
  const { origin, keys, checkpoint: note } = fields;
  const signed = await openFile({ origin, keys, checkpoint: note }, known);
  const { checkpoint } = signed;
  const house = readReceipt(fields.house);
  checkNamed(house.sequence, await checkSealed(house, checkpoint), checkpoint);
  const { at, counted, trees } = readTotal(house);
  const tree = trees.find(({ currency }) => currency === fields.currency);
  if (!tree) throw new ProofFailure('total', 'currency');
  const wallet = { walletId: fields.walletId, currency: tree.currency };
  const own = await checkLink(fields.own, wallet, checkpoint);
  const isCounted = own.position <= counted && counted < house.position;
  need(own.walletId !== HOUSE && isCounted, 'uncounted', 'position');
  const next = fields.next === null ? null : await checkLink(fields.next, wallet, checkpoint);
  if (next) checkNext(next, own, counted);
  const amounts = readAmounts(fields, own, tree.currency);
  const held = await checkShares(fields.shares, own, { amounts, tree });
  const { currency, total, root } = tree;
  const money = { currency, total, held, amounts };
  return { ...signed, ...money, walletId: own.walletId, at, root, counted, house, own, next };
}
