/** The commands that move money: between the player's places, and out to the bank. */
import { generatedMoneyApi } from './generated/generatedMoney';
import type { Narrowed } from './narrowed';
import type { Tag } from './transport/api';
import type { TransferAnswer } from './types';

// Also after a refusal or a lost answer: only the server knows what the balance is now.
const moved = (): Tag[] => ['Wallet', 'Statement'];

type Definitions = Narrowed<
  typeof generatedMoneyApi,
  { transfer: TransferAnswer; transferAll: TransferAnswer }
>;

const moveApi = generatedMoneyApi.enhanceEndpoints<Tag, Definitions>({
  endpoints: {
    transfer: { invalidatesTags: moved },
    transferAll: { invalidatesTags: moved },
    withdraw: { invalidatesTags: moved },
    withdrawAll: { invalidatesTags: moved },
  },
});

export const {
  useTransferMutation,
  useTransferAllMutation,
  useWithdrawMutation,
  useWithdrawAllMutation,
} = moveApi;
