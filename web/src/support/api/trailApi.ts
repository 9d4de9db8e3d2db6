/** What staff did: pages of the trail and the state of its chain. */
import type { Present } from '../../api/narrowed';
import type * as wire from './generatedSupport';
import { supportApi } from './supportApi';
import type { Narrow } from './types';

export type ActDoer = wire.ActDoer;
export type ActLine = Narrow<wire.ActLine, { by: ActDoer | null; detail: unknown }>;
export type ActsState = Present<wire.ActsState>;

interface ActsPage {
  acts: ActLine[];
  nextCursor?: number;
}

/** The filters, as the routes name them. */
export type ActsFilter = Partial<Record<'staff' | 'act' | 'player' | 'from' | 'to' | 'q', string>>;

const trailApi = supportApi.injectEndpoints({
  endpoints: (build) => ({
    listActs: build.infiniteQuery<ActsPage, ActsFilter, number>({
      infiniteQueryOptions: {
        initialPageParam: 0,
        getNextPageParam: (last) => last.nextCursor,
      },
      query: ({ queryArg: filter, pageParam: cursor }) => ({
        url: 'api/support/acts',
        params: cursor ? { ...filter, cursor } : filter,
      }),
    }),
    getActsState: build.query<ActsState, void>({
      query: () => 'api/support/acts/state',
    }),
  }),
});

export const { useListActsInfiniteQuery, useGetActsStateQuery } = trailApi;
