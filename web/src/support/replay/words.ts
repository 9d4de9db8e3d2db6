/** The words of a replay: accounts, actors, values and changes as people say them. */
import { useMemo } from 'react';
import { useIntl } from 'react-intl';
import { formatMoment } from '../../intl/moment';
import { currencySign, formatAmount, formatNumber } from '../../intl/money';
import type { Actor, Change, Money } from '../api/types';
import { isId, shortId } from '../intl/ids';
import { useNameOf, useSupportText } from '../intl/text';

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/;
const GAME = /^[a-z0-9]{1,16}$/;
/** A status of HTTP says as much as its number; what follows it is ours. */
const HTTP = /^HTTP_(\d{3})\b/;
const PLAIN_AMOUNT = /^-?\d+(\.\d+)?$/;

export function isMoney(value: unknown): value is Money {
  const candidate = value as Partial<Money> | null;
  return typeof candidate?.amount === 'string' && typeof candidate.currency === 'string';
}

/** `฿1,234.50`, with its sign when it is a change; the number alone in no known currency. */
export function moneyText(money: Money, withSign = false): string {
  // Coins are counted, not paid with: no sign, no decimals.
  const isCoin = money.currency === 'COIN';
  const digits = isCoin
    ? formatNumber(money.amount, 0)
    : formatAmount(money.amount, money.currency);
  const isNegative = digits.startsWith('−');
  const sign = isNegative ? '−' : withSign ? '+' : '';
  const unit = isCoin ? '' : currencySign(money.currency);
  return `${sign}${unit}${isNegative ? digits.slice(1) : digits}`;
}

/** The changes to show; coins are among the balances already. */
export function shownOf(changes: readonly Change[]): Change[] {
  const hasBucket = changes.some((change) => partsOf(change.path).name === 'coins');
  return changes.filter((change) => !(hasBucket && change.path === 'coins'));
}

/** The parts of a path of a difference; account names hold a colon, never a dot. */
export function partsOf(path: string): { head: string; name: string; field: string } {
  const [head = '', name = '', ...rest] = path.split('.');
  return { head, name, field: rest.join('.') };
}

export function useReplayWords() {
  const t = useSupportText();
  const nameOf = useNameOf();
  const { messages } = useIntl();

  return useMemo(() => {
    const has = (id: string) => id in messages;

    const account = (code: string): string => {
      const [kind = code, detail] = code.split(':');
      if (detail === undefined) return nameOf('support.account', code);
      return nameOf('support.accountOf', kind, { name: detail.toUpperCase() });
    };

    /** An end of a movement: the wallet, a game by its code, else a bank as it is called. */
    const place = (code: string): string => {
      if (code === 'WALLET') return account('main');
      if (has(`support.account.${code}`) || code.includes(':')) return account(code);
      return GAME.test(code) ? account(`game:${code}`) : shortId(code);
    };

    const actor = ({ kind, id, name }: Actor): string => {
      const who = name ?? (id ? shortId(id) : '');
      return nameOf('support.actor', kind, { name: who });
    };

    /** A code of an event or a state; kinds come in capitals from one, in small from the other. */
    const word = (code: string): string => {
      const status = HTTP.exec(code)?.[1];
      if (status) return t('support.word.http', { status });
      if (has(`slipReason.${code}`)) return nameOf('slipReason', code);
      if (has(`support.work.reason.${code}`)) return nameOf('support.work.reason', code);
      const small = code.toLowerCase();
      return has(`support.word.${small}`)
        ? nameOf('support.word', small)
        : nameOf('support.word', code);
    };

    /** Any value of an event or a state in one line. */
    const value = (it: unknown, currency: string): string => {
      if (it === null || it === undefined || it === '') return '—';
      if (isMoney(it)) return moneyText(it);
      if (typeof it === 'boolean') return t(it ? 'support.yes' : 'support.no');
      if (typeof it === 'number') return String(it);
      if (typeof it === 'string') {
        if (TIME.test(it)) return formatMoment(it);
        if (isId(it)) return shortId(it);
        if (it === 'WALLET' || /^(main|in_transit|withdrawal|coins)$/.test(it)) return place(it);
        return word(it);
      }
      if (Array.isArray(it)) return it.map((part) => value(part, currency)).join(', ') || '—';
      const parts = Object.entries(it as Record<string, unknown>).filter(
        ([name, part]) => part !== null && name !== 'id',
      );
      return parts
        .map(([name, part]) => `${field(name)} ${amountOr(name, part, currency)}`)
        .join(' · ');
    };

    const field = (name: string): string => nameOf('support.field', name);

    /** Amounts of a state are bare numbers in the wallet's currency. */
    const amountOr = (name: string, it: unknown, currency: string): string => {
      if (typeof it !== 'string') return value(it, currency);
      if (ENDS.has(name) && !TIME.test(it)) return place(it);
      const isAmount = PLAIN_AMOUNT.test(it) && !NO_AMOUNT.has(name);
      return isAmount ? moneyText({ amount: it, currency }) : value(it, currency);
    };

    /** What a change is about: `Main wallet`, `Open transfer 1a2b3c4d · status`. */
    const subject = (change: Change): string => {
      const { head, name, field: rest } = partsOf(change.path);
      if (head === 'buckets') return account(name);
      const group = nameOf('support.state', head);
      const isNamed = has(`support.field.${name}`);
      const shown = head === 'limits' ? word(name) : isNamed ? field(name) : shortId(name);
      return [shown ? `${group} ${shown}` : group, rest && field(rest)].filter(Boolean).join(' · ');
    };

    const changed = (change: Change, side: 'before' | 'after', currency: string): string => {
      const { head, name, field: rest } = partsOf(change.path);
      const it = change[side];
      if (head === 'buckets') {
        const unit = name === 'coins' ? 'COIN' : currency;
        if (it && typeof it === 'object') return moneyText(it as Money);
        return typeof it === 'string' ? moneyText({ amount: it, currency: unit }) : '—';
      }
      return amountOr(rest || name || head, it, head === 'coins' ? 'COIN' : currency);
    };

    return { account, place, actor, word, value, field, subject, changed, event: eventName };

    function eventName(type: string): string {
      return nameOf('support.event', type);
    }
  }, [t, nameOf, messages]);
}

export type ReplayWords = ReturnType<typeof useReplayWords>;

/** Fields that name an end of a movement. */
const ENDS = new Set(['from', 'to', 'game']);

/** Fields whose digits are no money. */
const NO_AMOUNT = new Set([
  'minutes',
  'realityCheck',
  'nonce',
  'ticket',
  'earnedBefore',
  'receivedBefore',
  'quotaNo',
  'reference',
  'payoutRef',
  'providerRef',
  'providerTx',
  'username',
  'successPercent',
  'failPercent',
]);
