import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { type Bytes, toHex } from './bytes';
import { checkFile, compareCheckpoint, isContradiction } from './checkFile';
import { consistencyOf, TestLog, testKey } from './fixture';
import { readVerifier } from './note';
import { reasonOf } from './reasons';

const log = new TestLog();
const encode = (text: string) => new TextEncoder().encode(text) as Bytes;
const asJson = (value: unknown) => encode(JSON.stringify(value));
type Bundle = ReturnType<TestLog['bundle']>;

function changed(change: (bundle: Bundle) => void): Bytes {
  const bundle = structuredClone(log.bundle());
  change(bundle);
  return asJson(repacked(bundle, log.lines.length));
}

/** Without the hashes that only the lines used that were taken out. */
function repacked(bundle: Bundle, lines: number): Bundle {
  if (bundle.lines.length >= lines) return bundle;
  const hashes: string[] = [];
  for (const { receipt } of bundle.lines) {
    const path = receipt.path.map((at) => bundle.hashes[at] ?? '');
    receipt.path = path.map((hash) => {
      if (!hashes.includes(hash)) hashes.push(hash);
      return hashes.indexOf(hash);
    });
  }
  return { ...bundle, hashes };
}

function lineAt(bundle: Bundle, index: number): Bundle['lines'][number] {
  const line = bundle.lines[index];
  if (!line) throw new Error(`no line ${index}`);
  return line;
}

function unmoved(bundle: Bundle): Bundle['lines'][number] {
  const line = bundle.lines.find(({ direction }) => direction === 'none');
  if (!line) throw new Error('each line has moved money');
  return line;
}

function keyAt(bundle: Bundle, index: number): Bundle['keys'][number] {
  const key = bundle.keys[index];
  if (!key) throw new Error(`no key ${index}`);
  return key;
}

/** A PDF is more than this; what is looked for in it is not. */
function pdf(...attachments: { content: string; filter: 'flate' | 'none' | 'hex' }[]): Bytes {
  const parts = [Buffer.from('%PDF-1.7\n%\u00e2\u00e3\u00cf\u00d3\n', 'latin1')];
  attachments.forEach(({ content, filter }, index) => {
    const packed = filter === 'flate' ? deflateSync(content) : Buffer.from(content);
    const named = { flate: '/Filter /FlateDecode', none: '', hex: '/Filter /ASCIIHexDecode' };
    const length = index === 0 ? `${packed.length}` : '90 0 R';
    const head = `${10 + index} 0 obj\n<</Type /EmbeddedFile /Length ${length} ${named[filter]}>>`;
    parts.push(Buffer.from(`${head}\nstream\n`), packed, Buffer.from('\nendstream\nendobj\n'));
    if (index > 0) parts.push(Buffer.from(`90 0 obj\n${packed.length}\nendobj\n`));
  });
  parts.push(Buffer.from('1 0 obj\n<</Names <</EmbeddedFiles 2 0 R>>>>\nendobj\n%%EOF'));
  return new Uint8Array(Buffer.concat(parts)) as Bytes;
}

/** The same without gaps, and with the type of the file behind its filter. */
function tightPdf(content: string): Bytes {
  const packed = deflateSync(content);
  const filter = '/Filter/FlateDecode/Subtype/application#2Fjson';
  const head = `<</Length ${packed.length}/Type/EmbeddedFile${filter}/Params<</Size 9>>>>`;
  return new Uint8Array(
    Buffer.concat([
      Buffer.from(`%PDF-1.7\n12 0 obj\n${head}\nstream\n`),
      packed,
      Buffer.from('\nendstream\nendobj\n%%EOF'),
    ]),
  ) as Bytes;
}

