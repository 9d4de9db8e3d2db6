import { describe, expect, it } from 'vitest';
import { keyAnswer, TestLog, type TestWitness, testKey, testWitness } from './fixture';
import { confirmCheckpoint, type LogSource, type SeenCheckpoint } from './log';
import { reasonOf } from './reasons';

const log = new TestLog();
const keys = (...list: unknown[]) => keyAnswer(list);
const onlyKey = keys({ verifier: log.key.verifier, since: '0', until: null });

function source(of: TestLog, parts: Partial<LogSource> = {}): LogSource {
  return {
    keys: async () => onlyKey,
    note: async (size) => of.note(size),
    consistency: async (from, to) => (to > of.size ? null : of.consistency(from, to)),
    ...parts,
  };
}

async function seenAt(size: number): Promise<SeenCheckpoint> {
  return (await confirmCheckpoint(log.note(size), null, source(log))).seen;
}

/** The same key over another history. */
function forked(): TestLog {
  const fork = new TestLog();
  fork.leaves[1] = new Uint8Array(32);
  return fork;
}

describe('the log that a device has seen', () => {
  it('is believed once and kept', async () => {
    expect(await seenAt(4)).toMatchObject({ size: 4, verifier: log.key.verifier });
  });

  it('may grow, and be shown again, also as it was earlier', async () => {
    const seen = await seenAt(4);
    for (const size of [1, 2, 3, 4, 5, 6, 7]) {
      const { checkpoint, seen: kept } = await confirmCheckpoint(log.note(size), seen, source(log));
      expect(checkpoint.size).toBe(size);
      expect(kept.size).toBe(Math.max(4, size));
    }
  });

  it('continues from a checkpoint without the audit line, as older versions signed', async () => {
    const older = log.note(4, [log.key], '');
    const { seen } = await confirmCheckpoint(older, null, source(log));
    const { seen: kept } = await confirmCheckpoint(log.note(7), seen, source(log));
    expect(kept.size).toBe(7);
  });

  it('may not be another one of the same size', async () => {
    const note = forked().note(4, [log.key]);
    const seen = await seenAt(4);
    expect(await reasonOf(() => confirmCheckpoint(note, seen, source(log)))).toBe('fork');
  });

  it.each([3, 7])('may not have another beginning, shown at %i', async (size) => {
    const fork = forked();
    const note = fork.note(size, [log.key]);
    const seen = await seenAt(4);
    for (const of of [fork, log]) {
      expect(await reasonOf(() => confirmCheckpoint(note, seen, source(of)))).toBe('rewritten');
    }
  });

  it('may not have forgotten its end', async () => {
    const short = new TestLog([{ type: 'Deposited', moved: 50_000 }]);
    const seen = await seenAt(7);
    const note = log.note(1);
    expect(await reasonOf(() => confirmCheckpoint(note, seen, source(short)))).toBe('shrunk');
  });

  it('may not have another key without a word', async () => {
    const other = testKey();
    const seen = await seenAt(4);
    const note = log.note(7, [other]);
    for (const list of [
      keys({ verifier: other.verifier, since: '0', until: null }),
      keys(
        { verifier: log.key.verifier, since: '0', until: null },
        { verifier: other.verifier, since: '5', until: null },
      ),
      // The checkpoint of the change is not signed by the new one.
      keys(
        { verifier: log.key.verifier, since: '0', until: '5' },
        { verifier: other.verifier, since: '5', until: null },
      ),
    ]) {
      const from = source(log, { keys: async () => list });
      expect(await reasonOf(() => confirmCheckpoint(note, seen, from))).toBe('key-changed');
    }
  });

  it('may hand over to another key with both signatures', async () => {
    const [second, third] = [testKey(), testKey()];
    const seen = await seenAt(4);
    const handovers: Record<number, string> = {
      5: log.note(5, [log.key, second]),
      6: log.note(6, [second, third]),
    };
    const list = keys(
      { verifier: log.key.verifier, since: '0', until: '5' },
      { verifier: second.verifier, since: '5', until: '6' },
      { verifier: third.verifier, since: '6', until: null },
    );
    const from = source(log, { keys: async () => list, note: async (size) => handovers[size] });
    const { seen: kept } = await confirmCheckpoint(log.note(7, [third]), seen, from);
    expect(kept).toMatchObject({ size: 7, verifier: third.verifier });
    const fork = forked().note(7, [third]);
    expect(await reasonOf(() => confirmCheckpoint(fork, seen, from))).toBe('rewritten');
  });

  it('is not believed by a key that was retired before', async () => {
    const second = testKey();
    const seen = await seenAt(4);
    const list = keys(
      { verifier: log.key.verifier, since: '0', until: '5' },
      { verifier: second.verifier, since: '5', until: null },
    );
    const handover = log.note(5, [log.key, second]);
    const from = source(log, { keys: async () => list, note: async () => handover });
    expect(await reasonOf(() => confirmCheckpoint(log.note(7), seen, from))).toBe('retired-key');
    expect(await reasonOf(() => confirmCheckpoint(handover, seen, from))).toBeNull();
    const { seen: kept } = await confirmCheckpoint(log.note(7, [second]), seen, from);
    expect(kept.verifier).toBe(second.verifier);
  });

  it('is first believed by a key in use only', async () => {
    const second = testKey();
    const retired = keys(
      { verifier: log.key.verifier, since: '0', until: '5' },
      { verifier: second.verifier, since: '5', until: null },
    );
    const handover = log.note(5, [log.key, second]);
    const from = source(log, { keys: async () => retired, note: async () => handover });
    expect(await reasonOf(() => confirmCheckpoint(log.note(7), null, from))).toBe('unknown-key');
    for (const size of [3, 5]) {
      expect(await reasonOf(() => confirmCheckpoint(log.note(size), null, from))).toBeNull();
    }
  });

  it('is not believed by a retired key where that key did not hand it over', async () => {
    const second = testKey();
    const list = keys(
      { verifier: log.key.verifier, since: '0', until: '5' },
      { verifier: second.verifier, since: '5', until: null },
    );
    const handover = log.note(5, [log.key, second]);
    // The key leaked: it has signed another history, of a size that it did sign once.
    const fork = forked();
    const from = source(fork, { keys: async () => list, note: async () => handover });
    const seen = await seenAt(1);
    for (const known of [null, seen]) {
      const refused = (size: number) =>
        reasonOf(() => confirmCheckpoint(fork.note(size, [log.key]), known, from));
      expect(await refused(5)).toBe('fork');
      expect(await refused(3)).toBe('rewritten');
    }
  });

  it('is confirmed by the witnesses that it names, who may not be wrong', async () => {
    const witnesses = ['a.example/w', 'b.example/w'].map(testWitness) as [TestWitness, TestWitness];
    const [first, second] = witnesses;
    const answer = keyAnswer(onlyKey.keys, witnesses, 2);
    const from = source(log, { keys: async () => answer });
    const confirm = (note: string) => confirmCheckpoint(note, null, from);
    const one = first.sign(log.note(4), 60);
    expect((await confirm(one)).witnesses).toEqual({ seen: 1, of: 2, quorum: 2, at: null });
    const both = second.sign(one, 0);
    const at = '1970-01-01T00:01:00.000Z';
    expect((await confirm(both)).witnesses).toEqual({ seen: 2, of: 2, quorum: 2, at });
    expect((await confirmCheckpoint(both, null, source(log))).witnesses).toBeNull();
    const wrong = second.sign(one, 0, { time: 1 });
    expect(await reasonOf(() => confirm(wrong))).toBe('signature');
  });

  it('is refused with an answer of another shape', async () => {
    const { witnesses, ...older } = onlyKey;
    const { origin, ...nameless } = onlyKey;
    for (const answer of [
      older,
      nameless,
      { ...onlyKey, at: '2026-11-30T00:00:00Z' },
      { ...onlyKey, origin: 7 },
      { ...onlyKey, witnesses: null },
      [onlyKey],
    ]) {
      const from = source(log, { keys: async () => answer });
      const reason = await reasonOf(() => confirmCheckpoint(log.note(4), null, from));
      expect(reason, JSON.stringify(answer)).toBe('unreadable');
    }
  });
});
