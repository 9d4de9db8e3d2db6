/** What the house gives: bonuses, promotions and refunds, and the one grant that is active. */
import { useAdapted } from './adapt';
import { walletApi } from './api';
import type {
  ActiveGrant,
  BonusList,
  GrantAnswer,
  GrantEnd,
  LocalText,
  Promotion,
  RefundAnswer,
  RefundCheck,
  RefundPage,
} from './types';
import type { Keyed } from './walletApi';

// Also after a refusal or a lost answer: only the server knows what was received by now.
const given = () => ['Reward', 'Wallet', 'Statement'] as const;

const command = (url: string, idempotencyKey: string) => ({
  url,
  method: 'POST',
  headers: { 'Idempotency-Key': idempotencyKey },
});

type Coded = Keyed & { code: string };

const coded = ({ code }: { code: string }) => encodeURIComponent(code);

export const rewardApi = walletApi.injectEndpoints({
  endpoints: (build) => ({
    listBonuses: build.query<BonusList, void>({
      query: () => '/api/bonus',
      providesTags: ['Reward'],
    }),
    getActiveGrant: build.query<ActiveGrant, void>({
      query: () => '/api/bonus/check/active',
      providesTags: ['Reward'],
    }),
    getNotice: build.query<{ notice: LocalText | null }, void>({
      query: () => '/api/lookup/notice',
      providesTags: ['Lookup'],
    }),
    activateBonus: build.mutation<GrantAnswer, Coded>({
      query: (wish) => command(`/api/bonus/activate/${coded(wish)}`, wish.idempotencyKey),
      invalidatesTags: given,
    }),
    clearBonus: build.mutation<GrantEnd, Keyed>({
      query: ({ idempotencyKey }) => command('/api/bonus/clear', idempotencyKey),
      invalidatesTags: given,
    }),
    findPromotion: build.query<Promotion, { code: string }>({
      query: (wish) => `/api/promotion/find/${coded(wish)}`,
      keepUnusedDataFor: 0,
    }),
    activatePromotion: build.mutation<GrantAnswer, Coded>({
      query: (wish) => command(`/api/promotion/activate/${coded(wish)}`, wish.idempotencyKey),
      invalidatesTags: given,
    }),
    checkRefund: build.query<RefundCheck, void>({
      query: () => '/api/refund/check',
      providesTags: ['Reward'],
    }),
    receiveRefund: build.mutation<RefundAnswer, Keyed>({
      query: ({ idempotencyKey }) => command('/api/refund/receive', idempotencyKey),
      invalidatesTags: given,
    }),
    addRefund: build.mutation<GrantAnswer, Keyed>({
      query: ({ idempotencyKey }) => command('/api/refund/addWallet', idempotencyKey),
      invalidatesTags: given,
    }),
    listRefunds: build.query<RefundPage, { page: number; limit: number }>({
      query: (body) => ({ url: '/api/refund', method: 'POST', body }),
      providesTags: ['Reward'],
    }),
  }),
});

// What a command is about stays in its intent, so that another grant gets another key.
const keyOnly = ({ idempotencyKey }: Keyed) => ({ idempotencyKey });

export const useActivateBonusMutation = () => rewardApi.useActivateBonusMutation();
export const useClearBonusMutation = () => useAdapted(rewardApi.useClearBonusMutation(), keyOnly);
export const useReceiveRefundMutation = () =>
  useAdapted(rewardApi.useReceiveRefundMutation(), keyOnly);
export const useAddRefundMutation = () => useAdapted(rewardApi.useAddRefundMutation(), keyOnly);

export const {
  useListBonusesQuery: useGetBonusesQuery,
  useGetActiveGrantQuery,
  useGetNoticeQuery,
  useFindPromotionQuery,
  useActivatePromotionMutation,
  useCheckRefundQuery,
  useListRefundsQuery: useGetRefundsQuery,
} = rewardApi;
