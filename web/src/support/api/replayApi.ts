/** The replay of a player: events, states, and comparisons. */
import { supportApi } from './supportApi';
import type { Comparison, Moment, SeriesPoint, Timeline, TransferSteps } from './types';

interface OfPlayer {
  id: string;
}

interface TimelineArg extends OfPlayer {
  /** Events behind this sequence. */
  after: number;
  limit: number;
  kinds?: readonly string[];
}

interface FilterArg extends OfPlayer {
  kinds: readonly string[];
}

interface FindArg extends OfPlayer {
  account: string;
  side: 'below' | 'above';
  amount: string;
  /** Only behind this sequence. */
  after: number;
}

/** The maximum of events in one answer. */
const PAGE_MAX = 1000;

/** About two points a pixel column of the widest line. */
const LINE_POINTS = 800;

const of = (id: string, part: string) => `api/support/players/${encodeURIComponent(id)}${part}`;
const kindParam = (kinds: readonly string[] = []) =>
  kinds.length > 0 ? { kind: kinds.join(',') } : {};

const replayApi = supportApi.injectEndpoints({
  endpoints: (build) => ({
    getTimeline: build.query<Timeline, TimelineArg>({
      query: ({ id, after, limit, kinds }) => ({
        url: of(id, '/timeline'),
        params: { after, limit, ...kindParam(kinds) },
      }),
    }),
    // `total` only asks again once there are new events.
    getTransfers: build.query<TransferSteps[], OfPlayer & { total: number }>({
      query: ({ id }) => ({
        url: of(id, '/timeline'),
        params: { after: 0, limit: 1, transfers: 1 },
      }),
      transformResponse: ({ transfers }: Timeline) => transfers ?? [],
    }),
    getFiltered: build.infiniteQuery<Timeline, FilterArg, number>({
      infiniteQueryOptions: {
        initialPageParam: 0,
        getNextPageParam: (last) => last.nextAfter ?? undefined,
      },
      query: ({ queryArg: { id, kinds }, pageParam: after }) => ({
        url: of(id, '/timeline'),
        params: { after, limit: PAGE_MAX, ...kindParam(kinds) },
      }),
    }),
    getMoment: build.query<Moment, OfPlayer & { seq: number }>({
      query: ({ id, seq }) => ({ url: of(id, '/state'), params: { seq } }),
    }),
    compareMoments: build.query<Comparison, OfPlayer & { a: number; b: number }>({
      query: ({ id, a, b }) => ({ url: of(id, '/compare'), params: { a, b } }),
    }),
    findCrossing: build.query<{ sequence: number | null }, FindArg>({
      query: ({ id, account, side, amount, after }) => ({
        url: of(id, '/find'),
        params: { account, [side]: amount, after },
      }),
    }),
    // `total` only makes a new line once there are new events.
    getSeries: build.query<SeriesPoint[], OfPlayer & { account: string; total: number }>({
      query: ({ id, account }) => ({
        url: of(id, '/series'),
        params: { account, points: LINE_POINTS },
      }),
    }),
  }),
});

export const {
  useGetTimelineQuery,
  useLazyGetTimelineQuery,
  useGetTransfersQuery,
  useGetFilteredInfiniteQuery,
  useGetMomentQuery,
  useCompareMomentsQuery,
  useLazyFindCrossingQuery,
  useGetSeriesQuery,
} = replayApi;
