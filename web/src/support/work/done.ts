/** The notices after a decision has been carried out. */
import type { TextValues } from '../../intl/text';
import type { Approval } from '../api/workApi';
import type { SupportMessageId } from '../intl/messages';
import { moneyText } from '../replay/words';

export type Text = (id: SupportMessageId, values?: TextValues) => string;

type Outcomes = Record<string, SupportMessageId>;

/** By the kind of the decision. */
const OUTCOMES = {
  accept_slip: 'support.done.credited',
  accept_qr: 'support.done.credited',
  accept_manual: 'support.done.credited',
  release_withdrawal: 'support.done.released',
  correct: 'support.done.corrected',
  reset_password: 'support.done.passwordReset',
  freeze: 'support.done.frozen',
  unfreeze: 'support.done.unfrozen',
  declare_void: 'support.done.declaredVoid',
  explain: 'support.done.explained',
  grant_bonus: 'support.done.bonusGiven',
  give_coupon: 'support.done.couponGiven',
  give_coins: 'support.done.coinsGiven',
  end_bonus: 'support.done.bonusEnded',
} as const satisfies Outcomes;

const SETTLED: Outcomes = {
  completed: 'support.done.transferred',
  returned: 'support.done.returned',
};

const APPROVED = 'support.done.approved';

type Decided = Pick<Approval, 'decision' | 'amount' | 'currency' | 'player'>;

const isKnown = (kind: string): kind is keyof typeof OUTCOMES => Object.hasOwn(OUTCOMES, kind);

function outcomeOf({ kind = '', outcome }: Decided['decision']): SupportMessageId {
  if (isKnown(kind)) return OUTCOMES[kind];
  if (kind === 'settle_transfer' && outcome) return SETTLED[String(outcome)] ?? APPROVED;
  return APPROVED;
}

/** What the second person's approval has done. */
export function approvalDone(t: Text, { decision, amount, currency, player }: Decided): string {
  const money = amount && currency ? moneyText({ amount, currency }) : '';
  return t(outcomeOf(decision), { amount: money, name: player.name });
}

interface MoneyOf {
  amount: string;
  currency: string;
  name: string;
}

export function credited(t: Text, { amount, currency, name }: MoneyOf): string {
  return t('support.done.credited', { amount: moneyText({ amount, currency }), name });
}
