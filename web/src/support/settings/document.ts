/** A section as a document: where its values are, and how an edit changes it. */
import type { SectionName } from '../api/settingsApi';

export type Json = null | boolean | number | string | Json[] | JsonTable;
export interface JsonTable {
  [key: string]: Json;
}
export type Path = readonly (string | number)[];

export const isTable = (value: Json | undefined): value is JsonTable =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const LANGUAGES = ['th', 'la', 'en'];

/** A text in the three languages. */
export const isText = (value: Json): value is { th: string; la: string; en: string } =>
  isTable(value) &&
  Object.keys(value).length === LANGUAGES.length &&
  LANGUAGES.every((language) => typeof value[language] === 'string');

/** As the server names a value: `provider[0].maintenance`. */
export function keyOf(path: Path): string {
  const part = (step: string | number, at: number) =>
    typeof step === 'number' ? `[${step}]` : `${at > 0 ? '.' : ''}${step}`;
  return path.map(part).join('');
}

/** The same document with another value at a path; without a value, the key is taken out. */
export function withValue(value: Json, path: Path, next: Json | undefined): Json {
  const [step, ...rest] = path;
  if (step === undefined) return next ?? null;
  if (Array.isArray(value)) {
    const items = value.map((item, at) => (at === step ? withValue(item, rest, next) : item));
    return rest.length === 0 && next === undefined ? value.filter((_, at) => at !== step) : items;
  }
  if (!isTable(value)) return value;
  if (rest.length === 0 && next === undefined) {
    const { [String(step)]: _gone, ...others } = value;
    return others;
  }
  return { ...value, [step]: withValue(value[step] ?? {}, rest, next) };
}

/** The list with an item one place further up or down. */
export function moved(items: readonly Json[], at: number, by: -1 | 1): Json[] {
  const next = [...items];
  const [item] = next.splice(at, 1);
  if (item !== undefined) next.splice(at + by, 0, item);
  return next;
}

/** A text to begin with, in all languages. */
const TEXT = { th: '', la: '', en: '' };
const BANNER = { image: '/banners/refund.svg', html: TEXT };

/** What a table may have in addition, by the end of its path; with the value to begin with. */
const OPTIONAL: Record<string, JsonTable> = {
  provider: { maintenance: true, is_offered: true, event: TEXT },
  notice: { image: '/banners/refund.svg' },
  slip: { closed_from: '23:45', closed_until: '00:15' },
  bonus: offer(),
  promotion: { ...offer(), description: TEXT },
  deposit_account: { is_offered: false, bank_type: 'PAYMENT', account_name_aliases: [''] },
};

function offer(): JsonTable {
  return {
    is_on: false,
    percent: 10,
    cap: '100',
    amount: '10',
    min_deposit: '100',
    max_withdraw: '1000',
    expire_days: 7,
    takes_back: true,
    is_unplayed: true,
    turnover_times: 1,
    quota: 100,
    banners: [BANNER],
  };
}

/** The lists that a section may have, for one that is absent so far. */
const LISTS: Partial<Record<SectionName, JsonTable>> = {
  notices: { notice: [{ html: { th: '<p></p>', la: '<p></p>', en: '<p></p>' } }] },
  hours: { slip: {} },
};

/** The keys that may be added to the table at a path. */
export function addable(section: SectionName, path: Path, table: JsonTable): JsonTable {
  const name = path.findLast((step) => typeof step === 'string');
  const known = path.length === 0 ? (LISTS[section] ?? {}) : (OPTIONAL[name ?? ''] ?? {});
  const missing = Object.entries(known).filter(([key]) => !(key in table));
  return Object.fromEntries(missing);
}

/** Whether the tables of the list at a path are the file's: they move, and none is added or removed. */
export const isOfFile = (path: Path) =>
  path.length === 1 && (path[0] === 'provider' || path[0] === 'psp');

/** Whether a value says which table it is of, where the file decides which ones there are. */
export const isNameOfFile = (path: Path) =>
  isOfFile(path.slice(0, 1)) && (path.at(-1) === 'code' || path.at(-1) === 'bank_code');

/** Every game has a switch for maintenance, whether or not the document names it. */
export function withSwitches(document: JsonTable): JsonTable {
  const games = document.provider;
  if (!Array.isArray(games)) return document;
  const complete = games.map((game) => ({ maintenance: false, ...(game as JsonTable) }));
  return { ...document, provider: complete };
}

/** Without the switches that say what their absence says as well. */
export function withoutSwitches(document: JsonTable, before: JsonTable): JsonTable {
  const games = document.provider;
  if (!Array.isArray(games)) return document;
  const named = new Set(
    (Array.isArray(before.provider) ? before.provider : [])
      .filter((game) => isTable(game) && 'maintenance' in game)
      .map((game) => (game as JsonTable).code),
  );
  const plain = games.map((game) => {
    const { maintenance, ...rest } = game as JsonTable;
    return maintenance === false && !named.has(rest.code ?? null) ? rest : (game as JsonTable);
  });
  return { ...document, provider: plain };
}

/** What comes first in a table: its name, then its switches. */
const FIRST = [
  'code',
  'id',
  'bank_code',
  'title',
  'name',
  'label',
  'account_name',
  'is_on',
  'is_offered',
  'maintenance',
];

const rank = (key: string) => (FIRST.includes(key) ? FIRST.indexOf(key) : FIRST.length);

/** The entries of a table as its fields are shown. */
export const fieldsOf = (table: JsonTable): [string, Json][] =>
  Object.entries(table).sort(([one], [other]) => rank(one) - rank(other));

/** Whether a value takes one line: texts in languages, lists and tables take the whole width. */
export const isLine = (value: Json): boolean =>
  !isTable(value) && !(Array.isArray(value) && value.some(isTable));

/** What a table of a list is marked with: the switches that are not as usual. */
export const MARKS = [
  ['maintenance', true, 'maintenance'],
  ['is_offered', false, 'notOffered'],
  ['is_on', false, 'off'],
] as const;

/** What a table is called in a list. */
export function nameOfTable(table: JsonTable, language: string): string | null {
  const { title, label, account_name: holder } = table;
  for (const text of [title, label, holder]) {
    if (text !== undefined && isText(text)) return text[language as 'en'] || text.th;
  }
  const named = table.code ?? table.id ?? table.bank_code;
  return typeof named === 'string' ? named : null;
}
