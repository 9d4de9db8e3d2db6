/** The lines of the timeline that are in view; all others stay where they are, on the server. */
import { useCallback } from 'react';
import { useGetFilteredInfiniteQuery, useGetTimelineQuery } from '../api/playersApi';
import type { TimelineEvent } from '../api/types';

const PAGE = 200;

export interface Lines {
  count: number;
  /** The line at a place; `undefined` while it is on its way. */
  lineAt: (index: number) => TimelineEvent | undefined;
  error: unknown;
  retry: () => void;
}

interface Wanted {
  playerId: string;
  /** The first and last line in view. */
  first: number;
  last: number;
}

/** Every event: a line's place is its sequence, so any page can be had at once. */
export function useWholeTimeline(total: number, wanted: Wanted, isOn: boolean): Lines {
  const { playerId, first, last } = wanted;
  const firstPage = Math.floor(first / PAGE);
  const lastPage = Math.floor(last / PAGE);
  // The newest page asks for what there is, so that it is asked for again when there is more.
  const pageOf = (page: number) => ({
    id: playerId,
    after: page * PAGE,
    limit: Math.min(PAGE, Math.max(1, total - page * PAGE)),
  });
  const skip = !isOn || total === 0;
  const upper = useGetTimelineQuery(pageOf(firstPage), { skip });
  const lower = useGetTimelineQuery(pageOf(lastPage), { skip: skip || lastPage === firstPage });
  const upperEvents = upper.currentData?.events;
  const lowerEvents = lower.currentData?.events;
  const lineAt = useCallback(
    (index: number) => {
      const page = Math.floor(index / PAGE);
      if (page === firstPage) return upperEvents?.[index % PAGE];
      return page === lastPage ? lowerEvents?.[index % PAGE] : undefined;
    },
    [firstPage, lastPage, upperEvents, lowerEvents],
  );
  return {
    count: total,
    lineAt,
    error: upper.error ?? lower.error,
    retry: () => {
      if (upper.error) upper.refetch();
      if (lower.error) lower.refetch();
    },
  };
}

/** Events of some kinds, page behind page. */
export function useFilteredTimeline(
  kinds: readonly string[],
  { playerId, last }: Wanted,
  isOn: boolean,
): Lines {
  const { data, error, isFetching, hasNextPage, fetchNextPage, refetch } =
    useGetFilteredInfiniteQuery({ id: playerId, kinds }, { skip: !isOn });
  const pages = data?.pages;
  const lines = pages?.flatMap((page) => page.events) ?? [];
  if (isOn && last >= lines.length && hasNextPage && !isFetching && !error) {
    queueMicrotask(fetchNextPage);
  }
  return {
    count: pages?.[0]?.total ?? 0,
    lineAt: (index) => lines[index],
    error,
    retry: refetch,
  };
}
