/** The leaves of the log, and their place in its tree. Sections 2 and 3 of .github/proofs.md. */
import { type Bytes, concat, fromDecimal, fromHex, int64, isSame, utf8 } from './bytes';
import { HASH_LENGTH } from './chain';
import { ProofFailure } from './failure';
import { listOf } from './members';
import type { Checkpoint } from './note';
import { leafHash, rootOf } from './tree';

const SALT_LENGTH = 16;
const PATH_LENGTH_MAX = 64;
const INT64_MAX = 2n ** 63n - 1n;

export interface Place {
  /** From 1. */
  position: number;
  salt: Bytes;
  path: Bytes[];
}

/** Microseconds since 1970. */
export function readMicros(value: unknown, where: string): bigint {
  if (typeof value !== 'string' || !/^(0|-?[1-9]\d{0,18})$/.test(value)) {
    throw new ProofFailure('unreadable', where);
  }
  const micros = BigInt(value);
  if (micros > INT64_MAX || micros < -INT64_MAX) throw new ProofFailure('unreadable', where);
  return micros;
}

/** Places and sequences are counted from 1. */
export function readNumber(value: unknown, where: string): number {
  const number = fromDecimal(value, where);
  if (number < 1) throw new ProofFailure('unreadable', where);
  return number;
}

export function readPlace({ position, salt, path }: Record<string, unknown>): Place {
  const hashes = listOf(path, 'path');
  if (hashes.length > PATH_LENGTH_MAX) throw new ProofFailure('unreadable', 'path');
  return {
    position: readNumber(position, 'position'),
    salt: fromHex(salt, SALT_LENGTH, 'salt'),
    path: hashes.map((hash) => fromHex(hash, HASH_LENGTH, 'path')),
  };
}

export function eventLeaf(
  { salt, position }: Place,
  recordedAt: bigint,
  stream: Uint8Array,
): Bytes {
  const place = [salt, int64(BigInt(position)), int64(recordedAt)];
  return concat(utf8('wallet-leaf/1'), ...place, stream);
}

/** Of a row that was not written with the journal's key, by its place in its wallet's chain. */
export function voidLeaf({ salt, position }: Place, stream: Uint8Array): Bytes {
  return concat(utf8('wallet-void/2'), salt, int64(BigInt(position)), stream);
}

/** Whether a leaf is at its position in the checkpoint's tree. */
export async function isSealed(
  leaf: Bytes,
  { position, path }: Place,
  { size, root }: Checkpoint,
): Promise<boolean> {
  const reached = await rootOf({ index: position - 1, size, leaf: await leafHash(leaf), path });
  return reached !== null && isSame(reached, root);
}
