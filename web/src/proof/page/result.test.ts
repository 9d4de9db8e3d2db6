// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { checkFile, compareCheckpoint, type ProvenStatement } from '../checkFile';
import { ProofFailure } from '../failure';
import { HISTORY, keyAnswer, TestLog, type TestWitness, testWitness } from '../fixture';
import { readKnownLog } from '../known';
import { fill, type WordId } from '../words';
import english from '../words/english.json';
import type { Text } from './language';
import { type Compared, failed, shown, withCompared } from './result';

const text: Text = (id: WordId, values) => fill(english[id], values);
const bytesOf = (statement: unknown) => new TextEncoder().encode(JSON.stringify(statement));

async function shownOf(log: TestLog): Promise<HTMLElement> {
  const page = document.createElement('main');
  const statement = await checkFile(bytesOf(log.statement()));
  page.append(...shown(statement, text, { compared: null, onCompared: () => undefined }));
  return page;
}

const rowOf = (page: HTMLElement, label: string) =>
  [...page.querySelectorAll('dl > div')].find((row) => row.firstChild?.textContent === label)
    ?.lastChild?.textContent;

it('shows how far a statement goes, by the numbers of its events', async () => {
  const page = await shownOf(new TestLog(HISTORY));
  expect(rowOf(page, english.upTo)).toBe('event 9, 21/11/2026 17:00:08');
  expect(rowOf(page, english['page.closing'])).toBe('300.00 THB');
  const lines = [...page.querySelectorAll('tbody tr')].map((row) => row.lastChild?.textContent);
  expect(lines).toEqual(['2', '4', '6', '7', '9']);
});

it('says of rows without the key that they changed nothing, where there are some', async () => {
  const page = await shownOf(new TestLog(HISTORY));
  expect(rowOf(page, english.voids)).toBe('2');
  expect(page).toHaveTextContent(english['voids.detail']);
  const none = await shownOf(new TestLog());
  expect(rowOf(none, english.voids)).toBeUndefined();
  expect(none).not.toHaveTextContent(english['voids.detail']);
});

it('names the event where a statement went wrong', async () => {
  const log = new TestLog();
  const statement = log.statement();
  // Event 3 twice.
  statement.events.splice(3, 1, statement.events[2] ?? []);
  const failure = await checkFile(bytesOf(statement)).catch((error) => error);
  expect(failed(failure, text)).toHaveTextContent(english['reason.gap']);
  expect(failed(failure, text)).toHaveTextContent('Event no. 4');
});

it('shows nothing of a statement without lines but its checkpoint', async () => {
  const page = document.createElement('main');
  const statement = await checkFile(bytesOf(new TestLog().statement('2026-11-22T00:00:00Z')));
  page.append(...shown(statement, text, { compared: null, onCompared: () => undefined }));
  expect(rowOf(page, english['page.lines'])).toBe('0');
  expect(rowOf(page, english['page.opening'])).toBeUndefined();
  expect(rowOf(page, english['page.checkpoint'])).toContain('7');
});

describe('the witnesses of a genuine statement', () => {
  const log = new TestLog(HISTORY);
  const witnesses = ['a.example/w', 'b.example/w', 'c.example/w'].map(testWitness);
  const [first, second] = witnesses as [TestWitness, TestWitness];

  async function witnessed(checkpoint: string, of = witnesses): Promise<HTMLElement> {
    const { keys } = log.statement();
    const known = await readKnownLog(keyAnswer(keys, of, Math.min(2, of.length)));
    const statement = await checkFile(bytesOf({ ...log.statement(), checkpoint }), { known });
    const page = document.createElement('main');
    page.append(...shown(statement, text, { compared: null, onCompared: () => undefined }));
    return page;
  }
  const few = english['witnesses.few'];

  it('are counted, with their time', async () => {
    const page = await witnessed(second.sign(first.sign(log.note(), 0), 60));
    const verdict = page.querySelector('.verdict.good');
    expect(verdict).toHaveTextContent(english['page.good']);
    expect(verdict).toHaveTextContent('Witnesses who have seen the same log: 2 of 3.');
    expect(page).not.toHaveTextContent(few);
    expect(rowOf(page, english.witnesses)).toBe('2 of 3, 01/01/1970 07:01:00');
  });

  it('are missed where they are too few, without calling the statement false', async () => {
    const page = await witnessed(first.sign(log.note(), 0));
    const verdict = page.querySelector('.verdict.good');
    expect(verdict?.firstChild).toHaveTextContent(english['page.good']);
    expect(verdict?.querySelector('.unsure')).toHaveTextContent(few);
    expect(rowOf(page, english.witnesses)).toBe('1 of 3');
  });

  it('are not mentioned where nobody is asked', async () => {
    const page = await witnessed(log.note(), []);
    expect(page.querySelector('.verdict.good')).not.toBeNull();
    expect(page).not.toHaveTextContent(/witness/i);
  });

  it('are known from a pasted answer of the service, and so is the key', async () => {
    const checkpoint = second.sign(first.sign(log.note(), 0), 60);
    const statement = await checkFile(bytesOf({ ...log.statement(), checkpoint }));
    const pasted = JSON.stringify(keyAnswer(log.statement().keys, witnesses, 2));
    const page = document.createElement('main');
    const show = (of: ProvenStatement, compared: Compared | null) =>
      page.replaceChildren(...shown(of, text, { compared, onCompared: () => undefined }));
    show(statement, null);
    expect(page.querySelector('.verdict')).toHaveTextContent(english['page.unconfirmed']);
    expect(page.querySelector('.verdict')).toHaveTextContent('/api/proof/key');
    const compared = { pasted, outcome: await compareCheckpoint(statement, pasted) };
    const known = withCompared(statement, compared);
    show(known, compared);
    expect(page.querySelector('.verdict')).toHaveTextContent(english['page.good']);
    expect(page.querySelector('.verdict')).toHaveTextContent('2 of 3');
    expect(page.querySelector('.compare')).toHaveTextContent(english['page.compare.known']);
    // What was confirmed stays so, whatever is pasted next.
    const unreadable = { pasted: '?', outcome: new ProofFailure('unreadable') };
    show(withCompared(known, unreadable), unreadable);
    expect(page.querySelector('.verdict')).toHaveTextContent(english['page.good']);
  });
});
