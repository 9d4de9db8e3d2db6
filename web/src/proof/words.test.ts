import { describe, expect, it } from 'vitest';
import { REASONS } from './failure';
import { fill, wordOf } from './words';
import english from './words/english.json';
import lao from './words/lao.json';
import thai from './words/thai.json';

const placeholders = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map((it) => it[1]).sort();

describe('the words of proofs', () => {
  it('say each kind of failure in its own words', () => {
    for (const words of [thai, lao, english]) {
      const said = REASONS.map((reason) => words[wordOf(reason)]);
      expect(said.every(Boolean)).toBe(true);
      expect(new Set(said).size).toBe(REASONS.length);
    }
  });

  it('are the same in the three languages, each in its own script', () => {
    for (const [id, text] of Object.entries(thai)) {
      for (const words of [lao, english]) {
        expect(placeholders(words[id as keyof typeof thai]), id).toEqual(placeholders(text));
      }
    }
    expect(Object.keys(lao)).toEqual(Object.keys(thai));
    expect(Object.keys(english)).toEqual(Object.keys(thai));
    const stray = Object.values(lao).filter((text) => /[\u0e01-\u0e5b]/.test(text));
    expect(stray).toEqual([]);
    const inLatin = (words: object, script: RegExp) =>
      Object.entries(words).filter(([, text]) => !script.test(text) && /[a-z]{3}/.test(text));
    // The bounds of a period are dates: `{from}` and `{to}` with one word between them.
    expect(inLatin(thai, /[\u0e01-\u0e5b]/)).toEqual([]);
    expect(inLatin(lao, /[\u0e81-\u0edf]/)).toEqual([]);
  });

  it('are filled in', () => {
    expect(fill('{n} of {total}', { n: 1, total: 2 })).toBe('1 of 2');
  });
});
