/** Responsible-gaming settings: deposit limits, breaks (self-exclusion) and the play-time reminder. */
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

const toUpdate = ({
  idempotencyKey,
  pin,
  ...limitsUpdate
}: LimitsUpdate & Keyed & { pin?: string | undefined }) => ({
  limitsUpdate,
  'X-Pin': pin,
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
