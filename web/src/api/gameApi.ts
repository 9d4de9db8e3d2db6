/** One game account: opening it, its credentials, and the way to the provider's site. */
import { useAdapted } from './adapt';
import { generatedMoneyApi } from './generated/generatedMoney';
import type { Tag } from './transport/api';
import type { Keyed } from './walletApi';

const gameApi = generatedMoneyApi.enhanceEndpoints<Tag>({
  endpoints: {
    activateSlot: { invalidatesTags: ['Wallet', 'SlotAccount'] },
    getSlotAccount: { providesTags: ['SlotAccount'], keepUnusedDataFor: 0 },
    resetSlotPassword: { invalidatesTags: ['SlotAccount'] },
  },
});

interface SlotInput extends Keyed {
  slotCode: string;
}

const toSlot = ({ idempotencyKey, slotCode }: SlotInput) => ({
  'Idempotency-Key': idempotencyKey,
  slotCode,
});

export const useActivateSlotMutation = () => useAdapted(gameApi.useActivateSlotMutation(), toSlot);
export const useResetSlotPasswordMutation = () =>
  useAdapted(gameApi.useResetSlotPasswordMutation(), toSlot);

export const { useGetSlotAccountQuery, useLazyGetSlotAccountQuery, useOpenGameMutation } = gameApi;
