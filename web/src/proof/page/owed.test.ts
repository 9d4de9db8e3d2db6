// @vitest-environment jsdom
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { compareCheckpoint } from '../checkFile';
import { ProofFailure } from '../failure';
import { checkLiabilities, type ProvenLiabilities } from '../liabilities';
import { fill, type WordId } from '../words';
import english from '../words/english.json';
import type { Text } from './language';
import { shownOwed } from './owed';
import { type Compared, withCompared } from './result';

const text: Text = (id: WordId, values) => fill(english[id], values);
const CORPUS = '../../../../gateway/tests/proof/liabilities_corpus.json';
const corpus: { name: string; file: { keys: [{ verifier: string }] } }[] = JSON.parse(
  readFileSync(join(import.meta.dirname, CORPUS), 'utf8'),
);

function fileOf(name: string) {
  const found = corpus.find((each) => each.name === name);
  if (!found) throw new Error(name);
  return found.file;
}

function pageOf(file: ProvenLiabilities, compared: Compared | null = null): HTMLElement {
  const page = document.createElement('main');
  page.append(...shownOwed(file, text, { compared, onCompared: () => undefined }));
  return page;
}

/** After the reader has pasted a key that was learned elsewhere. */
async function known(name: string) {
  const file = fileOf(name);
  const proven = await checkLiabilities(file);
  const pasted = file.keys[0].verifier;
  const compared = { pasted, outcome: await compareCheckpoint(proven, pasted) };
  return { proven: withCompared(proven, compared), compared };
}

const rowOf = (page: HTMLElement, label: string) =>
  [...page.querySelectorAll('dl > div')].find((row) => row.firstChild?.textContent === label)
    ?.lastChild?.textContent;

const SENTENCE =
  'At 21/11/2026 10:04:30 the signed total of ฿14,095.68 counts your ฿1,450.00, as event 212 of your wallet says.';

describe('a proof of liabilities', () => {
  it('says in one sentence what is counted, and what is not proven', async () => {
    const { proven, compared } = await known('one wallet among several, with a later event');
    const page = pageOf(proven, compared);
    expect(page.querySelector('.verdict.good')).toHaveTextContent(SENTENCE);
    expect(rowOf(page, english['owed.main'])).toBe('฿1,000.00');
    expect(rowOf(page, english['owed.withdrawal'])).toBe('฿50.00');
    expect(rowOf(page, english['owed.games'])).toBe('฿400.00');
    expect(rowOf(page, english['owed.number'])).toBe('17');
    for (const name of ['others', 'money', 'books'] as const) {
      expect(page).toHaveTextContent(english[`owed.unproved.${name}`]);
    }
  });

  it('says what the total leaves out, though it was before', async () => {
    const { proven, compared } = await known('the later event was recorded before the total');
    expect(pageOf(proven, compared).querySelector('.verdict')).toHaveTextContent(
      'Your wallet changed at 21/11/2026 10:01:00, before the total.',
    );
  });

  it('is not called counted by a key that nobody has confirmed', async () => {
    const proven = await checkLiabilities(fileOf('of a wallet in kip'));
    const page = pageOf(proven);
    expect(page.querySelector('.verdict')).toHaveTextContent(english['page.unconfirmed']);
    expect(page.querySelector('.verdict.good')).toBeNull();
    expect(page).toHaveTextContent('₭105,001');
  });

  it('is contradicted above everything by another checkpoint of its size', async () => {
    const { proven } = await known('one wallet among several, with a later event');
    const compared = { pasted: '', outcome: new ProofFailure('fork') };
    const page = pageOf(proven, compared);
    expect(page.querySelector('.verdict')).toHaveTextContent(english['page.contradiction']);
    expect(page.querySelector('.verdict')).not.toHaveTextContent(english['owed.good']);
  });
});
