import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { type Bytes, toHex } from './bytes';
import { type CheckOptions, checkFile, compareCheckpoint, isContradiction } from './checkFile';
import { consistencyOf, HISTORY, keyAnswer, TestLog, testKey, testWitness } from './fixture';
import { readKnownLog } from './known';
import { readVerifier } from './note';
import { reasonOf } from './reasons';

const log = new TestLog(HISTORY);
const WITNESS = testWitness('a.example/w');
const encode = (text: string) => new TextEncoder().encode(text) as Bytes;
const asJson = (value: unknown) => encode(JSON.stringify(value));
type Statement = ReturnType<TestLog['statement']>;
type Row = (string | null | string[])[];

function changed(change: (statement: Statement) => void, of: Statement = log.statement()): Bytes {
  const statement = structuredClone(of);
  change(statement);
  return asJson(statement);
}

function keyAt({ keys }: Statement, index: number): Statement['keys'][number] {
  const key = keys[index];
  if (!key) throw new Error(`no key ${index}`);
  return key;
}

/** By its number in the chain. */
function eventAt({ events, first }: Statement, number: number): Row {
  const event = events[number - Number(first)];
  if (!Array.isArray(event)) throw new Error(`no event ${number}`);
  return event;
}

function voidAt({ events, first }: Statement, number: number): Record<string, unknown> {
  const row = events[number - Number(first)];
  if (!row || Array.isArray(row)) throw new Error(`no row ${number}`);
  return row;
}

