/** The lines of the timeline that are in view; all others stay where they are, on the server. */
import { useCallback, useMemo } from 'react';
import {
  useGetFilteredInfiniteQuery,
  useGetTimelineQuery,
  useGetTransfersQuery,
} from '../api/replayApi';
import type { TimelineEvent, TransferSteps } from '../api/types';
import { type HistoryLine, linesOf } from './folding';
import { KINDS, type KindGroup } from './kinds';

const PAGE = 200;

export interface Lines {
  /** The lines that are loaded. */
  lines: HistoryLine[];
  /** How many lines there are, including those that are not loaded yet. */
  count: number;
  /** An event by its sequence; `undefined` while it is on its way. */
  eventOf: (sequence: number) => TimelineEvent | undefined;
  error: unknown;
  retry: () => void;
}

interface InView {
  playerId: string;
  /** The transfers that are unfolded, by the events that started them. */
  unfolded: ReadonlySet<number>;
  /** The first and last line in view. */
  first: number;
  last: number;
}

interface Wanted extends InView {
  transfers: readonly TransferSteps[];
}

const NONE: TransferSteps[] = [];

/** The lines of a group of events; its transfers fold only once they are known. */
export function useTimeline(group: KindGroup, total: number, inView: InView): Lines {
  const isWhole = group === 'all';
  const {
    data: transfers = NONE,
    error,
    refetch,
  } = useGetTransfersQuery({ id: inView.playerId, total });
  const wanted = { ...inView, transfers };
  const whole = useWholeTimeline(total, wanted, isWhole);
  const filtered = useFilteredTimeline(KINDS[group], wanted, !isWhole);
  const shown = isWhole ? whole : filtered;
  return error ? { ...shown, error: shown.error ?? error, retry: refetch } : shown;
}

const pageOf = (sequence: number) => Math.floor((sequence - 1) / PAGE);

/** Every event: a page is known by its sequences, so any page can be read at once. */
function useWholeTimeline(total: number, wanted: Wanted, isOn: boolean): Lines {
  const { playerId, transfers, unfolded, first, last } = wanted;
  const lines = useMemo(() => {
    const sequences = Array.from({ length: total }, (_, index) => index + 1);
    return linesOf(sequences, transfers, unfolded);
  }, [total, transfers, unfolded]);
  const inView = lines.slice(first, last + 1).map((line) => pageOf(line.sequence));
  const [a, b, c] = [...new Set(inView)].sort((one, other) => one - other);
  const upper = usePage(playerId, total, isOn ? a : undefined);
  const middle = usePage(playerId, total, isOn ? b : undefined);
  const lower = usePage(playerId, total, isOn ? c : undefined);
  const [inUpper, inMiddle, inLower] = [upper.events, middle.events, lower.events];
  const eventOf = useCallback(
    (sequence: number) => {
      const page = pageOf(sequence);
      const at = (sequence - 1) % PAGE;
      if (page === a) return inUpper?.[at];
      return page === b ? inMiddle?.[at] : page === c ? inLower?.[at] : undefined;
    },
    [a, b, c, inUpper, inMiddle, inLower],
  );
  const pages = [upper, middle, lower];
  return {
    lines,
    count: lines.length,
    eventOf,
    error: pages.find((page) => page.error)?.error,
    retry: () => {
      for (const page of pages) if (page.error) page.refetch();
    },
  };
}

/** A page of all events; the newest one asks for what there is, so that it is asked for again when there is more. */
function usePage(playerId: string, total: number, page: number | undefined) {
  const after = (page ?? 0) * PAGE;
  const limit = Math.min(PAGE, Math.max(1, total - after));
  const skip = page === undefined || total === 0;
  const { currentData, error, refetch } = useGetTimelineQuery(
    { id: playerId, after, limit },
    { skip },
  );
  return { events: currentData?.events, error: skip ? undefined : error, refetch };
}

/** Events of some kinds, page behind page. */
function useFilteredTimeline(
  kinds: readonly string[],
  { playerId, transfers, unfolded, last }: Wanted,
  isOn: boolean,
): Lines {
  const { data, error, isFetching, hasNextPage, fetchNextPage, refetch } =
    useGetFilteredInfiniteQuery({ id: playerId, kinds }, { skip: !isOn });
  const pages = data?.pages;
  const events = useMemo(
    () =>
      new Map(pages?.flatMap((page) => page.events).map((event) => [event.sequence, event]) ?? []),
    [pages],
  );
  const lines = useMemo(
    () => linesOf(events.keys(), transfers, unfolded),
    [events, transfers, unfolded],
  );
  if (isOn && last >= lines.length && hasNextPage && !isFetching && !error) {
    queueMicrotask(fetchNextPage);
  }
  return {
    lines,
    count: lines.length + Math.max(0, (pages?.[0]?.total ?? 0) - events.size),
    eventOf: (sequence) => events.get(sequence),
    error,
    retry: refetch,
  };
}
