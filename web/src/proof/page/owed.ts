/** The result of a checked proof of liabilities. */
import { formatMoment } from '../../intl/moment';
import { currencySign, formatAmount } from '../../intl/money';
import { writeAmount } from '../amount';
import { toBase64 } from '../bytes';
import { writeInstant } from '../instant';
import { missedAt, type ProvenLiabilities } from '../liabilities';
import { element, figures } from './elements';
import type { Text } from './language';
import { type Comparing, comparison, keyNotice, signedRows, verdictOf } from './result';

const AMOUNTS = ['main', 'inTransit', 'withdrawal', 'games'] as const;
const UNPROVED = ['others', 'money', 'books'] as const;

/** The one sentence, what the total leaves out, and all that it rests on. */
export function shownOwed(
  file: ProvenLiabilities,
  text: Text,
  comparing: Comparing,
): HTMLElement[] {
  const { currency, at, total, held, amounts, house, own } = file;
  const money = (value: bigint) =>
    currencySign(currency) + formatAmount(writeAmount(value, currency), currency);
  const time = formatMoment(writeInstant(at));
  const values = { time, total: money(total), held: money(held), number: own.sequence };
  const missed = missedAt(file);
  const later = missed === null ? [] : [formatMoment(writeInstant(missed))];
  const sentences = [
    text('owed.good.detail', values),
    ...later.map((moment) => text('owed.later', { time: moment })),
  ];
  const { compared } = comparing;
  return [
    verdictOf(file, text, { compared, good: [text('owed.good'), ...sentences] }),
    element(
      'section',
      { class: 'card' },
      // By an unknown key, this is what the file says.
      ...(file.isKeyKnown ? [] : sentences.map((sentence) => element('p', {}, sentence))),
      figures([
        ...AMOUNTS.map((name): [string, string, string] => [
          text(`owed.${name}`),
          money(amounts[name]),
          'number',
        ]),
        [text('owed.held'), money(held), 'number'],
        [text('owed.total'), money(total), 'number'],
        [text('time'), time],
        [text('owed.number'), String(house.sequence), 'number'],
        [text('owed.root'), toBase64(file.root), 'code'],
        [text('page.wallet'), file.walletId, 'code'],
        ...signedRows(file, text),
      ]),
      keyNotice(file, text),
      element('p', {}, text('owed.unproved')),
      element(
        'ul',
        {},
        ...UNPROVED.map((name) => element('li', {}, text(`owed.unproved.${name}`))),
      ),
    ),
    comparison(file, text, comparing),
  ];
}