function leafOf({ leaf }: Statement): NonNullable<Statement['leaf']> {
  if (!leaf) throw new Error('no leaf');
  return leaf;
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

function line(statement: Statement, number: number): string[] {
  const texts = eventAt(statement, number)[4];
  if (!Array.isArray(texts)) throw new Error(`no line ${number}`);
  return texts;
}

/** The same event, as if it had been written without the journal's key. */
function rowOf(statement: Statement, number: number): Statement['events'][number] {
  const [type, , content] = eventAt(statement, number) as string[];
  const place = { position: String(number), salt: '00'.repeat(16), path: log.path(number) };
  return { type: type ?? '', facts: '00', content: content ?? '', ...place };
}

/** Shows the event before the opening one as well. */
function hidden({ events }: Statement): void {
  const [opening] = events as [Row];
  events.splice(1, 0, opening.slice(0, 3));
}

const earlier = () => log.statement(null, '2026-11-21T10:00:06Z');
const MIDDLE = '2026-11-21T10:00:04Z';

describe('an exported statement', () => {
  const bundle = JSON.stringify(log.statement());
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
    expect(proven).toMatchObject({ opening: 0n, closing: 30_000n, currency: 'THB' });
    expect(proven).toMatchObject({ position: 9, voids: 2, isKeyKnown: false });
    expect(proven.checkpoint.size).toBe(9);
    expect(proven.verifier.text).toBe(log.key.verifier);
  });

  it('has lines that follow from its events', async () => {
    const { lines } = await checkFile(asJson(log.statement()));
    const shown = lines.map((line) => [line.sequence, line.type, line.direction, line.moved]);
    expect(shown).toEqual([
      [2, 'deposit', 'in', 50_000n],
      [4, 'withdraw', 'out', -20_000n],
      [6, 'deposit', 'none', 0n],
      [7, 'transfer', 'out', -10_000n],
      [9, 'transfer', 'in', 10_000n],
    ]);
    expect(lines[1]).toMatchObject({ id: 'operation-3', balance: 30_000n, currency: 'THB' });
    expect(lines[2]?.balance).toBeNull();
  });

  it('may have any texts in its lines, also such as look like JSON', async () => {
    const bytes = changed((it) => {
      eventAt(it, 4)[4] = ['"a":"b\\"', 'x\\', '":', '{"a" :'];
    });
    const { lines } = await checkFile(bytes);
    expect(lines[1]?.id).toBe('"a":"b\\"');
  });

  it('of a period opens with the balance of the event before its first line', async () => {
    const proven = await checkFile(asJson(log.statement(MIDDLE)));
    expect(proven).toMatchObject({ opening: 30_000n, closing: 30_000n, voids: 1 });
    expect(proven.lines[0]?.sequence).toBe(6);
    // Rows from outside may be between that event and the line.
    const rows = new TestLog([
      { type: 'Opened', moved: 0, isHidden: true },
      { type: 'Deposited', moved: 100 },
      { type: 'Deposited', moved: 100, isVoid: true },
      { type: 'Deposited', moved: 5 },
    ]);
    const later = rows.statement('2026-11-21T10:00:03Z');
    expect(later.first).toBe('2');
    expect(await checkFile(asJson(later))).toMatchObject({ opening: 100n, voids: 1 });
  });

  it.each<[string, (it: Statement) => void, string]>([
    // Its members.
    ['an unknown member', (it) => Object.assign(it, { note: '' }), 'unreadable'],
    ['a member missing', (it) => Reflect.deleteProperty(it, 'to'), 'unreadable'],
    ['another format', (it) => (it.format = 'wallet-statement/1'), 'no-proof'],
    ['a currency that is none', (it) => (it.currency = 'USD'), 'unreadable'],
    ['another currency', (it) => (it.currency = 'LAK'), 'unreadable'],
    ['a wallet in upper case', (it) => (it.walletId = it.walletId.toUpperCase()), 'unreadable'],
    ['another wallet', (it) => (it.walletId = it.walletId.replace('0198', '0199')), 'history'],
    ['another log', (it) => (it.origin = 'other.example'), 'wrong-log'],
    ['a key with a member more', (it) => Object.assign(keyAt(it, 0), { note: '' }), 'unreadable'],
    ['another key', (it) => (keyAt(it, 0).verifier = testKey().verifier), 'unknown-key'],
    ['a key that was retired before', (it) => (keyAt(it, 0).until = '8'), 'retired-key'],
    ['a checkpoint of another size', (it) => (it.checkpoint = log.note(8)), 'history'],
    ['events that are no list', (it) => Object.assign(it, { events: {} }), 'unreadable'],
    // Its beginning.
    ['a number 0', (it) => (it.first = '0'), 'unreadable'],
    ['a number with a zero before it', (it) => (it.first = '01'), 'unreadable'],
    ['another first number', (it) => (it.first = '2'), 'opening'],
    ['a history before the first event', (it) => (it.before = 'ab'.repeat(32)), 'opening'],
    ['a balance of the first event', (it) => eventAt(it, 1).push('0.00'), 'opening'],
    ['a balance of an event that is no line', (it) => eventAt(it, 5).push('1.00'), 'opening'],
    // Its events.
    ['an event left out', (it) => it.events.splice(4, 1), 'history'],
    ['an event twice', (it) => it.events.splice(4, 0, eventAt(it, 5)), 'history'],
    ['another type of an event', (it) => (eventAt(it, 5)[0] = 'WithdrawalPaid'), 'history'],
    ['another type of a line', (it) => (eventAt(it, 4)[0] = 'Corrected'), 'history'],
    ['another time', (it) => (eventAt(it, 4)[1] = '1795255203123457'), 'history'],
    ['another content', (it) => (eventAt(it, 4)[2] = 'ab'.repeat(32)), 'history'],
    ['another balance', (it) => (eventAt(it, 4)[3] = '300.01'), 'history'],
    ['a form of two', (it) => eventAt(it, 5).pop(), 'unreadable'],
    ['a form of six', (it) => eventAt(it, 4).push('x'), 'unreadable'],
    ['null for a balance', (it) => eventAt(it, 5).push(null), 'unreadable'],
    ['an event that is a text', (it) => Object.assign(it.events, { 4: 'x' }), 'unreadable'],
    ['a type that is a number', (it) => Object.assign(eventAt(it, 5), [1]), 'unreadable'],
    ['a time with a plus', (it) => (eventAt(it, 4)[1] = '+1795255203123456'), 'unreadable'],
    ['a time with a fraction', (it) => (eventAt(it, 4)[1] = '1795255203123456.0'), 'unreadable'],
    ['a time beyond 64 bits', (it) => (eventAt(it, 4)[1] = '9223372036854775808'), 'unreadable'],
    [
      'a content in upper case',
      (it) => (eventAt(it, 4)[2] = String(eventAt(it, 4)[2]).toUpperCase()),
      'unreadable',
    ],
    ['a short content', (it) => (eventAt(it, 4)[2] = 'ab'), 'unreadable'],
    // Its lines.
    ['a balance that did not change', (it) => (eventAt(it, 4)[3] = '500.00'), 'gap'],
    ['a balance below zero', (it) => (eventAt(it, 4)[3] = '-1.00'), 'gap'],
    ['less than nothing', (it) => (eventAt(it, 4)[3] = '-0.00'), 'gap'],
    ['a balance with one decimal', (it) => (eventAt(it, 4)[3] = '300.0'), 'unreadable'],
    ['a balance with a zero before it', (it) => (eventAt(it, 4)[3] = '0300.00'), 'unreadable'],
    [
      'a balance beyond 64 bits',
      (it) => (eventAt(it, 4)[3] = '92233720368547758.08'),
      'unreadable',
    ],
    [
      'a text of a line too few',
      (it) => (eventAt(it, 4)[4] = ['id', 'SUCCESS', 'A']),
      'unreadable',
    ],
    ['an amount of a line that moved', (it) => line(it, 4).push('200.00'), 'unreadable'],
    ['no amount of a line that did not', (it) => line(it, 6).pop(), 'unreadable'],
    ['an amount with one decimal', (it) => (line(it, 6)[4] = '20.0'), 'unreadable'],
    ['an amount below zero', (it) => (line(it, 6)[4] = '-20.00'), 'unreadable'],
    ['a status that is no text', (it) => Object.assign(line(it, 4), { 1: 1 }), 'unreadable'],
    // Rows that were not written with the journal's key.
    ['a row left out', (it) => it.events.splice(2, 1), 'history'],
    ['a row with a member more', (it) => Object.assign(voidAt(it, 3), { at: '1' }), 'unreadable'],
    ['a row with one missing', (it) => Reflect.deleteProperty(voidAt(it, 3), 'salt'), 'unreadable'],
    ['other facts of a row', (it) => (voidAt(it, 3).facts = '00'), 'history'],
    ['facts of a wrong length', (it) => (voidAt(it, 3).facts = '0100'), 'unreadable'],
    ['facts of another kind', (it) => (voidAt(it, 3).facts = `02${'00'.repeat(19)}`), 'unreadable'],
    ['another salt of a row', (it) => (voidAt(it, 3).salt = 'ab'.repeat(16)), 'history'],
    ['another path of a row', (it) => (voidAt(it, 3).path = log.path(4)), 'history'],
    ['rows at one position', (it) => (voidAt(it, 3).position = '8'), 'history'],
    ['a row above the last event', (it) => (voidAt(it, 8).position = '9'), 'order'],
    ['a row for an event', (it) => it.events.splice(4, 1, rowOf(it, 5)), 'history'],
    // Its end.
    ['an event after the last line', (it) => it.events.push(eventAt(it, 5)), 'closing'],
    ['a row after the last line', (it) => it.events.push(rowOf(it, 5)), 'closing'],
    ['no leaf', (it) => (it.leaf = null), 'closing'],
    ['a leaf without events', (it) => (it.events = []), 'closing'],
    [
      'a leaf with a member more',
      (it) => Object.assign(leafOf(it), { sequence: '9' }),
      'unreadable',
    ],
    ['a leaf of another event', (it) => (it.leaf = leafOf(earlier())), 'history'],
    ['a leaf outside the tree', (it) => (leafOf(it).position = '10'), 'history'],
    ['another time of the recording', (it) => (leafOf(it).recordedAt = '1'), 'history'],
    ['a path too long', (it) => leafOf(it).path.push('ab'.repeat(32)), 'history'],
    // Its period.
    ['an earlier end', (it) => (it.to = '2026-11-21T10:00:08Z'), 'period'],
    ['a later beginning', (it) => (it.from = '2026-11-21T10:00:02Z'), 'period'],
    ['a day for a time', (it) => (it.from = '2026-11-21'), 'unreadable'],
    ['a day that is none', (it) => (it.from = '2026-02-29T00:00:00Z'), 'unreadable'],
    ['a time of another zone', (it) => (it.to = '2026-11-22T00:00:00+07:00'), 'unreadable'],
  ])('with %s is refused', async (_, change, reason) => {
    expect(await reasonOf(() => checkFile(changed(change)))).toBe(reason);
  });

  it.each<[string, (it: Statement) => void, string]>([
    ['from the beginning', (it) => (it.from = null), 'opening'],
    ['with number 1', (it) => (it.first = '1'), 'opening'],
    ['without a history before it', (it) => (it.before = '00'.repeat(32)), 'opening'],
    ['without an opening balance', (it) => eventAt(it, 5).pop(), 'opening'],
    ['with a line for its opening', (it) => it.events.shift(), 'opening'],
    ['with a row for its opening', (it) => it.events.splice(0, 1, rowOf(it, 5)), 'opening'],
    ['with another opening balance', (it) => (eventAt(it, 5)[3] = '300.01'), 'history'],
    ['with a second one', (it) => it.events.splice(1, 0, eventAt(it, 5)), 'opening'],
    ['with an event before its first line', (it) => hidden(it), 'opening'],
    ['without anything else', (it) => it.events.splice(1), 'closing'],
  ])('of a period, %s, is refused', async (_, change, reason) => {
    const bytes = changed(change, log.statement(MIDDLE));
    expect(await reasonOf(() => checkFile(bytes))).toBe(reason);
  });

  it('has no gap, not even of lines that sum to zero', async () => {
    const paired = new TestLog([500, 700, -700, 9].map((moved) => ({ type: 'Corrected', moved })));
    const bytes = changed((it) => it.events.splice(1, 2), paired.statement());
    expect(await reasonOf(() => checkFile(bytes))).toBe('history');
  });

  it('cannot hide what an event did to the balance', async () => {
    // All of it is sealed, but the correction is no line.
    const hiding = new TestLog([
      { type: 'Deposited', moved: 500 },
      { type: 'Corrected', moved: -200, isHidden: true },
      { type: 'Deposited', moved: 7 },
    ]);
    expect(await reasonOf(() => checkFile(asJson(hiding.statement())))).toBe('history');
  });

  it('has lines of events that have lines only', async () => {
    const typed = (type: string) =>
      reasonOf(() => checkFile(asJson(new TestLog([{ type, moved: 5 }]).statement())));
    expect(await typed('WithdrawalSent')).toBe('event');
    // Not called false: its event is newer than the checker.
    expect(await typed('VoucherCredited')).toBe('newer');
  });

  it('takes no leaf of another row for the one of a row from outside', async () => {
    const of = new TestLog(
      [1, 2, 3, 4, 5, 6].map((number) => ({
        type: 'Deposited',
        moved: 5,
        isVoid: number === 3 || number === 5,
      })),
    );
    const bytes = changed((it) => {
      const { position, salt, path } = voidAt(it, 5);
      Object.assign(voidAt(it, 3), { position, salt, path });
    }, of.statement());
    await expect(checkFile(bytes)).rejects.toMatchObject({ reason: 'history', event: 3 });
  });

  it('names the event where it went wrong', async () => {
    const bytes = changed((it) => {
      eventAt(it, 7)[3] = '300.00';
      eventAt(it, 9)[3] = '300.00';
    });
    await expect(checkFile(bytes)).rejects.toMatchObject({ reason: 'gap', event: 7 });
    const unread = changed((it) => eventAt(it, 6).push('x'), log.statement(MIDDLE));
    await expect(checkFile(unread)).rejects.toMatchObject({ reason: 'unreadable', event: 6 });
  });

  it.each([
    ['nothing', encode(''), 'empty'],
    ['a table to read', encode('\ufeff"Date","Amount"\r\n"2026-12-01","5.00"\r\n'), 'no-proof'],
    ['no JSON', encode('{"format":'), 'unreadable'],
    ['one with a member twice', encode(bundle.replace('{', '{"currency" : "LAK",')), 'unreadable'],
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
      const proven = await checkFile(asJson(log.statement()));
      return compareCheckpoint(proven, answer ? `${pasted}\n${JSON.stringify(answer)}` : pasted);
    };
    const refused = (pasted: string, answer?: object) => reasonOf(() => compare(pasted, answer));
    /** The same key signed another history. */
    const other = new TestLog(HISTORY);
    other.leaves[0] = new Uint8Array(32);
    const otherNote = (size: number) => other.note(size, [log.key]);

    it('is the same, or the same log at another time', async () => {
      const pasted = `  ${log.note().replaceAll('\n', '\r\n')}  `;
      expect(await compare(pasted)).toEqual({ kind: 'same', isLater: true });
      expect(await compare(log.note(8))).toEqual({ kind: 'open', from: 8, to: 9 });
      expect(await compare(log.note(8), answerOf(log, 8, 9))).toEqual({
        kind: 'grown',
        isLater: false,
      });
    });

    it('is confirmed by the key of today, where its own was replaced', async () => {
      const [verifier, second] = [await readVerifier(log.key.verifier), testKey()];
      const known = [
        { verifier, since: 0, until: 9 },
        { verifier: await readVerifier(second.verifier), since: 9, until: null },
      ];
      const options = { known: { keys: known, witnesses: null } };
      const proven = await checkFile(asJson(log.statement()), options);
      expect(proven).toMatchObject({ isKeyKnown: true, isKeyRetired: true });
      const handover = log.note(9, [log.key, second]);
      expect(await compareCheckpoint(proven, handover)).toEqual({ kind: 'same', isLater: true });
      // The key that may have leaked confirms nothing about itself.
      const isLater = false;
      expect(await compareCheckpoint(proven, log.note())).toEqual({ kind: 'same', isLater });
      const earlier = `${log.note(8)}\n${JSON.stringify(answerOf(log, 8, 9))}`;
      expect(await compareCheckpoint(proven, earlier)).toEqual({ kind: 'grown', isLater });
    });

    it('contradicts it where the log was forked or rewritten', async () => {
      expect(await refused(otherNote(9))).toBe('fork');
      expect(await refused(otherNote(8), answerOf(other, 8, 9))).toBe('rewritten');
      expect(await refused(otherNote(8), answerOf(log, 8, 9))).toBe('rewritten');
      const [stranger, known] = [testKey(), log.key];
      expect(await refused(log.note(9, [stranger]))).toBe('unknown-key');
      for (const [note, reason] of [
        [otherNote(9), 'fork'],
        [log.note(9, [stranger]), 'unknown-key'],
      ] as const) {
        const failure = await compare(note).catch((error) => error);
        expect(failure).toMatchObject({ reason });
        expect(isContradiction(failure)).toBe(true);
      }
      // One that the retired key has signed later.
      const verifier = await readVerifier(known.verifier);
      const keys = [{ verifier, since: 0, until: 5 }];
      const proven = { ...(await checkFile(asJson(log.statement()))), keys };
      expect(await reasonOf(() => compareCheckpoint(proven, log.note(8)))).toBe('retired-key');
    });

    it('is one with the keys and witnesses of the log, as the service names them', async () => {
      const paste = async (note: string, answer: unknown) =>
        compareCheckpoint(
          await checkFile(asJson({ ...log.statement(), checkpoint: note })),
          `\n${JSON.stringify(answer, null, 1)} `,
        );
      const { keys } = log.statement();
      const answer = keyAnswer(keys, [WITNESS], 1);
      const at = '1970-01-01T00:00:00.000Z';
      expect(await paste(WITNESS.sign(log.note(), 0), answer)).toMatchObject({
        kind: 'known',
        isKeyRetired: false,
        witnesses: { seen: 1, of: 1, quorum: 1, at },
      });
      expect(await paste(log.note(), keyAnswer(keys))).toMatchObject({ witnesses: null });
      const replaced = (until: string) =>
        paste(log.note(), keyAnswer(keys.map((key) => ({ ...key, until }))));
      expect(await replaced('9')).toMatchObject({ isKeyRetired: true });
      const strangers = [{ verifier: testKey().verifier, since: '0', until: null }];
      for (const [attempt, reason] of [
        [() => replaced('8'), 'retired-key'],
        [() => paste(log.note(), keyAnswer(strangers)), 'unknown-key'],
        [() => paste(WITNESS.sign(log.note(), 0, { time: 1 }), answer), 'signature'],
      ] as const) {
        const failure = await attempt().catch((error) => error);
        expect(failure).toMatchObject({ reason });
        expect(isContradiction(failure)).toBe(true);
      }
      const failure = await paste(log.note(), { ...answer, at: '' }).catch((error) => error);
      expect(failure).toMatchObject({ reason: 'unreadable' });
      expect(isContradiction(failure)).toBe(false);
    });

    it('says nothing about it where it cannot be read', async () => {
      const unreadable = [
        () => compare('something'),
        () => compare(log.note(8), answerOf(log, 5, 9)),
        () => compare(`${log.note(8)}{"from":`),
        () => compare(log.note(8).replace('\u2014', '-')),
      ];
      for (const attempt of unreadable) {
        const failure = await attempt().catch((error) => error);
        expect(failure).toMatchObject({ reason: 'unreadable' });
        expect(isContradiction(failure)).toBe(false);
      }
    });
  });

  it('reports its progress, and can be stopped', async () => {
    const seen: [number, number][] = [];
    const bytes = asJson(
      new TestLog(Array.from({ length: 501 }, () => ({ type: 'Deposited', moved: 1 }))).statement(),
    );
    await checkFile(bytes, { onProgress: (...progress) => seen.push(progress) });
    expect(seen).toEqual([
      [0, 501],
      [500, 501],
      [501, 501],
    ]);
    const signal = AbortSignal.abort();
    await expect(checkFile(bytes, { signal })).rejects.toThrow(/abort/i);
  });
});

