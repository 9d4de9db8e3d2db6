/** A gift link from the paste to the credit. */
import { useState } from 'react';
import { useDirectCommand } from '../../../api/command/directCommand';
import { useSendGiftLinkMutation } from '../../../api/depositApi';
import { isProblem } from '../../../api/transport/problem';
import type { GiftAnswer } from '../../../api/types';
import { useClientSelector } from '../../../client/hooks';
import { type GiftLinkFault, readGiftLink } from './giftLink';

type GiftInput = { link: string };

const DUPLICATE = 'TRUELINK_DUPLICATE';

export function useGiftDeposit() {
  const [typed, setTyped] = useState('');
  const [fault, setFault] = useState<GiftLinkFault | null>(null);
  const token = useClientSelector((state) => state.session.current?.token ?? '');
  const [sendLink] = useSendGiftLinkMutation();
  const command = useDirectCommand<GiftInput, GiftAnswer>('gift', async ({ link }, key) => {
    const { sealLink } = await import('./giftEnvelope');
    const giftRequest = { link: sealLink(link, token) };
    return sendLink({ giftRequest, 'Idempotency-Key': key }).unwrap();
  });
  const { problem, body } = command;
  return {
    ...command,
    typed,
    fault,
    /** Somebody has sent this link before, so correcting it makes no sense. */
    isDuplicate: isProblem(problem) && problem.code === DUPLICATE,
    change(text: string) {
      setTyped(text);
      setFault(null);
      command.forgive();
    },
    submit() {
      const read = readGiftLink(typed);
      setFault(read.ok ? null : read.fault);
      if (read.ok) command.send({ link: read.link });
    },
    sendAgain() {
      if (body) command.send(body);
    },
    startOver() {
      setTyped('');
      command.startOver();
    },
  };
}

export type GiftDeposit = ReturnType<typeof useGiftDeposit>;
