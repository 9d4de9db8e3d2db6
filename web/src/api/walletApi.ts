/** The wallet, its game accounts and the commands that move money. */
import type { Narrowed } from './adapt';
import { generatedApi } from './generated/generated';
import type { Tag } from './transport/api';
import type { CallerState } from './transport/headers';
import { notePosition } from './transport/position';
import { upload } from './transport/upload';
import type { SlipAnswer, Wallet } from './types';

/** Every command that moves money names its intent; see `useMoneyIntent`. */
export interface Keyed {
  idempotencyKey: string;
}

interface SlipUpload extends Keyed {
  file: File;
  /** Called with the sent share, 0 to 1. */
  onProgress?: (share: number) => void;
  signal?: AbortSignal;
}

export const moneyApi = generatedApi
  .enhanceEndpoints<Tag, Narrowed<{ getWallet: Wallet }>>({
    endpoints: {
      getWallet: { providesTags: ['Wallet'] },
      // A grant's progress depends on the balances in games.
      refreshSlots: { invalidatesTags: ['Wallet', 'Reward'] },
    },
  })
  .injectEndpoints({
    endpoints: (build) => ({
      sendSlip: build.mutation<SlipAnswer, SlipUpload>({
        async queryFn({ file, idempotencyKey, onProgress, signal }, { getState, dispatch }) {
          const token = (getState() as CallerState).session.current?.token ?? null;
          const form = new FormData();
          form.append('slip', file, file.name);
          const url = '/api/wallet/slip';
          const task = { url, form, token, idempotencyKey, onProgress, signal, dispatch };
          const answer = await upload<SlipAnswer>(task);
          if ('data' in answer) notePosition(answer.data.position);
          return answer;
        },
        invalidatesTags: ['Wallet', 'Statement', 'Slip'],
      }),
    }),
  });

// The position to wait for is sent in a header, so that it does not make a new cache entry.
const NEWEST = {};
export const useGetWalletQuery = () => moneyApi.useGetWalletQuery(NEWEST);

/** Asks for the wallet before a page is there that shows it. */
export const prefetchWallet = () => moneyApi.util.prefetch('getWallet', NEWEST, {});

export const { useRefreshSlotsMutation, useSendSlipMutation: useUploadSlipMutation } = moneyApi;
