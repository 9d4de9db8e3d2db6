/** The facts of an entry, one by one: the entry has them as the server wrote them. */
import type { ActLine } from '../api/trailApi';
import type { Money } from '../api/types';

type Fields = Record<string, unknown>;

export type Fact = { name: string } & (
  | { as: 'money'; money: Money }
  | { as: 'moment'; time: string }
  | { as: 'player'; id: string }
  | { as: 'decision' | 'whyTwo' | 'text'; text: string }
);

const AMOUNT = /^-?\d+(\.\d+)?$/;
/** Amounts of a decision, which are in the currency of its terms. */
const AMOUNTS = new Set(['amount', 'limit', 'main']);
/** Whole numbers as large as this are microseconds since 1970. */
const MICROS_MIN = 1e15;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const textIn = (fields: Fields, name: string): string | null => {
  const value = fields[name];
  return typeof value === 'string' && value !== '' ? value : null;
};

const termsIn = ({ terms }: Fields): Fields => (isFields(terms) ? terms : {});

function plain(value: unknown): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(plain).join(', ');
  return JSON.stringify(value);
}

function factOf(name: string, value: unknown, currency: string | null, isDecided: boolean): Fact {
  if (typeof value === 'number' && value >= MICROS_MIN) {
    return { name, as: 'moment', time: new Date(value / 1000).toISOString() };
  }
  const text = plain(value);
  if (name === 'player') return { name, as: 'player', id: text };
  if (name === 'whyTwo') return { name, as: 'whyTwo', text };
  if (name === 'kind' && isDecided) return { name, as: 'decision', text };
  if (name === 'coins' && AMOUNT.test(text)) {
    return { name, as: 'money', money: { amount: text, currency: 'COIN' } };
  }
  if (currency && AMOUNTS.has(name) && AMOUNT.test(text)) {
    return { name, as: 'money', money: { amount: text, currency } };
  }
  const isTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(text);
  return isTime ? { name, as: 'moment', time: text } : { name, as: 'text', text };
}

/** The facts of an entry in the order in which it has them; what is in two of its parts comes once. */
export function factsOf(detail: unknown): Fact[] {
  if (!isFields(detail)) return [];
  const found = new Map<string, Fact>();
  const collect = (fields: Fields, part: string, outer: string | null) => {
    const currency = textIn(fields, 'currency') ?? outer;
    for (const [name, value] of Object.entries(fields)) {
      if (value === null || value === '' || (name === 'currency' && 'amount' in fields)) continue;
      if (isFields(value)) {
        collect(value, name, currency);
        continue;
      }
      const fact = factOf(name, value, currency, part === 'what');
      found.set(JSON.stringify(fact), fact);
    }
  };
  collect(detail, '', textIn(termsIn(detail), 'currency'));
  // A player's wallet has the player's id.
  const player = textIn(detail, 'player');
  return [...found.values()].filter(
    (fact) => !(fact.name === 'wallet' && fact.as === 'text' && fact.text === player),
  );
}

/** The money that an entry's decision moves. */
export function moneyIn({ detail }: Pick<ActLine, 'detail'>): Money | null {
  if (!isFields(detail)) return null;
  const terms = termsIn(detail);
  const [amount, currency] = [textIn(terms, 'amount'), textIn(terms, 'currency')];
  if (amount && currency) return { amount, currency };
  const coins = isFields(detail.what) ? detail.what.coins : null;
  return typeof coins === 'number' ? { amount: `${coins}`, currency: 'COIN' } : null;
}

/** Their subject is the player: what they change has no id. */
const OF_PLAYER = new Set(['reward', 'password', 'freeze', 'limit']);

export interface Subject {
  kind: string;
  id: string;
}

/** Whom or what an entry is about; a correction is known by its player, not by its own id. */
export function subjectOf(
  entry: Pick<ActLine, 'subjectKind' | 'subjectId' | 'detail'>,
): Subject | null {
  const { subjectKind, subjectId, detail } = entry;
  if (!subjectKind || !subjectId) return null;
  const player = isFields(detail) ? textIn(detail, 'player') : null;
  if (subjectKind === 'correction' && player) return { kind: 'player', id: player };
  return { kind: OF_PLAYER.has(subjectKind) ? 'player' : subjectKind, id: subjectId };
}
