/**
 * The log as one device has seen it. The first checkpoint is believed; from then on each one must
 * be signed by the same key (or one that this key has handed over to) and must be of one and the
 * same log: the smaller tree a beginning of the larger.
 */
import { type Bytes, fromHex, isSame, toHex } from './bytes';
import { ProofFailure } from './failure';
import { readKnownLog } from './known';
import { fieldsOf } from './members';
import { type Checkpoint, checkInUse, type LogKey, openNote, type Verifier } from './note';
import { rootsOf } from './tree';
import { countWitnesses, type Witnessed } from './witness';

/** What the device stores. */
export interface SeenCheckpoint {
  origin: string;
  verifier: string;
  size: number;
  /** Hex. */
  root: string;
  note: string;
}

/** The source of keys, checkpoints and paths. */
export interface LogSource {
  /** `{origin, keys: [{verifier, since, until}], witnesses: {quorum, keys}}`. */
  keys: () => Promise<unknown>;
  /** The checkpoint of a size that one was made at. */
  note: (size: number) => Promise<unknown>;
  /** `{from, to, path}`; null when the log says that it has no such sizes. */
  consistency: (from: number, to: number) => Promise<unknown>;
}

interface Tree {
  size: number;
  root: Uint8Array;
}

function readPath(value: unknown): Bytes[] {
  const { path } = fieldsOf(value, 'consistency');
  if (!Array.isArray(path) || path.length > 128) throw new ProofFailure('unreadable', 'path');
  return path.map((hash) => fromHex(hash, 32, 'path'));
}

/** One of the two trees must be the other's beginning. */
export async function checkSameLog(
  left: Tree,
  right: Tree,
  source: Pick<LogSource, 'consistency'>,
): Promise<void> {
  if (left.size === right.size) {
    if (!isSame(left.root, right.root)) throw new ProofFailure('fork');
    return;
  }
  const [older, newer] = left.size < right.size ? [left, right] : [right, left];
  // Nothing is a beginning of everything.
  if (older.size === 0) return;
  const answer = await source.consistency(older.size, newer.size);
  if (answer === null) throw new ProofFailure('shrunk');
  const path = readPath(answer);
  const roots = await rootsOf({ from: older.size, to: newer.size, path }, older.root);
  if (!roots || !isSame(roots.from, older.root) || !isSame(roots.to, newer.root)) {
    throw new ProofFailure('rewritten');
  }
}

/** Follows the old key to its successor: the checkpoint of the change bears both signatures. */
async function successor(old: LogKey, keys: LogKey[], source: LogSource): Promise<Handover> {
  const next = keys.find((key) => key.since === old.until && key !== old);
  if (old.until === null || !next) throw new ProofFailure('key-changed');
  const both = [old.verifier, next.verifier];
  const { checkpoint, signers } = await openNote(await source.note(old.until), both);
  const isBySize = checkpoint.size === old.until;
  if (!isBySize || both.some((verifier) => !signers.includes(verifier))) {
    throw new ProofFailure('key-changed');
  }
  return { key: next, checkpoint };
}

interface Handover {
  key: LogKey;
  checkpoint: Checkpoint;
}

/** A retired key may have leaked: what it signs must be a beginning of the log that it handed over. */
async function checkHandedOver(
  checkpoint: Checkpoint,
  key: LogKey,
  keys: LogKey[],
  source: LogSource,
): Promise<void> {
  if (key.until === null) return;
  const handover = await successor(key, keys, source);
  await checkSameLog(checkpoint, handover.checkpoint, source);
}

interface Trusted {
  checkpoint: Checkpoint;
  verifier: Verifier;
}

async function openFirst(note: unknown, keys: LogKey[], source: LogSource): Promise<Trusted> {
  const { checkpoint, signers } = await openNote(
    note,
    keys.map((key) => key.verifier),
  );
  const newest = keys.findLast(
    ({ verifier, until }) =>
      signers.includes(verifier) && (until === null || checkpoint.size <= until),
  );
  if (!newest) throw new ProofFailure('unknown-key');
  await checkHandedOver(checkpoint, newest, keys, source);
  return { checkpoint, verifier: newest.verifier };
}

/** Opens by the key that the device knows, or by what that key has led to since. */
async function openKnown(
  note: unknown,
  seen: SeenCheckpoint,
  keys: LogKey[],
  source: LogSource,
): Promise<Trusted> {
  let key = keys.find((known) => known.verifier.text === seen.verifier);
  const { checkpoint, signers } = await openNote(
    note,
    keys.map((each) => each.verifier),
  );
  for (let step = 0; key && step < keys.length; step += 1) {
    if (signers.includes(key.verifier)) {
      checkInUse(key, checkpoint);
      await checkHandedOver(checkpoint, key, keys, source);
      return { checkpoint, verifier: key.verifier };
    }
    const handover: Handover = await successor(key, keys, source);
    await checkSameLog(treeOf(seen), handover.checkpoint, source);
    await checkSameLog(handover.checkpoint, checkpoint, source);
    key = handover.key;
  }
  throw new ProofFailure('key-changed');
}

function treeOf({ size, root }: SeenCheckpoint): Tree {
  return { size, root: fromHex(root, 32, 'root') };
}

export interface Confirmed extends Trusted {
  /** Null where the log asks no witness. */
  witnesses: Witnessed | null;
  /** What the device should store from now on. */
  seen: SeenCheckpoint;
}

/** Whether a checkpoint belongs to the log that this device knows. */
export async function confirmCheckpoint(
  note: unknown,
  seen: SeenCheckpoint | null,
  source: LogSource,
): Promise<Confirmed> {
  // The keys are asked for each time: one that has been retired meanwhile must not sign any more.
  const known = await readKnownLog(await source.keys());
  const trusted = seen
    ? await openKnown(note, seen, known.keys, source)
    : await openFirst(note, known.keys, source);
  const { checkpoint } = trusted;
  if (seen && seen.origin !== checkpoint.origin) throw new ProofFailure('wrong-log');
  if (seen) await checkSameLog(treeOf(seen), checkpoint, source);
  const witnesses = await countWitnesses(checkpoint.note, known.witnesses);
  const isNewer = !seen || seen.size < checkpoint.size;
  return { ...trusted, witnesses, seen: isNewer ? seenOf(trusted) : seen };
}

function seenOf({ checkpoint, verifier }: Trusted): SeenCheckpoint {
  return {
    origin: checkpoint.origin,
    verifier: verifier.text,
    size: checkpoint.size,
    root: toHex(checkpoint.root),
    note: checkpoint.note,
  };
}
