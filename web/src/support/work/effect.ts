/** What a decision does with its amount, as one sentence. */
import type { Approval } from '../api/workApi';
import type { SupportMessageId } from '../intl/messages';
import { useNameOf, useSupportText } from '../intl/text';
import { moneyText } from '../replay/words';

/** The decisions that wait for a second person and need nothing but their kind. */
const PLAIN = {
  accept_slip: 'support.work.effect.accept_slip',
  accept_qr: 'support.work.effect.accept_qr',
  accept_manual: 'support.work.effect.accept_manual',
  release_withdrawal: 'support.work.effect.release_withdrawal',
  grant_bonus: 'support.work.effect.grant_bonus',
  give_coupon: 'support.work.effect.give_coupon',
  give_coins: 'support.work.effect.give_coins',
} as const satisfies Record<string, SupportMessageId>;

const isPlain = (kind: string): kind is keyof typeof PLAIN => Object.hasOwn(PLAIN, kind);

export function effectOf({
  decision,
  amount,
}: Pick<Approval, 'decision' | 'amount'>): SupportMessageId | null {
  const { kind = '', outcome } = decision;
  // Staff name the amount where it is not the ordered one.
  if (kind === 'accept_qr' && decision.amount) return 'support.work.effect.accept_qr_other';
  if (isPlain(kind)) return PLAIN[kind];
  if (kind === 'settle_transfer') {
    return outcome === 'completed'
      ? 'support.work.effect.settle_completed'
      : 'support.work.effect.settle_returned';
  }
  if (kind !== 'correct') return null;
  return amount?.startsWith('-')
    ? 'support.work.effect.correct_take'
    : 'support.work.effect.correct_add';
}

export function useEffectOf(): (approval: Approval) => string {
  const t = useSupportText();
  const nameOf = useNameOf();
  return (approval) => {
    const { amount, currency, decision, player } = approval;
    if (decision.kind === 'reset_password') {
      return t('support.work.effect.reset_password', { name: player.name });
    }
    if (decision.kind === 'freeze') {
      const isAll = decision.reach === 'ALL';
      return t(isAll ? 'support.work.effect.freeze_ALL' : 'support.work.effect.freeze_MONEY_OUT', {
        name: player.name,
      });
    }
    if (decision.kind === 'unfreeze') {
      return t('support.work.effect.unfreeze', { name: player.name });
    }
    if (decision.kind === 'declare_void') {
      return t('support.work.effect.declare_void', { name: player.name });
    }
    if (decision.kind === 'end_bonus') {
      return t('support.work.effect.end_bonus', { name: player.name });
    }
    if (decision.kind === 'explain' && amount && currency) {
      return t('support.work.effect.explain', { amount: moneyText({ amount, currency }) });
    }
    const id = effectOf(approval);
    if (!id || !amount || !currency) return nameOf('support.work.decision', decision.kind ?? '');
    // The sentence says in which direction it goes.
    const money = moneyText({ amount: amount.replace(/^-/, ''), currency });
    return t(id, { amount: money, name: player.name });
  };
}