describe('an exported statement', () => {
  const bundle = JSON.stringify(log.bundle());
  it.each([
    ['JSON', encode(bundle)],
    ['PDF', pdf({ content: bundle, filter: 'flate' })],
    ['PDF without gaps', tightPdf(bundle)],
    ['PDF with it unpacked', pdf({ content: bundle, filter: 'none' })],
    [
      'PDF with something else attached',
      pdf({ content: '{"other":1}', filter: 'flate' }, { content: bundle, filter: 'flate' }),
    ],
  ])('as %s is proven by itself', async (_, bytes) => {
    const proven = await checkFile(bytes);
    expect(proven.lines).toHaveLength(7);
    expect(proven).toMatchObject({ opening: 0n, closing: 482n, currency: 'THB' });
    expect(proven).toMatchObject({ movement: 6, unrecorded: 0, isKeyKnown: false });
    expect(proven.checkpoint.size).toBe(7);
    expect(proven.verifier.text).toBe(log.key.verifier);
  });

  it('with money and lines changed together is still found out', async () => {
    const other = new TestLog([{ type: 'Deposited', moved: 90_000 }]);
    const bytes = changed((bundle) => {
      const line = lineAt(bundle, 0);
      line.amount = '900.00';
      line.balance = '900.00';
      line.receipt.payload = other.receipt(1).payload;
      line.receipt.metadata = other.receipt(1).metadata;
    });
    expect(await reasonOf(() => checkFile(bytes))).toBe('not-sealed');
  });

  it.each<[string, (bundle: Bundle) => void, string]>([
    ['an amount', (it) => (lineAt(it, 2).amount = '1.00'), 'amount'],
    ['a balance', (it) => (lineAt(it, 2).balance = '1.00'), 'balance'],
    ['a type', (it) => (lineAt(it, 2).type = 'deposit'), 'type'],
    ['a direction', (it) => (lineAt(it, 2).direction = 'in'), 'direction'],
    ['a time', (it) => (lineAt(it, 2).createdAt = '2026-11-21T11:00:00Z'), 'time'],
    ['no line of a movement', (it) => it.lines.splice(2, 1), 'gap'],
    ['a line twice', (it) => it.lines.splice(2, 0, lineAt(it, 2)), 'order'],
    [
      'two lines changed about',
      (it) => it.lines.splice(1, 2, lineAt(it, 2), lineAt(it, 1)),
      'order',
    ],
    ['the first line left out', (it) => it.lines.shift(), 'opening'],
    ['the last line left out', (it) => it.lines.pop(), 'closing'],
    ['no lines', (it) => it.lines.splice(0), 'closing'],
    ['another opening balance', (it) => (it.openingBalance = '1.00'), 'opening'],
    ['another closing balance', (it) => (it.closingBalance = '1.00'), 'closing'],
    ['an earlier end', (it) => (it.to = '2026-11-21T10:00:03Z'), 'period'],
    ['a later beginning', (it) => (it.from = '2026-11-21T10:00:03Z'), 'period'],
    ['a key that was retired before', (it) => (keyAt(it, 0).until = '6'), 'retired-key'],
    ['a day for a time', (it) => (it.from = '2026-11-21'), 'unreadable'],
    ['no such period', (it) => (it.from = 'once'), 'unreadable'],
    ['another wallet', (it) => (it.walletId = '0198a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5c'), 'wallet'],
    ['another log', (it) => (it.origin = 'other.example'), 'wrong-log'],
    ['another key', (it) => (keyAt(it, 0).verifier = testKey().verifier), 'unknown-key'],
    ['a checkpoint of another size', (it) => (it.checkpoint = log.note(6)), 'not-sealed'],
    ['a hash changed', (it) => (it.hashes[0] = '00'.repeat(32)), 'not-sealed'],
    ['a hash too few', (it) => it.hashes.pop(), 'unreadable'],
    ['a hash that no path uses', (it) => it.hashes.push('00'.repeat(32)), 'unreadable'],
    ['a hash twice', (it) => it.hashes.push(it.hashes[0] ?? ''), 'unreadable'],
    ['an unknown member', (it) => Object.assign(it, { note: '' }), 'unreadable'],
    ['a line with one', (it) => Object.assign(lineAt(it, 2), { note: '' }), 'unreadable'],
    ['a key with one', (it) => Object.assign(keyAt(it, 0), { note: '' }), 'unreadable'],
    [
      'a receipt with the size of its tree',
      (it) => Object.assign(lineAt(it, 2).receipt, { treeSize: '7' }),
      'unreadable',
    ],
    ['a member missing', (it) => Reflect.deleteProperty(it, 'to'), 'unreadable'],
    [
      'a member of a line missing',
      (it) => Reflect.deleteProperty(lineAt(it, 2), 'id'),
      'unreadable',
    ],
    ['a status that is no text', (it) => Object.assign(lineAt(it, 2), { status: 1 }), 'unreadable'],
    ['another spelling of an unproven amount', (it) => (unmoved(it).amount = '20.0'), 'amount'],
    ['another currency', (it) => (it.currency = 'LAK'), 'currency'],
    ['another format', (it) => (it.format = 'wallet-statement/2'), 'no-proof'],
  ])('with %s is refused', async (_, change, reason) => {
    const found = await reasonOf(() => checkFile(changed(change)));
    expect(found === 'not-covered' ? 'not-sealed' : found).toBe(reason);
  });

  it('names the place where it went wrong', async () => {
    const bytes = changed((bundle) => {
      lineAt(bundle, 4).amount = '1.00';
      lineAt(bundle, 5).amount = '1.00';
    });
    await expect(checkFile(bytes)).rejects.toMatchObject({ reason: 'amount', position: 5 });
  });

  it.each([
    ['nothing', encode(''), 'empty'],
    ['a table to read', encode('\ufeff"Date","Amount"\r\n"2026-12-01","5.00"\r\n'), 'no-proof'],
    ['no JSON', encode('{"format":'), 'unreadable'],
    ['no text', new Uint8Array([0xff, 0xfe, 0x41]) as Bytes, 'unreadable'],
    ['a PDF of something else', pdf(), 'no-proof'],
    ['a PDF packed in another way', pdf({ content: '00', filter: 'hex' }), 'unreadable'],
    [
      'a PDF with two proofs',
      pdf({ content: bundle, filter: 'flate' }, { content: bundle, filter: 'flate' }),
      'ambiguous',
    ],
  ])('that is %s says so', async (_, bytes, reason) => {
    expect(await reasonOf(() => checkFile(bytes))).toBe(reason);
  });

  describe('compared with a checkpoint that was had elsewhere', () => {
    const answerOf = (of: TestLog, from: number, to: number) => ({
      from: String(from),
      to: String(to),
      path: consistencyOf(from, of.leaves.slice(0, to)).map(toHex),
    });
    const compare = async (pasted: string, answer?: object) => {
      const proven = await checkFile(asJson(log.bundle()));
      return compareCheckpoint(proven, answer ? `${pasted}\n${JSON.stringify(answer)}` : pasted);
    };
    const refused = (pasted: string, answer?: object) => reasonOf(() => compare(pasted, answer));
    /** The same key signed another history. */
    const other = new TestLog();
    other.leaves[0] = new Uint8Array(32);
    const otherNote = (size: number) => other.note(size, [log.key]);

    it('is the same, or the same log at another time', async () => {
      const pasted = `  ${log.note().replaceAll('\n', '\r\n')}  `;
      expect(await compare(pasted)).toEqual({ kind: 'same', isLater: true });
      expect(await compare(log.note(6))).toEqual({ kind: 'open', from: 6, to: 7 });
      expect(await compare(log.note(6), answerOf(log, 6, 7))).toEqual({
        kind: 'grown',
        isLater: false,
      });
    });

    it('is confirmed by the key of today, where its own was replaced', async () => {
      const [verifier, second] = [await readVerifier(log.key.verifier), testKey()];
      const known = [
        { verifier, since: 0, until: 7 },
        { verifier: await readVerifier(second.verifier), since: 7, until: null },
      ];
      const proven = await checkFile(asJson(log.bundle()), { known });
      expect(proven).toMatchObject({ isKeyKnown: true, isKeyRetired: true });
      const handover = log.note(7, [log.key, second]);
      expect(await compareCheckpoint(proven, handover)).toEqual({ kind: 'same', isLater: true });
      // The key that may have leaked confirms nothing about itself.
      const isLater = false;
      expect(await compareCheckpoint(proven, log.note())).toEqual({ kind: 'same', isLater });
      const earlier = `${log.note(6)}\n${JSON.stringify(answerOf(log, 6, 7))}`;
      expect(await compareCheckpoint(proven, earlier)).toEqual({ kind: 'grown', isLater });
    });

    it('contradicts it where the log was forked or rewritten', async () => {
      expect(await refused(otherNote(7))).toBe('fork');
      expect(await refused(otherNote(6), answerOf(other, 6, 7))).toBe('rewritten');
      expect(await refused(otherNote(6), answerOf(log, 6, 7))).toBe('rewritten');
      const [stranger, known] = [testKey(), log.key];
      expect(await refused(log.note(7, [stranger]))).toBe('unknown-key');
      for (const [note, reason] of [
        [otherNote(7), 'fork'],
        [log.note(7, [stranger]), 'unknown-key'],
      ] as const) {
        const failure = await compare(note).catch((error) => error);
        expect(failure).toMatchObject({ reason });
        expect(isContradiction(failure)).toBe(true);
      }
      // One that the retired key has signed later.
      const verifier = await readVerifier(known.verifier);
      const keys = [{ verifier, since: 0, until: 5 }];
      const proven = { ...(await checkFile(asJson(log.bundle()))), keys };
      expect(await reasonOf(() => compareCheckpoint(proven, log.note(6)))).toBe('retired-key');
    });

    it('says nothing about it where it cannot be read', async () => {
      const unreadable = [
        () => compare('something'),
        () => compare(log.note(6), answerOf(log, 5, 7)),
        () => compare(`${log.note(6)}{"from":`),
        () => compare(log.note(6).replace('\u2014', '-')),
      ];
      for (const attempt of unreadable) {
        const failure = await attempt().catch((error) => error);
        expect(failure).toMatchObject({ reason: 'unreadable' });
        expect(isContradiction(failure)).toBe(false);
      }
    });
  });

  it('reports its progress, and can be stopped', async () => {
    const seen: number[] = [];
    const bytes = asJson(
      new TestLog(Array.from({ length: 60 }, () => ({ type: 'Deposited', moved: 1 }))).bundle(),
    );
    await checkFile(bytes, { onProgress: (done) => seen.push(done) });
    expect(seen).toEqual([50, 60]);
    const signal = AbortSignal.abort();
    await expect(checkFile(bytes, { signal })).rejects.toThrow(/abort/i);
  });
});

