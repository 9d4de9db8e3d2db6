import { describe, expect, it } from 'vitest';
import type { Bytes } from './bytes';
import { ORIGIN, TestLog, testKey } from './fixture';
import { type ClaimedLine, checkReceipted } from './line';
import { openNote, readVerifier } from './note';
import { reasonOf } from './reasons';
import { readReceipt } from './receipt';

const log = new TestLog();
const checkpoint = {
  origin: ORIGIN,
  size: log.size,
  root: log.root() as Bytes,
  note: log.note(),
};

interface Shown extends ClaimedLine {
  position: string;
}

function claimed(position: number): Shown {
  const line = log.lines[position - 1];
  if (!line) throw new Error(`no line ${position}`);
  return line;
}

const read = (receipt: unknown, { position, ...line }: Shown) => ({
  claimed: line,
  position,
  receipt: readReceipt(receipt),
});
const check = async (receipt: unknown, line: Shown) =>
  checkReceipted(read(receipt, line), checkpoint);

describe('a receipt', () => {
  it('proves each line as it was', async () => {
    for (let position = 1; position <= log.size; position += 1) {
      const proven = await check(log.receipt(position), claimed(position));
      expect(proven.sequence).toBe(position);
    }
  });

  it('says what the event moved and what was left', async () => {
    const proven = await check(log.receipt(3), claimed(3));
    expect(proven).toMatchObject({
      type: 'transfer',
      direction: 'out',
      moved: -12_550n,
      balance: 37_450n,
      currency: 'THB',
    });
  });

  const flipped = (hex: string) => `${hex.startsWith('0') ? '1' : '0'}${hex.slice(1)}`;

  it.each([
    ['position', '3'],
    ['walletId', '0198a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5c'],
    ['sequence', '5'],
    ['eventType', 'GrantActivatee'],
    ['eventVersion', '1.0.1'],
    ['payload', log.receipt(4).payload.replace('30.00', '90.00')],
    ['metadata', log.receipt(4).metadata.replace('404.50', '904.50')],
    ['stateHash', null],
    ['stateHash', flipped(log.receipt(4).stateHash ?? '')],
    ['before', flipped(log.receipt(4).before)],
    ['recordedAt', '1795255200123450'],
    ['salt', flipped(log.receipt(4).salt)],
    ['path', log.receipt(4).path.with(1, flipped(log.receipt(4).path[1] ?? ''))],
    ['path', log.receipt(4).path.slice(1)],
    ['path', [...log.receipt(4).path, log.receipt(4).before]],
    ['path', log.receipt(4).path.toReversed()],
  ])('with another %s is not in the sealed log', async (field, value) => {
    const changed = { ...log.receipt(4), [field]: value };
    expect(changed).not.toEqual(log.receipt(4));
    expect(await reasonOf(() => check(changed, claimed(4)))).toBe('not-sealed');
  });

  it.each([
    ['format', 'wallet-receipt/1'],
    ['position', '04'],
    ['position', 4],
    ['position', '0'],
    ['position', '99999999999999999'],
    ['walletId', 'nobody'],
    ['sequence', '-1'],
    ['sequence', '0'],
    ['before', 'AB'.repeat(32)],
    ['before', log.receipt(4).before.slice(2)],
    ['salt', ''],
    ['recordedAt', '1e3'],
    ['recordedAt', '9223372036854775808'],
    ['path', 'none'],
    ['path', Array.from({ length: 65 }, () => log.receipt(4).before)],
    ['payload', '\ud800'],
    ['metadata', undefined],
    ['stateHash', undefined],
  ])('with a %s that is none cannot be read', async (field, value) => {
    const broken = { ...log.receipt(4), [field]: value };
    expect(await reasonOf(() => check(broken, claimed(4)))).toBe('unreadable');
  });

  it('of another tree size, or of a place beyond it, says so', async () => {
    const other = { ...log.receipt(4), treeSize: '6' };
    expect(await reasonOf(() => check(other, claimed(4)))).toBe('tree-size');
    const beyond = { ...log.receipt(4), position: '8' };
    expect(await reasonOf(() => check(beyond, claimed(4)))).toBe('not-covered');
  });
});

