/** What one side of a difference recorded, as people read it, and who may end it. */
import type { Difference, DifferenceKind } from '../api/differencesApi';
import type { StaffRole } from '../api/types';
import type { useSupportText } from '../intl/text';
import { moneyText } from '../replay/words';

type Text = ReturnType<typeof useSupportText>;

/** A movement between the wallet and a game: `IN 300`, `OUT 12.5`. */
const MOVEMENT = /^(IN|OUT) (-?\d+(?:\.\d+)?)$/;
/** A payment, or the balance in a game. */
const AMOUNT = /^-?\d+(?:\.\d+)?$/;
/** What follows a movement that we gave up. */
const NOT_DONE = ' not done';
/** What the journal holds in place of events. */
const VOID_ROWS = /^(\d+) void rows, the last with sequence (\d+)$/;

/** A movement, a payment or a balance; null for any other text. */
function moneyWords(t: Text, text: string, currency: string): string | null {
  if (AMOUNT.test(text)) return moneyText({ amount: text, currency });
  const [, direction, amount] = MOVEMENT.exec(text) ?? [];
  if (!amount) return null;
  const id = direction === 'IN' ? 'support.difference.intoGame' : 'support.difference.outOfGame';
  return t(id, { amount: moneyText({ amount, currency }) });
}

/** The words of a side; a text in no known form is shown as it is. */
export function sideWords(t: Text, text: string, currency: string | null): string {
  const [, count, last = ''] = VOID_ROWS.exec(text) ?? [];
  if (count) return t('support.difference.voidRows', { n: Number(count), last });
  const isUndone = text.endsWith(NOT_DONE);
  const what = isUndone ? text.slice(0, -NOT_DONE.length) : text;
  // In no known currency the amount is shown alone.
  const money = moneyWords(t, what, currency ?? '');
  if (money === null) return text;
  return isUndone ? t('support.difference.notDone', { what: money }) : money;
}

/** Whether our books and another record contradict each other. */
export const isTwoSided = (kind: DifferenceKind) =>
  kind !== 'not_compared' && kind !== 'finding' && kind !== 'void';

/** Whose answer is shown: `game:pg` is called PG, as its code is elsewhere in the console. */
export function answerWords(t: Text, source: string): string {
  if (source === 'payout') return t('support.difference.answerOfBank');
  const code = source.slice(source.indexOf(':') + 1);
  return t('support.difference.answerOf', { name: code.toUpperCase() });
}

/** The kinds whose subject is a movement or a payment, which the search for players takes. */
const SOUGHT: readonly DifferenceKind[] = [
  'missing_outside',
  'missing_here',
  'amount',
  'unclaimed',
];

/** What to search by; null where the subject is no movement. */
export function soughtOf({ kind, source, subject }: Difference): string | null {
  if (!SOUGHT.includes(kind)) return null;
  // A payment's reference follows the code of the bank that sent it.
  return source.startsWith('bank:') ? subject.slice(subject.indexOf(':') + 1) : subject;
}

/** Whether the gateway lets a role end it: one without an amount takes a supervisor. */
export const mayEnd = (role: StaffRole, { amount }: Pick<Difference, 'amount'>) =>
  role === 'supervisor' || (role === 'agent' && amount !== null);
