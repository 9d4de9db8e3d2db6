/** The wallet, its game accounts and the commands that move money. */
import { walletApi } from './api';
import type { CallerState } from './headers';
import { notePosition } from './position';
import type { Problem } from './problem';
import type { CommandAnswer, SlipAnswer, SlotAccount, SlotRefresh, Wallet } from './types';
import { upload } from './upload';

/** Every command that moves money names its intent; see `useMoneyIntent`. */
export interface Keyed {
  idempotencyKey: string;
}

const keyed = (idempotencyKey: string) => ({ 'Idempotency-Key': idempotencyKey });

export const moneyApi = walletApi.injectEndpoints({
  endpoints: (build) => ({
    getWallet: build.query<Wallet, void>({
      query: () => 'api/wallet',
      providesTags: ['Wallet'],
    }),
    refreshSlots: build.mutation<SlotRefresh, void>({
      query: () => ({ url: 'api/wallet/refresh/slot', method: 'POST' }),
      invalidatesTags: ['Wallet'],
    }),
    activateSlot: build.mutation<
      { status: string; position: string; account: SlotAccount },
      { slotCode: string } & Keyed
    >({
      query: ({ slotCode, idempotencyKey }) => ({
        url: `api/wallet/activate/${encodeURIComponent(slotCode)}`,
        method: 'POST',
        headers: keyed(idempotencyKey),
      }),
      invalidatesTags: ['Wallet', 'SlotAccount'],
    }),
    getSlotAccount: build.query<SlotAccount, { slotCode: string }>({
      query: ({ slotCode }) => `api/wallet/account/${encodeURIComponent(slotCode)}`,
      providesTags: ['SlotAccount'],
      keepUnusedDataFor: 0,
    }),
    resetSlotPassword: build.mutation<
      { status: string } & SlotAccount,
      { slotCode: string } & Keyed
    >({
      query: ({ slotCode, idempotencyKey }) => ({
        url: `api/wallet/resetpassword/${encodeURIComponent(slotCode)}`,
        method: 'POST',
        headers: keyed(idempotencyKey),
      }),
      invalidatesTags: ['SlotAccount'],
    }),
    openGame: build.mutation<{ link: string }, { provider: string; username: string }>({
      query: ({ provider, username }) => ({
        url: `api/autoLogin/${encodeURIComponent(provider)}/${encodeURIComponent(username)}`,
        method: 'POST',
      }),
    }),
    transfer: build.mutation<CommandAnswer, { from: string; to: string; amount: string } & Keyed>({
      query: ({ idempotencyKey, ...body }) => ({
        url: 'api/wallet/transfer',
        method: 'POST',
        body,
        headers: keyed(idempotencyKey),
      }),
      // Also after a refusal or a lost answer: only the server knows what the balance is now.
      invalidatesTags: ['Wallet', 'Statement'],
    }),
    withdraw: build.mutation<CommandAnswer, { amount: string } & Keyed>({
      query: ({ idempotencyKey, ...body }) => ({
        url: 'api/wallet/withdraw',
        method: 'POST',
        body,
        headers: keyed(idempotencyKey),
      }),
      invalidatesTags: ['Wallet', 'Statement'],
    }),
    uploadSlip: build.mutation<
      SlipAnswer,
      { file: File; onProgress?: (share: number) => void; signal?: AbortSignal } & Keyed
    >({
      async queryFn({ file, idempotencyKey, onProgress, signal }, { getState, dispatch }) {
        const token = (getState() as CallerState).session.current?.token ?? null;
        const form = new FormData();
        form.append('slip', file, file.name);
        const answer = await upload<SlipAnswer>({
          url: '/api/wallet/slip',
          form,
          token,
          idempotencyKey,
          onProgress,
          signal,
          dispatch,
        });
        if ('data' in answer) notePosition(answer.data.position);
        return answer as { data: SlipAnswer } | { error: Problem };
      },
      invalidatesTags: ['Wallet', 'Statement', 'Slip'],
    }),
  }),
});

export const {
  useGetWalletQuery,
  useRefreshSlotsMutation,
  useActivateSlotMutation,
  useGetSlotAccountQuery,
  useLazyGetSlotAccountQuery,
  useResetSlotPasswordMutation,
  useOpenGameMutation,
  useTransferMutation,
  useWithdrawMutation,
  useUploadSlipMutation,
} = moneyApi;
