/** The transfer between two places of the player, as each screen that moves money sends it. */
import { useClientSelector } from '../../client/hooks';
import { useTransferAllMutation, useTransferMutation } from '../moveApi';
import type { TransferAnswer } from '../types';
import { useMoneyCommand } from './moneyCommand';
import { openCommand } from './openCommand';

/** How a transfer names the main wallet. */
export const WALLET = 'WALLET';

/** What is sent; the amount may be `ALL`. */
export type TransferBody = { from: string; to: string; amount: string };

const KIND = 'transfer';

/** One kind of intent for all screens: what one of them has not settled, the others know of. */
export function useTransferCommand() {
  const [transfer] = useTransferMutation();
  return useMoneyCommand<TransferBody, TransferAnswer>(KIND, (transferRequest, key) =>
    transfer({ transferRequest, 'Idempotency-Key': key }).unwrap(),
  );
}

/** Everything that the player has elsewhere, to one place. */
export function useTransferAllCommand() {
  const [transferAll] = useTransferAllMutation();
  return useMoneyCommand<{ to: string }, TransferAnswer>('transferAll', (transferAllRequest, key) =>
    transferAll({ transferAllRequest, 'Idempotency-Key': key }).unwrap(),
  );
}

/** A transfer that was sent and never answered; read again at each call. */
export function useOpenTransfer(): () => TransferBody | null {
  const member = useClientSelector((state) => state.session.current?.username ?? 'guest');
  return () => openCommand(member, KIND) as TransferBody | null;
}
