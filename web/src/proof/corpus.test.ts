import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { checkFile } from './checkFile';
import { reasonOf } from './reasons';

interface Case {
  name: string;
  isGood: boolean;
  file: unknown;
}

const read = (path: string) =>
  JSON.parse(readFileSync(join(import.meta.dirname, '../../..', path), 'utf8'));

/** Statements that every verifier must accept or refuse, in any language. */
const corpus: Case[] = read('gateway/tests/proof/corpus.json');

describe('a statement of the corpus', () => {
  it.each(corpus)('is good: $isGood, $name', async ({ isGood, file }) => {
    const bytes = new TextEncoder().encode(JSON.stringify(file));
    const reason = await reasonOf(() => checkFile(bytes));
    expect(reason === null, String(reason)).toBe(isGood);
  });

  it('fits the schema where it is good', () => {
    const ajv = new Ajv2020({ strictTuples: false });
    const fits = ajv.compile(read('.github/wallet-statement.schema.json'));
    const good = corpus.filter(({ isGood }) => isGood);
    expect(good.length).toBeGreaterThan(20);
    for (const { name, file } of good) {
      expect([name, fits(file), fits.errors]).toEqual([name, true, null]);
    }
  });
});