describe('a line', () => {
  it.each([
    [{ type: 'withdraw' }, 'type'],
    [{ direction: 'in' }, 'direction'],
    [{ direction: 'none' }, 'direction'],
    [{ amount: '125.51' }, 'amount'],
    [{ amount: '-125.50' }, 'amount'],
    [{ amount: '1255e-1' }, 'amount'],
    [{ amount: '125.5' }, 'amount'],
    [{ amount: '0125.50' }, 'amount'],
    [{ amount: '125.500' }, 'amount'],
    [{ balance: '374.51' }, 'balance'],
    [{ balance: null }, 'balance'],
    [{ createdAt: '2026-11-21T10:00:02.123457Z' }, 'time'],
    [{ createdAt: '2026-11-21T10:00:02Z' }, 'time'],
    [{ createdAt: 'yesterday' }, 'time'],
    [{ position: '4' }, 'wrong-event'],
    [{ currency: 'LAK' }, 'currency'],
  ])('that shows %o is not what its event says', async (change, reason) => {
    const line = { ...claimed(3), ...change };
    expect(await reasonOf(() => check(log.receipt(3), line))).toBe(reason);
  });

  it('that has moved nothing shows no balance and no direction', async () => {
    const line = claimed(2);
    expect(await reasonOf(() => check(log.receipt(2), line))).toBeNull();
    expect(await reasonOf(() => check(log.receipt(2), { ...line, balance: '500.00' }))).toBe(
      'balance',
    );
    expect(await reasonOf(() => check(log.receipt(2), { ...line, direction: 'in' }))).toBe(
      'direction',
    );
  });

  it('says its time in UTC only', async () => {
    const line = { ...claimed(3), createdAt: '2026-11-21T17:00:02.123456+07:00' };
    expect(await reasonOf(() => check(log.receipt(3), line))).toBe('time');
  });

  it('is none when the event is of a kind that has no line, or hides another', async () => {
    const [type, hidden] = [
      new TestLog([{ type: 'Opened', moved: 0 }]),
      new TestLog([{ type: 'Deposited', moved: 5 }]),
    ];
    const sealedIn = (of: TestLog) => ({ ...checkpoint, size: 1, root: of.root() as Bytes });
    const reason = (of: TestLog) =>
      reasonOf(() => checkReceipted(read(of.receipt(1), claimed(1)), sealedIn(of)));
    expect(await reason(type)).toBe('event');
    expect(await reason(hidden)).toBe('amount');
  });

  it('is not proven by an event without a balance, though it is sealed', async () => {
    const bare = new TestLog([{ type: 'Deposited', moved: 50_000, isBare: true }]);
    const sealed = { ...checkpoint, size: 1, root: bare.root() as Bytes };
    const line = read(bare.receipt(1), claimed(1));
    expect(await reasonOf(() => checkReceipted(line, sealed))).toBe('event');
    const { metadata } = log.receipt(1);
    const other = read({ ...bare.receipt(1), metadata }, claimed(1));
    expect(await reasonOf(() => checkReceipted(other, sealed))).toBe('not-sealed');
  });

  it('is not called false when its event is newer than the checker', async () => {
    const newer = new TestLog([{ type: 'VoucherCredited', moved: 5 }]);
    const sealed = { ...checkpoint, size: 1, root: newer.root() as Bytes };
    const line = read(newer.receipt(1), claimed(1));
    expect(await reasonOf(() => checkReceipted(line, sealed))).toBe('newer');
  });
});

describe('a checkpoint', () => {
  const open = async (note: unknown, verifier = log.key.verifier) =>
    openNote(note, [await readVerifier(verifier)]);
  const note = log.note();

  it('is read when its key has signed it, with or without other signatures', async () => {
    expect((await open(note)).checkpoint).toMatchObject({ origin: ORIGIN, size: 7 });
    const both = log.note(7, [testKey('witness.example'), log.key]);
    expect((await open(both)).signers).toHaveLength(1);
  });

  it.each([
    ['another size', note.replace('\n7\n', '\n8\n'), 'signature'],
    ['another root', note.replace(/\n7\n./, (part) => `${part.slice(0, -1)}_`), 'unreadable'],
    ['another log', note.replace(ORIGIN, 'wallet.example/other'), 'signature'],
    ['a line more', note.replace('\n\n', '\nmore\n\n'), 'signature'],
    ['no signature', note.slice(0, note.indexOf('\n\n') + 2), 'unreadable'],
    ['the signature of a stranger', log.note(7, [testKey()]), 'unknown-key'],
    ['a size that is none', note.replace('\n7\n', '\n07\n'), 'unreadable'],
    ['no text', null, 'unreadable'],
  ])('with %s is refused', async (_, changed, reason) => {
    expect(await reasonOf(() => open(changed))).toBe(reason);
  });

  it('is refused with any letter of its signature changed', async () => {
    const start = note.lastIndexOf(' ') + 1;
    for (let at = start; at < note.length - 1; at += 1) {
      const letter = note[at] === 'A' ? 'B' : 'A';
      const changed = note.slice(0, at) + letter + note.slice(at + 1);
      expect(await reasonOf(() => open(changed)), `${at}`).not.toBeNull();
    }
  });

  it('of a key for another log is refused', async () => {
    const stranger = testKey('other.example');
    const signed = log.note(7, [stranger]);
    expect(await reasonOf(() => open(signed, stranger.verifier))).toBe('wrong-log');
  });

  it('needs a key whose id is its own', async () => {
    const [name, , key] = log.key.verifier.split('+');
    const forged = `${name}+00000000+${key}`;
    expect(await reasonOf(() => readVerifier(forged))).toBe('unreadable');
  });

  it('is checked by the library where the browser knows no Ed25519', async () => {
    const { subtle } = globalThis.crypto;
    const digest = subtle.digest.bind(subtle);
    const importKey = async () => {
      throw new DOMException('unknown', 'NotSupportedError');
    };
    const verifier = await readVerifier(log.key.verifier);
    for (const poor of [{ digest, importKey }, undefined]) {
      const had = Object.getOwnPropertyDescriptor(globalThis, 'crypto');
      Object.defineProperty(globalThis, 'crypto', {
        value: { subtle: poor },
        configurable: true,
      });
      try {
        expect(await reasonOf(() => openNote(note, [verifier]))).toBeNull();
        expect(await reasonOf(() => openNote(note.replace('\n7\n', '\n8\n'), [verifier]))).toBe(
          'signature',
        );
        expect(await reasonOf(() => check(log.receipt(3), claimed(3)))).toBeNull();
      } finally {
        if (had) Object.defineProperty(globalThis, 'crypto', had);
      }
    }
  });
});
