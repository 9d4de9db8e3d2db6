/** Claims a refund and adds it to the wallet: each happens once, however often it is sent. */
import { useDirectCommand, wasNotTaken } from '../../api/command/directCommand';
import { useAddRefundMutation, useReceiveRefundMutation } from '../../api/rewardApi';
import type { GrantAnswer, RefundAnswer, RefundCheck } from '../../api/types';
import { useMoneyText } from '../../intl/moneyText';
import { useProblemText, useText } from '../../intl/text';
import { useToast } from '../../ui/feedback/toasts';

/** A refusal is only a toast, because the figures below show the current state. */
function useRefusalToast() {
  const toast = useToast();
  const problemText = useProblemText();
  return (problem: unknown): never => {
    if (wasNotTaken(problem)) toast.error(problemText(problem), problem);
    throw problem;
  };
}

export function useRefund(check: RefundCheck, currency: string) {
  const t = useText();
  const toast = useToast();
  const refuse = useRefusalToast();
  const money = useMoneyText(currency);
  const [receive] = useReceiveRefundMutation();
  const [add] = useAddRefundMutation();
  const receiving = useDirectCommand<{ period: string }, RefundAnswer>('refund.receive', (_, key) =>
    receive(key).unwrap().catch(refuse),
  );
  const adding = useDirectCommand<{ period: string }, GrantAnswer>('refund.add', async (_, key) => {
    const answer = await add(key).unwrap().catch(refuse);
    toast.success(t('refund.added', { amount: money(answer.amount) }));
    return answer;
  });
  const commands = [receiving, adding];
  return {
    /** Claims the refund, and adds it to the wallet. */
    collect: async () => {
      const keepUntil =
        check.pending?.keepUntil ??
        (await receiving.send({ period: check.period?.from ?? '' }))?.keepUntil;
      // A claimed refund may belong to an earlier period than the displayed one.
      if (keepUntil) await adding.send({ period: keepUntil });
    },
    isBusy: commands.some(({ phase }) => phase === 'sending'),
    isUnknown: commands.some(({ phase }) => phase === 'unknown'),
  };
}

export type Refunding = ReturnType<typeof useRefund>;
