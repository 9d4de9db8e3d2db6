/** Claiming a bonus or a promotion: one press gives one grant, even if the answer is lost. */
import { useDirectCommand } from '../../api/command/directCommand';
import type { GrantAnswer } from '../../api/types';
import { useMoneyText } from '../../intl/moneyText';
import { useText } from '../../intl/text';
import { useToast } from '../../ui/feedback/toasts';

type Activate = (argument: { code: string; 'Idempotency-Key': string }) => {
  unwrap: () => Promise<GrantAnswer>;
};

interface Receiving {
  kind: 'bonus' | 'promotion';
  activate: Activate;
  currency: string;
  onReceived: () => void;
}

export function useReceive({ kind, activate, currency, onReceived }: Receiving) {
  const t = useText();
  const toast = useToast();
  const money = useMoneyText(currency);
  return useDirectCommand<{ code: string }, GrantAnswer>(
    `${kind}.receive`,
    async ({ code }, key) => {
      const answer = await activate({ code, 'Idempotency-Key': key }).unwrap();
      toast.success(t('bonus.received', { amount: money(answer.amount) }));
      onReceived();
      return answer;
    },
  );
}
