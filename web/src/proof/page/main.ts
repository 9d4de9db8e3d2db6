/** The standalone checker: reads a file, shows the result, sends nothing of it and stores nothing. */
import { readFile, readStatement } from '../bundle';
import type { Bytes } from '../bytes';
import { checkStatement, type ProvenStatement } from '../checkFile';
import { ProofFailure } from '../failure';
import type { KnownLog } from '../known';
import { checkLiabilities, isLiabilities, type ProvenLiabilities } from '../liabilities';
import { element } from './elements';
import { firstLanguage, LANGUAGES, type Language, speak, type Text } from './language';
import { shownOwed } from './owed';
import { type Compared, type Comparing, failed, shown, verdict, withCompared } from './result';
import { servedLog } from './servedLog';
import './verify.css';

type Proven = ProvenStatement | ProvenLiabilities;

type Face =
  | { kind: 'empty' }
  | { kind: 'checking'; name: string }
  | { kind: 'good'; file: Proven; compared: Compared | null }
  | { kind: 'bad'; failure: ProofFailure }
  | { kind: 'unable' };

let language: Language = firstLanguage();
let face: Face = { kind: 'empty' };
/** What the reader has pasted of the log: it counts for the next files, too. */
let pastedLog: KnownLog | null = null;
/** A later file replaces one that is still being checked. */
let newest = 0;

function show(next: Face): void {
  face = next;
  draw();
}

async function proven(bytes: Bytes, known: KnownLog | null): Promise<Proven> {
  const value = await readFile(bytes);
  return isLiabilities(value)
    ? checkLiabilities(value, known)
    : checkStatement(readStatement(value), { known });
}

async function check(file: File): Promise<void> {
  newest += 1;
  const turn = newest;
  show({ kind: 'checking', name: file.name });
  let outcome: Face;
  try {
    const bytes = new Uint8Array(await file.arrayBuffer());
    const known = pastedLog ?? (await servedLog());
    outcome = { kind: 'good', file: await proven(bytes, known), compared: null };
  } catch (error) {
    const isFailure = error instanceof ProofFailure;
    outcome = isFailure ? { kind: 'bad', failure: error } : { kind: 'unable' };
  }
  if (turn === newest) show(outcome);
}

function languages(text: Text): HTMLElement {
  const buttons = Object.entries(LANGUAGES).map(([code, name]) => {
    const pressed = String(code === language);
    const button = element('button', { type: 'button', 'aria-pressed': pressed }, name);
    button.addEventListener('click', () => {
      language = code as Language;
      draw();
      document.querySelector<HTMLElement>('[aria-pressed="true"]')?.focus();
    });
    return button;
  });
  const named = { class: 'languages', role: 'group', 'aria-label': text('page.language') };
  return element('div', named, ...buttons);
}

function chooser(text: Text): HTMLElement {
  const input = element('input', { type: 'file', accept: '.pdf,.json', id: 'file' });
  input.addEventListener('change', () => {
    const [file] = input.files ?? [];
    if (file) check(file);
  });
  const place = element(
    'div',
    { class: 'file' },
    element('span', {}, text('page.drop')),
    element('label', { class: 'button', for: 'file' }, text('page.choose')),
    input,
  );
  place.addEventListener('dragover', () => place.classList.add('over'));
  place.addEventListener('dragleave', () => place.classList.remove('over'));
  return place;
}

function outcome(text: Text): HTMLElement[] {
  switch (face.kind) {
    case 'empty':
      return [];
    case 'checking': {
      const { name } = face;
      return [element('p', { role: 'status', class: 'card' }, text('page.checking', { name }))];
    }
    case 'good': {
      const { file, compared } = face;
      const onCompared = (next: Compared) => {
        if (face.kind !== 'good' || face.file !== file) return;
        if ('log' in next.outcome) pastedLog = next.outcome.log;
        show({ kind: 'good', file: withCompared(file, next), compared: next });
        // What the verdict is now must be seen, and read out.
        document.querySelector('.verdict')?.scrollIntoView({ block: 'center' });
      };
      const comparing: Comparing = { compared, onCompared };
      return 'held' in file ? shownOwed(file, text, comparing) : shown(file, text, comparing);
    }
    case 'bad':
      return [failed(face.failure, text)];
    case 'unable':
      return [verdict('bad', text('unable'), text('page.tooOld'))];
  }
}

function draw(): void {
  const text = speak(language);
  document.title = text('page.title');
  document
    .getElementById('root')
    ?.replaceChildren(
      element('header', {}, element('h1', {}, text('page.title')), languages(text)),
      element('p', { class: 'muted' }, text('page.lead')),
      chooser(text),
      ...outcome(text),
    );
}

// A file dropped outside the drop target must not replace the page.
document.addEventListener('dragover', (event) => event.preventDefault());
document.addEventListener('drop', (event) => {
  event.preventDefault();
  const [file] = event.dataTransfer?.files ?? [];
  if (file) check(file);
});
draw();
