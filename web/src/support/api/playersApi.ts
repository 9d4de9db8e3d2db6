/** Players: search, access, and replay. */
import type { Present } from '../../api/narrowed';
import type { RecentPlayers } from './generatedSupport';
import { supportApi } from './supportApi';
import type {
  Comparison,
  FoundPlayer,
  Look,
  Moment,
  PlayerList,
  PlayersPage,
  PlayerView,
  SeriesPoint,
  Timeline,
  TransferSteps,
} from './types';

interface OfPlayer {
  id: string;
}

export interface TimelineArg extends OfPlayer {
  /** Events behind this sequence. */
  after: number;
  limit: number;
  kinds?: readonly string[];
}

interface FilterArg extends OfPlayer {
  kinds: readonly string[];
}

export interface FindArg extends OfPlayer {
  account: string;
  side: 'below' | 'above';
  amount: string;
  /** Only behind this sequence. */
  after: number;
}

/** The maximum of events in one answer. */
const PAGE_MAX = 1000;

const of = (id: string, part = '') => `api/support/players/${encodeURIComponent(id)}${part}`;
const kindParam = (kinds: readonly string[] = []) =>
  kinds.length > 0 ? { kind: kinds.join(',') } : {};

const playersApi = supportApi.injectEndpoints({
  endpoints: (build) => ({
    findPlayers: build.query<{ players: FoundPlayer[] }, string>({
      query: (q) => ({ url: 'api/support/players', params: { q } }),
    }),
    listRecent: build.query<Present<RecentPlayers>, void>({
      query: () => 'api/support/players/recent',
    }),
    // Each page counts as a search: what was read stays until another list is chosen.
    listPlayers: build.infiniteQuery<PlayersPage, PlayerList, string>({
      infiniteQueryOptions: {
        initialPageParam: '',
        getNextPageParam: (last) => last.nextCursor ?? undefined,
      },
      query: ({ queryArg: list, pageParam: cursor }) => ({
        url: `api/support/players/lists/${list}`,
        params: cursor ? { cursor } : {},
      }),
    }),
    askLook: build.mutation<Look, OfPlayer & { reason: string }>({
      query: ({ id, reason }) => ({ url: of(id, '/look'), method: 'POST', body: { reason } }),
    }),
    readPlayer: build.query<PlayerView, OfPlayer & { reveal?: boolean }>({
      query: ({ id, reveal }) => ({ url: of(id), params: reveal ? { reveal: 1 } : {} }),
      providesTags: ['Player'],
    }),
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

/** About two points a pixel column of the widest line. */
const LINE_POINTS = 800;

export const {
  useFindPlayersQuery,
  useListRecentQuery,
  useListPlayersInfiniteQuery,
  useAskLookMutation,
  useReadPlayerQuery,
  useGetTimelineQuery,
  useLazyGetTimelineQuery,
  useGetTransfersQuery,
  useGetFilteredInfiniteQuery,
  useGetMomentQuery,
  useCompareMomentsQuery,
  useLazyFindCrossingQuery,
  useGetSeriesQuery,
} = playersApi;
