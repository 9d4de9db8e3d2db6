import { describe, expect, it } from 'vitest';
import { toHex } from './bytes';
import { consistencyOf, leafOf, pathOf, rootOfLeaves } from './fixture';
import { leafHash, rootOf, rootsOf } from './tree';

/** The leaves and roots that implementations of RFC 6962 are compared by. */
const LEAVES = [
  '',
  '00',
  '10',
  '2021',
  '3031',
  '40414243',
  '5051525354555657',
  '606162636465666768696a6b6c6d6e6f',
].map((text) => new Uint8Array(Buffer.from(text, 'hex')));
const ROOTS = [
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
];
const HASHES = LEAVES.map(leafOf);
const many = Array.from({ length: 37 }, (_, index) => leafOf(Uint8Array.of(index)));

const hexOrNull = (bytes: Uint8Array | null) => bytes && toHex(bytes);

describe('a path in the tree', () => {
  it('leads each leaf of the known vectors to the known roots', async () => {
    for (const [at, root] of ROOTS.entries()) {
      const size = at + 1;
      const leaves = HASHES.slice(0, size);
      expect(toHex(rootOfLeaves(leaves))).toBe(root);
      for (let index = 0; index < size; index += 1) {
        const leaf = await leafHash(LEAVES[index] ?? new Uint8Array());
        const reached = await rootOf({ index, size, leaf, path: pathOf(index, leaves) });
        expect(hexOrNull(reached), `${index} of ${size}`).toBe(root);
      }
    }
  });

  it('fits one place and one size only', async () => {
    const [size, index] = [many.length, 12];
    const path = pathOf(index, many);
    const leaf = many[index] ?? new Uint8Array();
    const root = toHex(rootOfLeaves(many));
    expect(hexOrNull(await rootOf({ index, size, leaf, path }))).toBe(root);
    for (let other = 0; other < size; other += 1) {
      if (other === index) continue;
      expect(hexOrNull(await rootOf({ index: other, size, leaf, path }))).not.toBe(root);
    }
    expect(await rootOf({ index, size, leaf, path: path.slice(1) })).toBeNull();
    expect(await rootOf({ index, size, leaf, path: [...path, leaf] })).toBeNull();
    expect(await rootOf({ index: size, size, leaf, path })).toBeNull();
  });

  it('is counted exactly beyond 32 bits', async () => {
    const size = 2 ** 40;
    const path = Array.from({ length: 40 }, () => leafOf(Uint8Array.of(1)));
    const leaf = leafOf(Uint8Array.of(2));
    const first = await rootOf({ index: 0, size, leaf, path });
    const later = await rootOf({ index: 2 ** 33, size, leaf, path });
    expect(first).not.toBeNull();
    expect(hexOrNull(later)).not.toBe(hexOrNull(first));
  });
});

describe('a consistency path', () => {
  it('leads to both roots, between any two sizes', async () => {
    for (let to = 2; to <= many.length; to += 1) {
      for (let from = 1; from < to; from += 1) {
        const before = rootOfLeaves(many.slice(0, from));
        const path = consistencyOf(from, many.slice(0, to));
        const roots = await rootsOf({ from, to, path }, before);
        expect(hexOrNull(roots?.from ?? null), `${from}–${to}`).toBe(toHex(before));
        expect(hexOrNull(roots?.to ?? null)).toBe(toHex(rootOfLeaves(many.slice(0, to))));
      }
    }
  });

  it('with a hash more, less or changed leads elsewhere', async () => {
    const [from, to] = [6, 37];
    const path = consistencyOf(from, many);
    const before = rootOfLeaves(many.slice(0, from));
    const after = toHex(rootOfLeaves(many));
    expect(await rootsOf({ from, to, path: path.slice(1) }, before)).not.toEqual({
      from: before,
      to: rootOfLeaves(many),
    });
    expect(await rootsOf({ from, to, path: [...path, before] }, before)).toBeNull();
    expect(await rootsOf({ from, to, path: [] }, before)).toBeNull();
    for (let index = 0; index < path.length; index += 1) {
      const changed = path.with(index, leafOf(Uint8Array.of(99)));
      const roots = await rootsOf({ from, to, path: changed }, before);
      const isBoth = hexOrNull(roots?.from ?? null) === toHex(before);
      expect(isBoth && hexOrNull(roots?.to ?? null) === after, `${index}`).toBe(false);
    }
  });
});
