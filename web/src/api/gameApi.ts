/** One game account: opening it, its credentials, and the way to the provider's site. */
import { generatedMoneyApi } from './generated/generatedMoney';
import type { Tag } from './transport/api';

const gameApi = generatedMoneyApi.enhanceEndpoints<Tag>({
  endpoints: {
    activateSlot: { invalidatesTags: ['Wallet', 'SlotAccount'] },
    getSlotAccount: { providesTags: ['SlotAccount'], keepUnusedDataFor: 0 },
    resetSlotPassword: { invalidatesTags: ['SlotAccount'] },
  },
});

export const {
  useActivateSlotMutation,
  useResetSlotPasswordMutation,
  useGetSlotAccountQuery,
  useLazyGetSlotAccountQuery,
  useOpenGameMutation,
} = gameApi;
