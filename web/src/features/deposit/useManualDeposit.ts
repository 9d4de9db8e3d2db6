/** A request that the staff credits by hand. */
import { useState } from 'react';
import { useRequestManualDepositMutation } from '../../api/depositApi';
import { useDirectCommand } from '../../api/directCommand';
import type { CommandAnswer } from '../../api/types';
import { payableAmount } from './depositMethods';

type ManualWish = { amount: string };

export function useManualDeposit(minimum: string, currency: string) {
  const [typed, setTyped] = useState('');
  const [request] = useRequestManualDepositMutation();
  const command = useDirectCommand<ManualWish, CommandAnswer>('manual', (wish) =>
    request(wish).unwrap(),
  );
  const amount = payableAmount(typed, minimum, currency);
  return {
    ...command,
    typed,
    minimum,
    canSend: amount !== null,
    change(text: string) {
      setTyped(text);
      command.forgive();
    },
    submit() {
      if (amount) command.send({ amount });
    },
    sendAgain() {
      if (command.body) command.send(command.body);
    },
    startOver() {
      setTyped('');
      command.startOver();
    },
  };
}

export type ManualDeposit = ReturnType<typeof useManualDeposit>;
