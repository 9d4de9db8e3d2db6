/** A request that the staff credits by hand. */
import { useState } from 'react';
import { useDirectCommand } from '../../../api/command/directCommand';
import { useRequestManualDepositMutation } from '../../../api/depositApi';
import type { CommandAnswer } from '../../../api/types';
import { type PayableFault, readPayable } from '../depositMethods';

type ManualInput = { amount: string };

export function useManualDeposit(minimum: string, currency: string) {
  const [typed, setTyped] = useState('');
  const [fault, setFault] = useState<PayableFault | null>(null);
  const [request] = useRequestManualDepositMutation();
  const command = useDirectCommand<ManualInput, CommandAnswer>('manual', (body, key) =>
    request({ manualDepositRequest: body, 'Idempotency-Key': key }).unwrap(),
  );
  return {
    ...command,
    typed,
    minimum,
    fault,
    change(text: string) {
      setTyped(text);
      setFault(null);
      command.forgive();
    },
    submit() {
      const read = readPayable(typed, minimum, currency);
      setFault(read.ok ? null : read.fault);
      if (read.ok) command.send({ amount: read.amount });
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
