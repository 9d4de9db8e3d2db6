/** The commands that move money: between the player's places, and out to the bank. */
import { generatedMoneyApi } from './generated/generatedMoney';
import type { Tag } from './transport/api';

// Also after a refusal or a lost answer: only the server knows what the balance is now.
const moved = (): Tag[] => ['Wallet', 'Statement'];

const moveApi = generatedMoneyApi.enhanceEndpoints<Tag>({
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
