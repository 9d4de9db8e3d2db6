import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkFile } from './checkFile';
import { confirmCheckpoint } from './log';

/** The examples of the page that every verifier is written from. */
const page = readFileSync(join(import.meta.dirname, '../../../.github/proofs.md'), 'utf8');
const examples = [...page.matchAll(/```json\n([\s\S]*?)```/g)].map((match) => match[1] ?? '');
const [statement = '', extension = ''] = examples;

describe('the documented example', () => {
  it('is a proven statement', async () => {
    const proven = await checkFile(new TextEncoder().encode(statement));
    expect(proven).toMatchObject({ opening: 0n, closing: 30_000n, currency: 'THB' });
    expect(proven).toMatchObject({ movement: 2, unrecorded: 0 });
    expect(proven.lines.map((line) => line.type)).toEqual(['deposit', 'transfer']);
  });

  it('is a log that has grown', async () => {
    const { old, new: newer, verifiers, path } = JSON.parse(extension);
    const [verifier] = verifiers;
    const source = {
      keys: async () => ({ keys: [{ verifier, since: '0', until: null }] }),
      note: async () => old,
      consistency: async () => ({ path }),
    };
    const { seen } = await confirmCheckpoint(old, null, source);
    expect((await confirmCheckpoint(newer, seen, source)).seen.size).toBe(3);
  });
});