describe('what a statement proves', () => {
  it('goes as far as its last event says: newer lines may be missing', async () => {
    const proven = await checkFile(asJson(log.statement(null, '2026-11-21T10:00:06Z')));
    expect(proven).toMatchObject({ position: 6, closing: 30_000n });
    expect(proven.lines.at(-1)?.sequence).toBe(6);
  });

  it('may begin anywhere, with each number as its first one', async () => {
    for (const second of [0, 1, 2, 4, 6, 7, 8]) {
      const from = `2026-11-21T10:00:0${second}Z`;
      expect(await checkFile(asJson(log.statement(from)))).toMatchObject({ closing: 30_000n });
    }
  });

  it('has lines in between that lie outside its period, where clocks differ', async () => {
    const seconds = [10, 12, 8, 20, 14];
    const of = new TestLog(seconds.map((second) => ({ type: 'Deposited', moved: 100, second })));
    const prove = (from: number, to: number) => {
      const at = (second: number) => `2026-11-21T10:00:${second}Z`;
      return checkFile(asJson({ ...of.statement(), from: at(from), to: at(to) }));
    };
    expect((await prove(10, 15)).lines).toHaveLength(5);
    await expect(prove(11, 15)).rejects.toMatchObject({ reason: 'period', event: 1 });
    await expect(prove(10, 14)).rejects.toMatchObject({ reason: 'period', event: 5 });
  });

  it('is by a known key, by another, or by one that was retired', async () => {
    const key = { ...(await readVerifier(log.key.verifier)) };
    const bytes = asJson(log.statement());
    const known = (until: number | null) => ({
      known: { keys: [{ verifier: key, since: 0, until }], witnesses: null },
    });
    expect((await checkFile(bytes, known(null))).isKeyKnown).toBe(true);
    expect((await checkFile(bytes, known(9))).isKeyKnown).toBe(true);
    expect(await reasonOf(() => checkFile(bytes, known(8)))).toBe('retired-key');
    const stranger = { verifier: await readVerifier(testKey().verifier), since: 0, until: null };
    const forged = await checkFile(bytes, { known: { keys: [stranger], witnesses: null } });
    expect(forged.isKeyKnown).toBe(false);
    expect(await compareCheckpoint(forged, ` ${log.key.verifier}\n`)).toEqual({
      kind: 'same-key',
    });
    expect(await reasonOf(() => compareCheckpoint(forged, stranger.verifier.text))).toBe(
      'unknown-key',
    );
  });

  it('is in a log that so many of the known witnesses have seen', async () => {
    const keys = log.statement().keys;
    const known = await readKnownLog(keyAnswer(keys, [WITNESS], 1));
    const witnessed = { ...log.statement(), checkpoint: WITNESS.sign(log.note(), 0) };
    const seenBy = async (statement: Statement, options?: CheckOptions) =>
      (await checkFile(asJson(statement), options)).witnesses;
    const at = '1970-01-01T00:00:00.000Z';
    expect(await seenBy(witnessed, { known })).toEqual({ seen: 1, of: 1, quorum: 1, at });
    expect(await seenBy(log.statement(), { known })).toMatchObject({ seen: 0, at: null });
    // A stranger's signature proves nothing, and without a policy each one is a stranger's.
    expect(await seenBy(witnessed, { known: { ...known, witnesses: null } })).toBeNull();
    expect(await seenBy(witnessed)).toBeNull();
    const spoiled = { ...witnessed, checkpoint: WITNESS.sign(log.note(), 0, { time: 1 }) };
    expect(await reasonOf(() => seenBy(spoiled, { known }))).toBe('signature');
  });

  it('is nothing without lines', async () => {
    const empty = log.statement('2026-11-22T00:00:00Z');
    const nothing = { lines: [], opening: null, closing: null, position: null, voids: 0 };
    expect(await checkFile(asJson(empty))).toMatchObject(nothing);
    const reason = (change: object) => reasonOf(() => checkFile(asJson({ ...empty, ...change })));
    expect(await reason({ first: '2' })).toBe('opening');
    expect(await reason({ first: '2', before: 'ab'.repeat(32) })).toBe('opening');
    expect(await reason({ before: 'ab'.repeat(32) })).toBe('opening');
  });
});
