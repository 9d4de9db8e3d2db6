import { useSearchParams } from 'wouter';
import { classNames } from '../../ui/display/classNames';
import { Skeleton } from '../../ui/feedback/Skeleton';
import { EmptyState, ProblemState } from '../../ui/feedback/States';
import { useGetMomentQuery, useGetTimelineQuery } from '../api/replayApi';
import { useSupportText } from '../intl/text';
import { CompareCard } from './CompareCard';
import { Controls } from './Controls';
import { EventCard } from './EventCard';
import { FindCrossing } from './FindCrossing';
import { usePosition } from './position';
import { StateCard } from './StateCard';
import { Timeline } from './Timeline';
import { useKeys } from './useKeys';
import { useSettled } from './useSettled';
import { useReplayWords } from './words';

/** Each question is written down, so the present is asked for slowly, and the past not at all. */
const LIVE_EVERY_MS = 15_000;

/** A position that rests this long under the slider is asked for. */
const REST_MS = 90;

/** How many events there are; while the newest is shown, also those that come. */
function useTotal(playerId: string, isLive: boolean) {
  return useGetTimelineQuery(
    { id: playerId, after: 0, limit: 1 },
    {
      pollingInterval: isLive ? LIVE_EVERY_MS : 0,
      skipPollingIfUnfocused: true,
      refetchOnMountOrArgChange: true,
    },
  );
}

interface StageProps {
  playerId: string;
  total: number;
  types: readonly string[];
}

function Stage({ playerId, total, types }: StageProps) {
  const words = useReplayWords();
  const position = usePosition(total);
  useKeys(position);
  const { at, pin } = position;
  const settled = useSettled(at, REST_MS);
  const {
    data: moment,
    error,
    isFetching,
    refetch,
  } = useGetMomentQuery({ id: playerId, seq: settled });
  const newest = useGetMomentQuery({ id: playerId, seq: total });
  const buckets = newest.data?.state.buckets ?? moment?.state.buckets ?? [];
  const currency = buckets.find((bucket) => bucket.account === 'main')?.currency ?? '';
  const accounts = buckets.length > 0 ? buckets.map((bucket) => bucket.account) : ['main'];
  const isBehind = moment !== undefined && moment.sequence !== at;

  return (
    <div className="space-y-5">
      <Controls playerId={playerId} total={total} accounts={accounts} position={position} />
      <FindCrossing
        playerId={playerId}
        accounts={accounts}
        currency={currency}
        position={position}
      />
      {pin !== null && pin !== settled && (
        <CompareCard playerId={playerId} a={pin} b={settled} currency={currency} words={words} />
      )}
      <div className="grid items-start gap-5 lg:grid-cols-[21rem_1fr]">
        <Timeline
          playerId={playerId}
          total={total}
          types={types}
          currency={currency}
          position={position}
        />
        {error ? (
          <ProblemState error={error} onRetry={refetch} busy={isFetching} />
        ) : moment ? (
          <div
            aria-busy={isFetching || isBehind}
            className={classNames(
              'grid items-start gap-5 xl:grid-cols-2',
              isBehind && 'opacity-60',
            )}
          >
            <EventCard moment={moment} currency={currency} words={words} goTo={position.goTo} />
            <StateCard moment={moment} currency={currency} words={words} />
          </div>
        ) : (
          <Skeleton className="h-96 w-full rounded-card" />
        )}
      </div>
    </div>
  );
}

/** A player's life, event by event. */
export function Replay({ playerId }: { playerId: string }) {
  const t = useSupportText();
  const [search] = useSearchParams();
  const isLive = !search.has('seq');
  const { data, error, isFetching, refetch } = useTotal(playerId, isLive);
  if (error && !data) return <ProblemState error={error} onRetry={refetch} busy={isFetching} />;
  if (!data) {
    return (
      <div role="status" aria-label={t('common.loading')} className="space-y-5">
        <Skeleton className="h-64 w-full rounded-card" />
        <Skeleton className="h-96 w-full rounded-card" />
      </div>
    );
  }
  if (data.total === 0) return <EmptyState title={t('support.replay.empty')} />;
  return <Stage playerId={playerId} total={data.total} types={data.types} />;
}
