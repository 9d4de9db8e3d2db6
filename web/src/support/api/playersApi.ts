/** Players: search, lists, and access. */
import type { Present } from '../../api/narrowed';
import type { RecentPlayers } from './generatedSupport';
import { supportApi } from './supportApi';
import type { FoundPlayer, Look, PlayerList, PlayersPage, PlayerView } from './types';

interface OfPlayer {
  id: string;
}

const of = (id: string, part = '') => `api/support/players/${encodeURIComponent(id)}${part}`;

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
  }),
});

export const {
  useFindPlayersQuery,
  useListRecentQuery,
  useListPlayersInfiniteQuery,
  useAskLookMutation,
  useReadPlayerQuery,
} = playersApi;
