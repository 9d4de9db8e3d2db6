/** The Merkle tree of RFC 9162 (and 6962): what its proofs say about a root. */
import { type Bytes, concat } from './bytes';
import { sha256 } from './digest';

const LEAF = Uint8Array.of(0);
const NODE = Uint8Array.of(1);

export function leafHash(data: Bytes): Promise<Uint8Array> {
  return sha256(concat(LEAF, data));
}

function nodeHash(left: Uint8Array, right: Uint8Array): Promise<Uint8Array> {
  return sha256(concat(NODE, left, right));
}

// Sizes may exceed 2^32, the limit of the bit operators.
const half = (value: number) => Math.floor(value / 2);
const isOdd = (value: number) => value % 2 === 1;

export interface Inclusion {
  /** From 0. */
  index: number;
  size: number;
  leaf: Uint8Array;
  path: Uint8Array[];
}

/** The root that a path leads to; null when the path does not fit the place and the size. */
export async function rootOf({ index, size, leaf, path }: Inclusion): Promise<Uint8Array | null> {
  if (index < 0 || index >= size) return null;
  let [at, last] = [index, size - 1];
  let root = leaf;
  for (const hash of path) {
    if (last === 0) return null;
    if (isOdd(at) || at === last) {
      root = await nodeHash(hash, root);
      while (!isOdd(at) && at !== 0) [at, last] = [half(at), half(last)];
    } else {
      root = await nodeHash(root, hash);
    }
    [at, last] = [half(at), half(last)];
  }
  return last === 0 ? root : null;
}

export interface Consistency {
  from: number;
  to: number;
  path: Uint8Array[];
}

/** Both roots that a consistency path leads to. */
export interface Roots {
  from: Uint8Array;
  to: Uint8Array;
}

function isPowerOfTwo(value: number): boolean {
  let rest = value;
  while (rest > 1 && !isOdd(rest)) rest = half(rest);
  return rest === 1;
}

/**
 * What a path says about an older and a newer root (0 < from < to). When `from` is a whole power
 * of two its root is not part of the path: the caller's own is then where it starts from.
 */
export async function rootsOf(
  { from, to, path }: Consistency,
  rootBefore: Uint8Array,
): Promise<Roots | null> {
  if (from <= 0 || from >= to) return null;
  const hashes = isPowerOfTwo(from) ? [rootBefore, ...path] : path;
  const [first, ...rest] = hashes;
  if (!first || path.length === 0) return null;
  let [at, last] = [from - 1, to - 1];
  while (isOdd(at)) [at, last] = [half(at), half(last)];
  let roots: Roots = { from: first, to: first };
  for (const hash of rest) {
    if (last === 0) return null;
    if (isOdd(at) || at === last) {
      roots = { from: await nodeHash(hash, roots.from), to: await nodeHash(hash, roots.to) };
      while (!isOdd(at) && at !== 0) [at, last] = [half(at), half(last)];
    } else {
      roots = { from: roots.from, to: await nodeHash(roots.to, hash) };
    }
    [at, last] = [half(at), half(last)];
  }
  return last === 0 ? roots : null;
}
