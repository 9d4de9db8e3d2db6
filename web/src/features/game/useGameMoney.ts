import { useRef } from 'react';
import { useSelector } from 'react-redux';
import {
  type TransferBody,
  useOpenTransfer,
  useTransferCommand,
} from '../../api/command/transferCommand';
import { useCommandOutcome } from '../../api/commandOutcome';
import type { TransferAnswer } from '../../api/types';
import { type DialogState, useDialog } from '../../ui/dialog/dialog';

/**
 * Money in and out of a game by one press each. It never sends a second transfer while one is
 * unanswered: the transfer dialog asks about that one, with its own key.
 */
export function useGameMoney() {
  const dialog = useDialog();
  const command = useTransferCommand();
  const openTransfer = useOpenTransfer();
  const isFlying = useRef(false);
  // The dialog above settles transfers, too: what is open is read again when it closes.
  useSelector((state: DialogState) => state.dialog.stack.length);
  const line = useCommandOutcome(command.answer);
  const status = line?.status ?? command.answer?.status ?? null;

  const ask = () => dialog.open('transfer', {});

  /** Resolves to the answer; null when the server has refused or not answered, which is shown. */
  const move = async (body: TransferBody): Promise<TransferAnswer | null> => {
    if (isFlying.current) return null;
    if (openTransfer()) {
      ask();
      return null;
    }
    isFlying.current = true;
    const answer = await command.sendAtOnce(body);
    isFlying.current = false;
    if (!answer && openTransfer()) ask();
    return answer;
  };

  const { isBusy, problem, body, dismissProblem } = command;
  const unanswered = isBusy ? null : openTransfer();
  const isUnsettled = unanswered !== null || status === 'PENDING';
  return { move, ask, isBusy, problem, body, dismissProblem, status, unanswered, isUnsettled };
}

export type GameMoneyMoves = ReturnType<typeof useGameMoney>;
