/** A gift link from the paste to the credit. */
import { useState } from 'react';
import { useSendGiftLinkMutation } from '../../api/depositApi';
import { useDirectCommand } from '../../api/directCommand';
import { isProblem } from '../../api/problem';
import type { GiftAnswer } from '../../api/types';
import { useAppSelector } from '../../app/hooks';
import { type GiftLinkFault, readGiftLink } from './giftLink';

type GiftWish = { link: string };

const DUPLICATE = 'TRUELINK_DUPLICATE';

export function useGiftDeposit() {
  const [typed, setTyped] = useState('');
  const [fault, setFault] = useState<GiftLinkFault | null>(null);
  const token = useAppSelector((state) => state.session.current?.token ?? '');
  const [sendLink] = useSendGiftLinkMutation();
  const command = useDirectCommand<GiftWish, GiftAnswer>(
    'gift',
    async ({ link, idempotencyKey }) => {
      const { sealLink } = await import('./tl1');
      return sendLink({ link: sealLink(link, token), idempotencyKey }).unwrap();
    },
  );
  const { problem, body } = command;
  return {
    ...command,
    typed,
    fault,
    /** Somebody has sent this link before; to correct it makes no sense. */
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
