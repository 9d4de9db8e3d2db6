// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { checkFile } from '../checkFile';
import { HISTORY, TestLog } from '../fixture';
import { fill, type WordId } from '../words';
import english from '../words/english.json';
import type { Text } from './language';
import { failed, shown } from './result';

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
