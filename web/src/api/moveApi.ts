/** The commands that move money: between the player's places, and out to the bank. */
import { type NarrowedMoney, useAdapted } from './adapt';
import { generatedMoneyApi } from './generated/generatedMoney';
import type { Tag } from './transport/api';
import type { TransferAnswer } from './types';
import type { Keyed } from './walletApi';

// Also after a refusal or a lost answer: only the server knows what the balance is now.
const moved = (): Tag[] => ['Wallet', 'Statement'];

type Definitions = NarrowedMoney<{ transfer: TransferAnswer; transferAll: TransferAnswer }>;

const moveApi = generatedMoneyApi.enhanceEndpoints<Tag, Definitions>({
  endpoints: {
    transfer: { invalidatesTags: moved },
    transferAll: { invalidatesTags: moved },
    withdraw: { invalidatesTags: moved },
    withdrawAll: { invalidatesTags: moved },
  },
});

interface TransferInput extends Keyed {
  from: string;
  to: string;
  amount: string;
}

interface WithdrawInput extends Keyed {
  amount: string;
  /** Never a part of the intent, which the device stores. */
  pin?: string | undefined;
}

const toTransfer = ({ idempotencyKey, ...transferRequest }: TransferInput) => ({
  'Idempotency-Key': idempotencyKey,
  transferRequest,
});
const toTransferAll = ({ idempotencyKey, to }: Keyed & { to: string }) => ({
  'Idempotency-Key': idempotencyKey,
  transferAllRequest: { to },
});
const toWithdraw = ({ idempotencyKey, amount, pin }: WithdrawInput) => ({
  'Idempotency-Key': idempotencyKey,
  'X-Pin': pin,
  withdrawRequest: { amount },
});

export const useTransferMutation = () => useAdapted(moveApi.useTransferMutation(), toTransfer);
export const useTransferAllMutation = () =>
  useAdapted(moveApi.useTransferAllMutation(), toTransferAll);
export const useWithdrawMutation = () => useAdapted(moveApi.useWithdrawMutation(), toWithdraw);
export const useWithdrawAllMutation = () =>
  useAdapted(moveApi.useWithdrawAllMutation(), toWithdraw);
