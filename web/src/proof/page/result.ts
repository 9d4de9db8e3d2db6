/** The result of a checked file: only what is proven, never what the file merely claims. */

import { formatMoment } from '../../intl/moment';
import { formatAmount } from '../../intl/money';
import { writeAmount } from '../amount';
import { toBase64 } from '../bytes';
import {
  type Comparison,
  compareCheckpoint,
  isContradiction,
  type ProvenStatement,
} from '../checkFile';
import { ProofFailure, type Reason } from '../failure';
import { writeInstant } from '../instant';
import type { ProvenLine } from '../line';
import type { SignedFile } from '../signedFile';
import type { Witnessed } from '../witness';
import { type WordId, wordOf } from '../words';
import { element, figures } from './elements';
import type { Text } from './language';

const SIGNS = { in: '+', out: '−', none: '' } as const;

const timeOf = (line: ProvenLine | undefined) => (line ? formatMoment(writeInstant(line.at)) : '–');

export function verdict(kind: 'good' | 'unsure' | 'bad', ...texts: string[]): HTMLElement {
  const role = kind === 'bad' ? 'alert' : 'status';
  return element(
    'div',
    { class: `verdict ${kind}`, role },
    ...texts.map((text) => element('p', {}, text)),
  );
}

export function failed(failure: ProofFailure, text: Text): HTMLElement {
  const { event, reason, where } = failure;
  // A period without lines is valid.
  if (reason === 'empty')
    return verdict('unsure', text('page.nothing'), text('page.nothing.detail'));
  if (reason === 'newer') return verdict('unsure', text('unable'), text('reason.newer'));
  const place = event === null ? [] : [text('failedAt', { number: event })];
  const face = verdict('bad', text('page.bad'), text(wordOf(reason)), ...place);
  if (where) face.append(element('p', { class: 'code' }, where));
  face.append(element('p', {}, text('page.bad.advice')));
  return face;
}

export type Row = [label: string, value: string, look?: string];

/** How far the lines go, and what they add up to; they say nothing about what came later. */
function ends({ lines, opening, closing, currency }: ProvenStatement, text: Text): Row[] {
  const last = lines.at(-1);
  if (!last || opening === null || closing === null) return [];
  const money = (value: bigint) =>
    `${formatAmount(writeAmount(value, currency), currency)} ${currency}`;
  return [
    [text('upTo'), text('upTo.value', { number: last.sequence, time: timeOf(last) })],
    [text('page.opening'), money(opening), 'number'],
    [text('page.closing'), money(closing), 'number'],
    [text('page.period'), `${timeOf(lines[0])} – ${timeOf(last)}`],
  ];
}

function witnessRow({ seen, of, at }: Witnessed, text: Text): Row {
  const count = at
    ? text('witnesses.count.at', { seen, of, time: formatMoment(at) })
    : text('witnesses.count', { seen, of });
  return [text('witnesses'), count];
}

/** Who has signed, and what. */
export function signedRows({ checkpoint, verifier, witnesses }: SignedFile, text: Text): Row[] {
  return [
    [text('page.checkpoint'), text('page.size', { size: checkpoint.size })],
    ...(witnesses ? [witnessRow(witnesses, text)] : []),
    [text('page.root'), toBase64(checkpoint.root), 'code'],
    [text('page.key'), verifier.text, 'code'],
  ];
}

export function keyNotice({ isKeyKnown }: SignedFile, text: Text): HTMLElement {
  return element('p', { class: 'muted' }, text(isKeyKnown ? 'page.key.known' : 'page.key.detail'));
}

function summary(statement: ProvenStatement, text: Text): HTMLElement {
  const { lines, voids } = statement;
  const rows: Row[] = voids > 0 ? [[text('voids'), String(voids), 'number']] : [];
  return element(
    'section',
    { class: 'card' },
    figures([
      [text('page.lines'), String(lines.length), 'number'],
      ...ends(statement, text),
      ...rows,
      [text('page.wallet'), statement.walletId, 'code'],
      ...signedRows(statement, text),
    ]),
    voids > 0 ? element('p', {}, text('voids.detail')) : null,
    keyNotice(statement, text),
    element('p', { class: 'muted' }, text('page.unchecked')),
  );
}

function row(line: ProvenLine, number: number, { currency, text }: TableWords): HTMLElement {
  const { direction, moved, balance } = line;
  const money = (value: bigint) => formatAmount(writeAmount(value, currency), currency);
  const amount = direction === 'none' ? '–' : SIGNS[direction] + money(moved < 0n ? -moved : moved);
  return element(
    'tr',
    {},
    element('td', { class: 'number extra' }, String(number)),
    element('td', {}, timeOf(line)),
    element('td', {}, text(`type.${line.type}` satisfies WordId)),
    element('td', { class: `number ${direction}` }, amount),
    element('td', { class: 'number' }, balance === null ? '–' : money(balance)),
    element('td', { class: 'number extra' }, String(line.sequence)),
  );
}

interface TableWords {
  currency: string;
  text: Text;
}

function table({ lines, currency }: ProvenStatement, text: Text): HTMLElement {
  const head: [WordId, string][] = [
    ['page.number', 'number extra'],
    ['time', ''],
    ['type', ''],
    ['amount', 'number'],
    ['balance', 'number'],
    ['page.event', 'number extra'],
  ];
  const cells = head.map(([id, look]) => element('th', { scope: 'col', class: look }, text(id)));
  return element(
    'section',
    // A part that scrolls must be reachable by keyboard.
    { class: 'card scroll', tabindex: '0', 'aria-label': text('page.lines') },
    element(
      'table',
      {},
      element('thead', {}, element('tr', {}, ...cells)),
      element('tbody', {}, ...lines.map((line, at) => row(line, at + 1, { currency, text }))),
    ),
  );
}

