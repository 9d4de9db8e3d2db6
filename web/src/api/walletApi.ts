/** The wallet, its game accounts and the commands that move money. */
import { generatedApi } from './generated/generated';
import type { Narrowed } from './narrowed';
import type { Tag } from './transport/api';
import type { CallerState } from './transport/headers';
import { notePosition } from './transport/position';
import { upload } from './transport/upload';
import type { SlipAnswer, Wallet } from './types';

interface SlipUpload {
  file: File;
  idempotencyKey: string;
  /** Called with the sent share, 0 to 1. */
  onProgress?: (share: number) => void;
  signal?: AbortSignal;
}

export const moneyApi = generatedApi
  .enhanceEndpoints<Tag, Narrowed<typeof generatedApi, { getWallet: Wallet }>>({
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

/** Asks for the wallet before a page is there that shows it. */
export const prefetchWallet = () => moneyApi.util.prefetch('getWallet', undefined, {});

export const {
  useGetWalletQuery,
  useRefreshSlotsMutation,
  useSendSlipMutation: useUploadSlipMutation,
} = moneyApi;
