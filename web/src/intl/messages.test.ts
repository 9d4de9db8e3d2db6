import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, TYPE } from '@formatjs/icu-messageformat-parser';
import { describe, expect, it } from 'vitest';

type Words = Record<string, string>;

const read = (folder: string, locale: string): Words =>
  JSON.parse(readFileSync(join(import.meta.dirname, folder, `${locale}.json`), 'utf8'));
const all = (folder: string) => ({
  th: read(folder, 'th'),
  la: read(folder, 'la'),
  en: read(folder, 'en'),
});

const portal = all('messages');
const support = all('../support/messages');

function placeholders(message: string): string[] {
  const names = new Set<string>();
  const visit = (elements: ReturnType<typeof parse>) => {
    for (const element of elements) {
      if (element.type === TYPE.literal || element.type === TYPE.pound) continue;
      names.add(element.value);
      if ('options' in element) {
        for (const option of Object.values(element.options)) visit(option.value);
      }
    }
  };
  visit(parse(message));
  return [...names].sort();
}

describe.each([
  ['portal', portal],
  ['support console', support],
])('the three languages of the %s', (_, { th, la, en }) => {
  const translations = { la, en };

  it.each(Object.entries(translations))('%s has the ids of Thai, no more and no less', (_, all) => {
    expect(Object.keys(all).sort()).toEqual(Object.keys(th).sort());
  });

  it.each(Object.entries(translations))('%s uses the same placeholders as Thai', (_, all) => {
    for (const [id, message] of Object.entries(all)) {
      expect(placeholders(message), id).toEqual(placeholders(th[id] ?? ''));
    }
  });

  it('leaves nothing empty', () => {
    for (const all of [th, ...Object.values(translations)]) {
      expect(Object.entries(all).filter(([, message]) => !message.trim())).toEqual([]);
    }
  });

  it('writes Thai and Lao in their own script', () => {
    const inLatin = (all: Record<string, string>, script: RegExp) =>
      Object.entries(all).filter(([, text]) => !script.test(text) && /[a-z]{3}/.test(text));
    expect(inLatin(th, /[\u0e01-\u0e5b]/)).toEqual([]);
    expect(inLatin(translations.la, /[\u0e81-\u0edf]/)).toEqual([]);
    const thaiInLao = Object.entries(translations.la).filter(([, t]) => /[\u0e01-\u0e5b]/.test(t));
    expect(thaiInLao).toEqual([]);
  });
});

describe('the error catalogue', () => {
  const file = join(import.meta.dirname, '../../../gateway/platform/src/error/catalogue.rs');

  // Codes that only staff can get have their words in the console.
  it('has words for each code that the gateway answers', () => {
    expect(existsSync(file)).toBe(true);
    const codes = [...readFileSync(file, 'utf8').matchAll(/^ {4}\w+ "([\w-]+)" [A-Z_]+;$/gm)];
    expect(codes.length).toBeGreaterThan(30);
    const known = { ...portal.th, ...support.th };
    const ids = codes.map(([, code]) => `error.${code}`);
    expect(ids.filter((id) => !(id in known))).toEqual([]);
  });
});

describe('Thai', () => {
  const repository = join(import.meta.dirname, '../../..');
  const texts: [string, string][] = [
    ['the portal', JSON.stringify(portal.th)],
    ['the console', JSON.stringify(support.th)],
    ['the proof', readFileSync(join(repository, 'web/src/proof/words/thai.json'), 'utf8')],
    ['the demo configuration', readFileSync(join(repository, 'gateway/demo.toml'), 'utf8')],
  ];

  it.each(texts)('has one spelling of each word in %s', (_, text) => {
    // Instead: โปรโมชัน, แชต, เจ้าหน้าที่.
    expect(text.match(/โปรโมชั่น|แชท|ทีมงาน|พนักงาน|แอดมิน/g)).toBeNull();
  });
});
