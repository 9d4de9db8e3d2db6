/** The lists of players, in the order of their tabs, and the reasons of their rows. */
import { formatMoment } from '../../intl/moment';
import type { TextValues } from '../../intl/text';
import type { ListedPlayer, PlayerList } from '../api/types';
import { shortId } from '../intl/ids';

export const LISTS = [
  'flagged',
  'frozen',
  'excluded',
  'limit',
  'deposits',
  'bank',
  'device',
  'new',
] as const satisfies readonly PlayerList[];

/** The list that an address names, else the first one. */
export function listOf(name: string | undefined): PlayerList {
  return LISTS.find((list) => list === name) ?? LISTS[0];
}

export interface ReasonWords {
  money: (amount: string, currency: string) => string;
  nameOf: (group: string, code: string) => string;
}

/** What the sentence of a reason is filled with. */
export function reasonValues({ at, facts }: ListedPlayer, words: ReasonWords): TextValues {
  const { amount, currency, used, until, flag, period, device } = facts;
  const money = (digits: string | null | undefined) =>
    digits && currency ? words.money(digits, currency) : '';
  return {
    at: formatMoment(at),
    amount: money(amount),
    used: money(used),
    until: until ? formatMoment(until) : '',
    flag: flag ? words.nameOf('support.flag', flag) : '',
    period: period ? words.nameOf('support.word', period) : '',
    count: facts.count ?? 0,
    device: device ? shortId(device) : '',
    others: facts.others.length,
  };
}

/** The id of a reason's sentence: a break without an end has a different one. */
export function reasonCode({ reason, facts }: ListedPlayer): string {
  return reason === 'BREAK' && !facts.until ? 'BREAK_FOR_GOOD' : reason;
}
