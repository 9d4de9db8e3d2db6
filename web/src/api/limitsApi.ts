/** What players set for their own protection: deposit limits, breaks, the reminder of the time. */
import { type NarrowedMoney, useAdapted } from './adapt';
import {
  type ExclusionRequest,
  generatedMoneyApi,
  type LimitsUpdate,
} from './generated/generatedMoney';
import type { Tag } from './transport/api';
import type { CurrentExclusion, PlayerLimits } from './types';
import type { Keyed } from './walletApi';

type Definitions = NarrowedMoney<{
  getLimits: PlayerLimits;
  updateLimits: PlayerLimits;
  exclude: PlayerLimits;
}>;

// Deposits use limits up, so a change of the wallet invalidates the limits as well.
const withWallet = (): Tag[] => ['Wallet'];

export const limitsApi = generatedMoneyApi.enhanceEndpoints<Tag, Definitions>({
  endpoints: {
    getLimits: { providesTags: ['Wallet'] },
    updateLimits: {
      invalidatesTags: withWallet,
      // Each answer is the newest reading of all limits: it is shown at once.
      async onQueryStarted(_, { dispatch, queryFulfilled }) {
        const answer = await queryFulfilled.catch(() => null);
        if (!answer) return;
        dispatch(limitsApi.util.upsertQueryData('getLimits', undefined, answer.data));
      },
    },
    exclude: {
      invalidatesTags: withWallet,
      async onQueryStarted(_, { dispatch, queryFulfilled }) {
        const answer = await queryFulfilled.catch(() => null);
        if (!answer) return;
        dispatch(limitsApi.util.upsertQueryData('getLimits', undefined, answer.data));
      },
    },
  },
});

const toUpdate = ({ idempotencyKey, ...limitsUpdate }: LimitsUpdate & Keyed) => ({
  limitsUpdate,
  'Idempotency-Key': idempotencyKey,
});
const toExclusion = ({ idempotencyKey, ...exclusionRequest }: ExclusionRequest & Keyed) => ({
  exclusionRequest,
  'Idempotency-Key': idempotencyKey,
});

export const useSaveLimitsMutation = () =>
  useAdapted(limitsApi.useUpdateLimitsMutation(), toUpdate);
export const useExcludeMutation = () => useAdapted(limitsApi.useExcludeMutation(), toExclusion);

export const { useGetLimitsQuery } = limitsApi;

/** The break that holds now; null without one, and while it is not known. */
export function useExclusion(): CurrentExclusion | null {
  const exclusion = useGetLimitsQuery().data?.exclusion ?? null;
  const isOver = exclusion?.until != null && Date.parse(exclusion.until) <= Date.now();
  return isOver ? null : exclusion;
}
