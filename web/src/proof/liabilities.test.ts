import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readFile } from './bundle';
import { checkLiabilities } from './liabilities';
import { reasonOf } from './reasons';

interface Case {
  name: string;
  isGood: boolean;
  file: unknown;
}

const CORPUS = '../../../gateway/tests/proof/liabilities_corpus.json';
/** Proofs that every verifier must accept or refuse, in any language. */
const corpus: Case[] = JSON.parse(readFileSync(join(import.meta.dirname, CORPUS), 'utf8'));
/** What JSON cannot hold once it is read is a text there. */
const bytesOf = (file: unknown) =>
  new TextEncoder().encode(typeof file === 'string' ? file : JSON.stringify(file));
const check = async (file: unknown) => checkLiabilities(await readFile(bytesOf(file)));

describe('a proof of liabilities of the corpus', () => {
  it.each(corpus)('is good: $isGood, $name', async ({ isGood, file }) => {
    const reason = await reasonOf(() => check(file));
    expect(reason === null, String(reason)).toBe(isGood);
  });
});
