/**
 * Checks a statement: its events make the wallet's chain, whose end is in the checkpoint's log, and
 * the lines follow from them. Section 7 of .github/proofs.md.
 */
import { isVoid, type StatedEvent, type Statement, type VoidRow } from './bundle';
import { hashedFacts, isBeginning, type Link, streamHash, walletBytes } from './chain';
import { ProofFailure } from './failure';
import { eventLeaf, isSealed, voidLeaf } from './leaf';
import { directionOf, lineTypeOf, type ProvenLine } from './line';
import type { Checkpoint } from './note';

/** Enough at once to cost no time, few enough to stay responsive. */
const AT_ONCE = 500;

export interface Watch {
  signal?: AbortSignal;
  /** In events. */
  onProgress?: (done: number, total: number) => void;
}

export interface StatedLine extends ProvenLine {
  /** From the file alone: nothing proves it. */
  id: string;
}

/** What the events of a statement prove. */
export interface ProvenEvents {
  /** Oldest first. */
  lines: StatedLine[];
  /** Hundredths; null without a line. */
  opening: bigint | null;
  closing: bigint | null;
  /** The last line's position in the log; null without a line. */
  position: number | null;
  /** How many rows were not written with the journal's key. */
  voids: number;
}

/** An event with a line, and what was held before it. */
interface Listed {
  event: StatedEvent;
  id: string;
  sequence: number;
  before: bigint;
}

interface Walk {
  links: Link[];
  listed: Listed[];
  balance: bigint;
}

function linkOf({ type, at, content }: StatedEvent, balance: bigint, currency: string): Link {
  return { type, content, facts: hashedFacts({ at, balance, currency }) };
}

/** Where the wallet's first event is not among them, the first one says what was held before. */
function begin({ first, before, from, events, currency }: Statement): Walk {
  if ((first === 1) !== isBeginning(before)) throw new ProofFailure('opening', 'before');
  if (first === 1) return { links: [], listed: [], balance: 0n };
  if (from === null) throw new ProofFailure('opening', 'from');
  const [event] = events;
  if (!event || isVoid(event) || event.balance === null || event.lineId !== null) {
    throw new ProofFailure('opening', 'balance');
  }
  const { balance } = event;
  return { links: [linkOf(event, balance, currency)], listed: [], balance };
}

function step(walk: Walk, event: StatedEvent | VoidRow, { first, currency }: Statement): void {
  const sequence = first + walk.links.length;
  if (isVoid(event)) {
    walk.links.push(event);
    return;
  }
  const { balance, lineId } = event;
  const before = walk.balance;
  if (lineId !== null) walk.listed.push({ event, id: lineId, sequence, before });
  // One event before the first line is enough to say what was held; rows may be between.
  else if (balance !== null || (first > 1 && walk.listed.length === 0)) {
    throw new ProofFailure('opening', 'balance').at(sequence);
  }
  // A balance is only where it has changed.
  if (balance === before) throw new ProofFailure('gap', 'balance').at(sequence);
  walk.balance = balance ?? before;
  walk.links.push(linkOf(event, walk.balance, currency));
}

function follow(statement: Statement): Walk {
  const walk = begin(statement);
  for (const event of statement.events.slice(walk.links.length)) step(walk, event, statement);
  return walk;
}

function lineOf({ event, id, sequence, before }: Listed, currency: string): StatedLine {
  const { type, at, balance } = event;
  const moved = balance === null ? 0n : balance - before;
  try {
    const kind = { type: lineTypeOf(type), direction: directionOf(moved) };
    return { id, sequence, ...kind, moved, balance, currency, at };
  } catch (failure) {
    throw failure instanceof ProofFailure ? failure.at(sequence) : failure;
  }
}

/**
 * The first line must not be before the period, nor the last one after it. Lines between may lie
 * outside, where the clocks of two gateways differ: without them there would be a gap.
 */
function checkPeriod(listed: Listed[], { from, to }: Statement): void {
  const [first, last] = [listed[0], listed.at(-1)];
  if (first && from !== null && first.event.at < from) {
    throw new ProofFailure('period').at(first.sequence);
  }
  if (last && to !== null && last.event.at >= to) {
    throw new ProofFailure('period').at(last.sequence);
  }
}

/** The hashes of the wallet's whole history up to each event. */
async function chainHashes(
  { walletId, first, before }: Statement,
  links: Link[],
  { signal, onProgress }: Watch,
): Promise<Uint8Array[]> {
  const wallet = walletBytes(walletId);
  const hashes: Uint8Array[] = [];
  let hash: Uint8Array = before;
  for (const [index, link] of links.entries()) {
    if (index % AT_ONCE === 0) {
      signal?.throwIfAborted();
      onProgress?.(index, links.length);
    }
    hash = await streamHash({ wallet, sequence: first + index, before: hash }, link);
    hashes.push(hash);
  }
  onProgress?.(links.length, links.length);
  return hashes;
}

/** Returns how many rows there are. Each has its own void leaf, so none of them is an event. */
async function checkVoids(
  { first, events, leaf }: Statement,
  hashes: Uint8Array[],
  checkpoint: Checkpoint,
): Promise<number> {
  const end = leaf?.position ?? 0;
  let [count, position] = [0, 0];
  for (const [index, row] of events.entries()) {
    if (!isVoid(row)) continue;
    const { place } = row;
    const isInOrder = position < place.position && place.position < end;
    if (!isInOrder) throw new ProofFailure('order').at(first + index);
    const sealed = voidLeaf(place, hashes[index] ?? new Uint8Array());
    if (!(await isSealed(sealed, place, checkpoint))) {
      throw new ProofFailure('history', 'void').at(first + index);
    }
    position = place.position;
    count += 1;
  }
  return count;
}

/** Where the last line is in the log; null in a statement without events. */
function endOf({ events, leaf }: Statement): Statement['leaf'] {
  const last = events.at(-1);
  const isLine = last !== undefined && !isVoid(last) && last.lineId !== null;
  if (isLine !== (leaf !== null) || (last && !isLine)) throw new ProofFailure('closing', 'leaf');
  return leaf;
}

/** Checks every rule of a statement but who has signed its checkpoint. */
export async function checkEvents(
  statement: Statement,
  checkpoint: Checkpoint,
  watch: Watch = {},
): Promise<ProvenEvents> {
  const { links, listed, balance: closing } = follow(statement);
  const end = endOf(statement);
  if (!end) return { lines: [], opening: null, closing: null, position: null, voids: 0 };
  checkPeriod(listed, statement);
  const hashes = await chainHashes(statement, links, watch);
  const leaf = eventLeaf(end, end.recordedAt, hashes.at(-1) ?? new Uint8Array());
  if (!(await isSealed(leaf, end, checkpoint))) throw new ProofFailure('history', 'leaf');
  const voids = await checkVoids(statement, hashes, checkpoint);
  // What is not sealed is false, also where its type is unknown to this page.
  const lines = listed.map((line) => lineOf(line, statement.currency));
  const opening = listed[0]?.before ?? null;
  return { lines, opening, closing, position: end.position, voids };
}