/** Deposits, and a pair that sums to zero: 700 come and go. */
const PAIRED = new TestLog(
  [500, 700, -700, 0, 50, 9].map((moved) => ({
    type: moved < 0 ? 'GiftSent' : 'Deposited',
    moved,
  })),
);

describe('what a statement proves', () => {
  const prove = (change: (bundle: Bundle) => void, of = PAIRED) => {
    const bundle = structuredClone(of.bundle());
    change(bundle);
    return checkFile(asJson(repacked(bundle, of.lines.length)));
  };
  const fromStart = (it: Bundle) => {
    it.from = null;
  };

  it.each([
    ['from the beginning', fromStart],
    ['of a period', () => undefined],
  ])('%s: nothing between its ends is missing, not even what sums to zero', async (_, frame) => {
    expect((await prove(frame)).movement).toBe(5);
    const dropped = prove((it) => {
      frame(it);
      it.lines.splice(1, 2);
    });
    await expect(dropped).rejects.toMatchObject({ reason: 'missing' });
  });

  it('goes as far as its number says: newer lines may be missing', async () => {
    const proven = await prove((it) => {
      fromStart(it);
      it.lines.splice(4);
      it.closingBalance = '5.00';
    });
    expect(proven).toMatchObject({ movement: 3, closing: 500n });
  });

  it('begins where it says: older lines may be missing, but not from the beginning', async () => {
    const cut = (it: Bundle) => {
      it.lines.splice(0, 1);
      it.openingBalance = '5.00';
    };
    expect(await prove(cut)).toMatchObject({ movement: 5, opening: 500n });
    const claim = prove((it) => {
      cut(it);
      fromStart(it);
    });
    await expect(claim).rejects.toMatchObject({ reason: 'missing' });
    // Also where what is left out sums to zero, so that the money begins with nothing.
    const log = new TestLog(
      [7, -7, 5].map((moved) => ({ type: moved < 0 ? 'GiftSent' : 'Deposited', moved })),
    );
    const zero = prove((it) => {
      fromStart(it);
      it.lines.splice(0, 2);
    }, log);
    await expect(zero).rejects.toMatchObject({ reason: 'missing' });
  });

  it('has lines in between that lie outside its period, where clocks differ', async () => {
    const seconds = [10, 12, 8, 20, 14];
    const log = new TestLog(seconds.map((second) => ({ type: 'Deposited', moved: 100, second })));
    const period = (from: number, to: number) => (it: Bundle) => {
      it.from = `2026-11-21T10:00:${String(from).padStart(2, '0')}Z`;
      it.to = `2026-11-21T10:00:${to}Z`;
    };
    expect((await prove(period(10, 15), log)).lines).toHaveLength(5);
    await expect(prove(period(11, 15), log)).rejects.toMatchObject({ reason: 'period' });
    await expect(prove(period(10, 14), log)).rejects.toMatchObject({ reason: 'period' });
  });

  it('says of lines from before balances were recorded that these are not proven', async () => {
    const log = new TestLog([
      { type: 'Deposited', moved: 500, isOld: true },
      { type: 'GiftSent', moved: 0, isOld: true },
      { type: 'Deposited', moved: 70, isOld: true },
      { type: 'Deposited', moved: 7 },
    ]);
    const proven = await prove(fromStart, log);
    expect(proven).toMatchObject({ opening: 0n, closing: 577n, movement: 3, unrecorded: 3 });
    expect(proven.lines.map((line) => line.isBalanceNoted)).toEqual([false, true, false, true]);
    const other = prove((it) => (lineAt(it, 0).balance = '6.00'), log);
    await expect(other).rejects.toMatchObject({ reason: 'gap' });
    // A later number shows how many came before.
    const missing = prove((it) => {
      fromStart(it);
      it.lines.splice(0, 1);
      lineAt(it, 1).balance = '0.70';
    }, log);
    await expect(missing).rejects.toMatchObject({ reason: 'gap' });
  });

  it('is by a known key, by another, or by one that was retired', async () => {
    const key = { ...(await readVerifier(log.key.verifier)) };
    const bytes = asJson(log.bundle());
    const known = (until: number | null) => ({ known: [{ verifier: key, since: 0, until }] });
    expect((await checkFile(bytes, known(null))).isKeyKnown).toBe(true);
    expect((await checkFile(bytes, known(7))).isKeyKnown).toBe(true);
    expect(await reasonOf(() => checkFile(bytes, known(6)))).toBe('retired-key');
    const stranger = { verifier: await readVerifier(testKey().verifier), since: 0, until: null };
    const forged = await checkFile(bytes, { known: [stranger] });
    expect(forged.isKeyKnown).toBe(false);
    expect(await compareCheckpoint(forged, ` ${log.key.verifier}\n`)).toEqual({
      kind: 'same-key',
    });
    expect(await reasonOf(() => compareCheckpoint(forged, stranger.verifier.text))).toBe(
      'unknown-key',
    );
  });

  it('is nothing without lines', async () => {
    const empty = await prove((it) => {
      it.lines = [];
      it.closingBalance = it.openingBalance;
    });
    expect(empty).toMatchObject({ lines: [], opening: null, closing: null });
  });
});
