/** Responsible-gaming settings: deposit limits, breaks (self-exclusion) and the play-time reminder. */
import { generatedMoneyApi } from './generated/generatedMoney';
import type { Narrowed } from './narrowed';
import type { Tag } from './transport/api';
import type { CurrentExclusion, PlayerLimits } from './types';

type Definitions = Narrowed<
  typeof generatedMoneyApi,
  {
    getLimits: PlayerLimits;
    updateLimits: PlayerLimits;
    exclude: PlayerLimits;
  }
>;

// Deposits count towards the limits, so the limits carry the wallet's tag and are read again with it.
const invalidateWallet = (): Tag[] => ['Wallet'];

export const limitsApi = generatedMoneyApi.enhanceEndpoints<Tag, Definitions>({
  endpoints: {
    getLimits: { providesTags: ['Wallet'] },
    updateLimits: {
      invalidatesTags: invalidateWallet,
      // The response contains all current limits: it is written to the cache at once.
      async onQueryStarted(_, { dispatch, queryFulfilled }) {
        const answer = await queryFulfilled.catch(() => null);
        if (!answer) return;
        dispatch(limitsApi.util.upsertQueryData('getLimits', undefined, answer.data));
      },
    },
    exclude: {
      invalidatesTags: invalidateWallet,
      async onQueryStarted(_, { dispatch, queryFulfilled }) {
        const answer = await queryFulfilled.catch(() => null);
        if (!answer) return;
        dispatch(limitsApi.util.upsertQueryData('getLimits', undefined, answer.data));
      },
    },
  },
});

export const {
  useGetLimitsQuery,
  useUpdateLimitsMutation: useSaveLimitsMutation,
  useExcludeMutation,
} = limitsApi;

/** How much staff has frozen; null if nothing is or it has not loaded. */
export function useFreeze(): PlayerLimits['frozen'] {
  return useGetLimitsQuery().data?.frozen ?? null;
}

/** The break in force now; null if there is none or it has not loaded. No `until`: without an end. */
export function useExclusion(): CurrentExclusion | null {
  const exclusion = useGetLimitsQuery().data?.exclusion ?? null;
  const isOver = exclusion?.until != null && Date.parse(exclusion.until) <= Date.now();
  return isOver ? null : exclusion;
}
