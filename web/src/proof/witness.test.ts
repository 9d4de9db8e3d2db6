import { describe, expect, it } from 'vitest';
import { TestLog, testKey, testWitness } from './fixture';
import { openNote, readVerifier } from './note';
import { reasonOf } from './reasons';
import { countWitnesses, readPolicy } from './witness';

const log = new TestLog();
const note = log.note();
const [first, second, third] = [1, 2, 3].map((n) => testWitness(`w${n}.example/log`)) as [
  ReturnType<typeof testWitness>,
  ReturnType<typeof testWitness>,
  ReturnType<typeof testWitness>,
];
const KEYS = [first, second, third].map(({ verifier }) => verifier);
const policy = await readPolicy({ quorum: 2, keys: KEYS });

/** 14:00:00 in Bangkok, and the seconds after it. */
const NOON = 1_796_022_000;
const timeOf = (seconds: number) => new Date(seconds * 1000).toISOString();

const count = (signed: string) => countWitnesses(signed, policy);
const refused = (signed: string) => reasonOf(() => count(signed));
/** As a witness with a key of another kind signs: ML-DSA-44 has signatures of 2,420 bytes. */
const largeLine = `\u2014 w1.example/log ${Buffer.alloc(4 + 8 + 2420, 6).toString('base64')}\n`;

describe('the witnesses of a checkpoint', () => {
  it('are counted, with the time at which enough of them had signed', async () => {
    expect(await count(note)).toEqual({ seen: 0, of: 3, quorum: 2, at: null });
    const one = second.sign(note, NOON + 9);
    expect(await count(one)).toEqual({ seen: 1, of: 3, quorum: 2, at: null });
    const two = first.sign(one, NOON);
    expect(await count(two)).toEqual({ seen: 2, of: 3, quorum: 2, at: timeOf(NOON + 9) });
    const three = third.sign(two, NOON + 5);
    expect(await count(three)).toEqual({ seen: 3, of: 3, quorum: 2, at: timeOf(NOON + 5) });
  });

  it('sign below the log, whose own signature stays what it was', async () => {
    const { signers } = await openNote(first.sign(note, NOON), [
      await readVerifier(log.key.verifier),
    ]);
    expect(signers.map(({ text }) => text)).toEqual([log.key.verifier]);
  });

  it('count once, however often they sign, from when they signed first', async () => {
    const twice = first.sign(first.sign(note, NOON + 60), NOON);
    expect(await count(twice)).toMatchObject({ seen: 1, at: null });
    const both = second.sign(twice, NOON + 30);
    expect(await count(both)).toMatchObject({ seen: 2, at: timeOf(NOON + 30) });
  });

  it('may be unknown ones, and sign in unknown ways', async () => {
    const stranger = testWitness('w1.example/log');
    for (const signed of [
      stranger.sign(note, NOON, { time: 7 }),
      testWitness('w9.example/log').sign(note, NOON),
      note + largeLine,
      note + testKey('w1.example/log').signature('something'),
    ]) {
      expect(await count(signed)).toMatchObject({ seen: 0 });
      expect(await count(first.sign(signed, NOON))).toMatchObject({ seen: 1 });
    }
  });

  it.each<[string, string]>([
    ['time', first.sign(note, NOON, { time: NOON + 1 })],
    ['text', first.sign(note, NOON, { body: log.note(5).split('\n\n')[0] ?? '' })],
    ['line end', first.sign(note, NOON, { body: note.slice(0, note.lastIndexOf('\n\n')) })],
    ['length', `${note}${first.sign(note, NOON).slice(note.length, -9)}\n`],
    ['time, which no calendar has', first.sign(note, 253_402_300_800)],
  ])('may not be wrong: %s', async (_, wrong) => {
    expect(await refused(wrong)).toBe('signature');
    expect(await refused(third.sign(second.sign(wrong, NOON), NOON))).toBe('signature');
  });

  it('may not have a signature without a time', async () => {
    const id = Buffer.from(first.verifier.split('+')[1] ?? '', 'hex').toString('base64');
    expect(await refused(`${note}\u2014 w1.example/log ${id}\n`)).toBe('signature');
  });

  it('are none where nobody is asked', async () => {
    expect(await readPolicy({ quorum: 0, keys: [] })).toBeNull();
    expect(await countWitnesses(note, null)).toBeNull();
  });
});

describe('a policy', () => {
  const [key = ''] = KEYS;
  const [name, id, encoded = ''] = key.split('+');
  const bytes = Buffer.from(encoded, 'base64');

  it.each<[string, unknown]>([
    ['no object', [2, KEYS]],
    ['a member more', { quorum: 2, keys: KEYS, names: [] }],
    ['a member less', { keys: KEYS }],
    ['no list', { quorum: 1, keys: key }],
    ['a text as quorum', { quorum: '2', keys: KEYS }],
    ['half a witness', { quorum: 1.5, keys: KEYS }],
    ['less than none', { quorum: -1, keys: KEYS }],
    ['none of three', { quorum: 0, keys: KEYS }],
    ['one of none', { quorum: 1, keys: [] }],
    ['more than there are', { quorum: 4, keys: KEYS }],
    ['a witness twice', { quorum: 2, keys: [key, key] }],
    ['a key of a log', { quorum: 1, keys: [testKey().verifier] }],
    ['the key of another name', { quorum: 1, keys: [key.replace('w1', 'w2')] }],
    [
      'a key cut off',
      { quorum: 1, keys: [`${name}+${id}+${bytes.subarray(0, 30).toString('base64')}`] },
    ],
    ['no text', { quorum: 1, keys: [7] }],
  ])('is refused: %s', async (_, value) => {
    expect(await reasonOf(() => readPolicy(value))).toBe('unreadable');
  });
});
