/** Why an event happened, in words: the sentence of the code, filled with the rule's inputs. */
import type { TextValues } from '../../intl/text';
import type { Why } from '../api/types';
import type { ReplayWords } from './words';

/** Whatever the sentences may ask for; an event that lacks it shows a dash. */
const ASKED_FOR = [
  'amount',
  'balance',
  'bankAccount',
  'base',
  'books',
  'channel',
  'coins',
  'collected',
  'depositAccount',
  'deposited',
  'difference',
  'effectiveAt',
  'expiresAt',
  'failTo',
  'from',
  'game',
  'granted',
  'grounds',
  'heldBefore',
  'holdUntil',
  'keepUntil',
  'kind',
  'last',
  'limit',
  'minutes',
  'netLoss',
  'notBefore',
  'payoutRef',
  'period',
  'price',
  'provider',
  'providerTx',
  'reason',
  'reference',
  'returnedAs',
  'slice',
  'successFrom',
  'taken',
  'ticket',
  'to',
  'total',
  'turnover',
  'turnoverNeeded',
  'until',
  'weightsSum',
] as const;

/** Inputs that are money without saying their currency. */
const BARE_AMOUNTS = new Set(['successFrom', 'failTo', 'turnoverNeeded']);

export function whyValues(why: Why, words: ReplayWords, currency: string): TextValues {
  const values: TextValues = {};
  for (const name of ASKED_FOR) values[name] = '—';
  for (const [name, input] of Object.entries(why.inputs)) {
    values[name] = shortOf(inputText(name, input, words, currency));
  }
  return values;
}

/** Ids without a space would fill the sentence; the inputs below it have them whole. */
const shortOf = (text: string) => (/^[\w-]{24,}$/.test(text) ? `…${text.slice(-8)}` : text);

export function inputText(
  name: string,
  input: unknown,
  words: ReplayWords,
  currency: string,
): string {
  if (input === null || input === undefined) return '—';
  if (name === 'game' && typeof input === 'string') return input.toUpperCase();
  if ((name === 'from' || name === 'to') && typeof input === 'string') return words.place(input);
  if (name === 'depositAccount' && typeof input === 'string') return words.account(`bank:${input}`);
  if (name === 'reference' && typeof input === 'object') {
    const reference = (input as { trans_ref?: unknown }).trans_ref;
    if (typeof reference === 'string') return reference;
  }
  if (BARE_AMOUNTS.has(name) && typeof input === 'string') {
    return words.value({ amount: input, currency }, currency);
  }
  return words.value(input, currency);
}