const SAID = {
  known: 'page.compare.known',
  same: 'page.compare.same',
  grown: 'page.compare.grown',
  'same-key': 'page.compare.sameKey',
} as const;

/** A pasted text, and the outcome of its comparison. */
export interface Compared {
  pasted: string;
  outcome: Comparison | ProofFailure;
}

/** The failure, if the pasted text contradicts the file. */
function contradictionOf(compared: Compared | null): ProofFailure | null {
  const outcome = compared?.outcome;
  return outcome instanceof ProofFailure && isContradiction(outcome) ? outcome : null;
}

/** The answer below the field, where the comparison did not become the verdict. */
function answerTo({ outcome }: Compared, text: Text): HTMLElement | null {
  if (outcome instanceof ProofFailure) {
    const said = [text('page.compare.unreadable'), text(wordOf(outcome.reason))];
    return isContradiction(outcome) ? null : verdict('unsure', ...said);
  }
  if (outcome.kind !== 'open') return verdict('good', text(SAID[outcome.kind]));
  const { from, to } = outcome;
  return verdict(
    'unsure',
    text('page.compare.open'),
    text('page.compare.open.detail', { from, to }),
    `/api/proof/consistency?from=${from}&to=${to}`,
    text('page.compare.open.advice'),
  );
}

export function comparison(
  file: SignedFile,
  text: Text,
  { compared, onCompared }: Comparing,
): HTMLElement {
  const field = element('textarea', { id: 'pasted', spellcheck: 'false', class: 'code' });
  field.value = compared?.pasted ?? '';
  const compare = async () => {
    const pasted = field.value;
    try {
      onCompared({ pasted, outcome: await compareCheckpoint(file, pasted) });
    } catch (error) {
      if (!(error instanceof ProofFailure)) throw error;
      onCompared({ pasted, outcome: error });
    }
  };
  const button = element('button', { type: 'button' }, text('page.compare.do'));
  button.addEventListener('click', compare);
  return element(
    'section',
    { class: 'card compare' },
    element('h2', {}, text('page.compare')),
    element('p', { class: 'muted' }, text('page.compare.detail')),
    element('label', { for: 'pasted' }, text('page.compare.field')),
    field,
    button,
    compared && answerTo(compared, text),
  );
}

/** What the reader is shown above all: a contradiction, then whose key it is, then what is proven. */
export function verdictOf(
  { isKeyKnown, isKeyRetired, witnesses }: SignedFile,
  text: Text,
  { compared, good }: { compared: Compared | null; good: string[] | null },
): HTMLElement {
  const failure = contradictionOf(compared);
  if (failure) return contradicted(failure, text);
  if (!isKeyKnown) {
    return verdict('unsure', text('page.unconfirmed'), text('page.unconfirmed.detail'));
  }
  if (isKeyRetired) return verdict('unsure', text('page.retired'), text('page.retired.detail'));
  if (!good) return verdict('unsure', text('page.nothing'), text('page.nothing.detail'));
  const face = verdict('good', ...good);
  if (witnesses) face.append(witnessNotice(witnesses, text));
  return face;
}

/** Without enough witnesses, nobody but the service says that there is no other log. */
function witnessNotice({ seen, of, at }: Witnessed, text: Text): HTMLElement {
  return at
    ? element('p', {}, text('witnesses.seen', { seen, of }))
    : element('p', { class: 'notice unsure' }, text('witnesses.few'));
}

/** A device has seen one log before; here, a person holds both. */
const FORKS: Partial<Record<Reason, WordId>> = {
  fork: 'page.fork',
  rewritten: 'page.rewritten',
};

function contradicted({ reason }: ProofFailure, text: Text): HTMLElement {
  const why = text(FORKS[reason] ?? wordOf(reason));
  return verdict('bad', text('page.contradiction'), why, text('page.contradiction.advice'));
}

export interface Comparing {
  compared: Compared | null;
  onCompared: (compared: Compared) => void;
}

/** What a comparison without a contradiction adds to what is known of the log. */
export function withCompared<File extends SignedFile>(file: File, { outcome }: Compared): File {
  if (outcome instanceof ProofFailure) return file;
  if (outcome.kind === 'known') {
    const { log, isKeyRetired, witnesses } = outcome;
    return { ...file, keys: log.keys, isKeyKnown: true, isKeyRetired, witnesses };
  }
  const isLater = 'isLater' in outcome && outcome.isLater;
  return { ...file, isKeyKnown: true, isKeyRetired: file.isKeyRetired && !isLater };
}

/** The whole of a valid statement. A contradiction is the verdict, whatever the file says. */
export function shown(statement: ProvenStatement, text: Text, comparing: Comparing): HTMLElement[] {
  const { compared } = comparing;
  const words = [text('page.good'), text('page.good.detail'), text('page.scope')];
  const good = statement.lines.length > 0 ? words : null;
  return [
    // Shown first: a printout or another display of the file was not checked.
    element('p', { class: 'card' }, text('page.printed')),
    verdictOf(statement, text, { compared, good }),
    summary(statement, text),
    comparison(statement, text, comparing),
    table(statement, text),
  ];
}
