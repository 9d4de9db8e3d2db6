/** How many items wait for staff, for the menu and for the list that opens first. */
import type * as wire from './generatedSupport';
import { supportApi } from './supportApi';

export type WaitingCounts = wire.WaitingCounts;

const waitingApi = supportApi.injectEndpoints({
  endpoints: (build) => ({
    countWaiting: build.query<WaitingCounts, void>({
      query: () => 'api/support/waiting',
      providesTags: ['Waiting'],
    }),
  }),
});

export const { useCountWaitingQuery } = waitingApi;
