/** The bonuses, coupons and coins that staff may give a player. */
import type { Present } from '../../api/narrowed';
import type * as wire from './generatedSupport';
import { supportApi } from './supportApi';

export type PlayerRewards = Present<wire.PlayerRewards>;

export const rewardApi = supportApi.injectEndpoints({
  endpoints: (build) => ({
    getPlayerRewards: build.query<PlayerRewards, string>({
      query: (id) => `api/support/players/${encodeURIComponent(id)}/rewards`,
      keepUnusedDataFor: 0,
      providesTags: ['Player'],
    }),
  }),
});

export const { useGetPlayerRewardsQuery } = rewardApi;
