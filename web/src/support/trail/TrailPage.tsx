import { useSearchParams } from 'wouter';
import { IconButton } from '../../ui/display/IconButton';
import { useTitle } from '../../ui/display/useTitle';
import { PagedList } from '../../ui/feedback/PagedList';
import { EmptyState, ProblemState } from '../../ui/feedback/States';
import { useGetActsStateQuery, useListActsInfiniteQuery } from '../api/trailApi';
import { useSupportText } from '../intl/text';
import { MoreButton } from '../ui/MoreButton';
import { PageSkeleton } from '../ui/PageSkeleton';
import { ActList } from './ActList';
import { ChainState } from './ChainState';
import { type Asked, faultOf, readFilter, wireFilter, writeFilter } from './filter';
import { TrailExport } from './TrailExport';
import { TrailFilters } from './TrailFilters';

const FRESH = { refetchOnMountOrArgChange: true };

function Acts({ asked }: { asked: Asked }) {
  const t = useSupportText();
  const list = useListActsInfiniteQuery(wireFilter(asked), FRESH);
  const more = <MoreButton list={list} />;
  return (
    <PagedList
      list={list}
      items={({ pages }) => pages.flatMap((page) => page.acts)}
      rows={6}
      empty={
        <>
          <EmptyState
            icon="statement"
            title={t(list.hasNextPage ? 'support.trail.noneYet' : 'support.trail.none')}
          />
          {more}
        </>
      }
      more={more}
    >
      {(acts) => <ActList acts={acts} />}
    </PagedList>
  );
}

/** What staff did, for those who look at it. */
export default function TrailPage() {
  const t = useSupportText();
  useTitle(t('support.nav.trail'));
  const [search, setSearch] = useSearchParams();
  const asked = readFilter(search);
  const isRight = !faultOf('player', asked) && !faultOf('to', asked);
  const { data, error, isFetching, refetch } = useGetActsStateQuery(undefined, FRESH);
  if (error && !data) return <ProblemState error={error} onRetry={refetch} busy={isFetching} />;
  if (!data) return <PageSkeleton />;
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-2">
        <h1 className="flex-1 text-2xl font-bold">{t('support.nav.trail')}</h1>
        <IconButton
          icon="refresh"
          label={t('support.trail.checkAgain')}
          busy={isFetching}
          onClick={refetch}
        />
        <TrailExport asked={asked} isRight={isRight} />
      </div>
      <div className="space-y-4">
        <ChainState state={data} />
        <TrailFilters
          asked={asked}
          staff={data.staff}
          onAsk={(wanted) => setSearch(writeFilter(wanted), { replace: true })}
        />
        {isRight && (
          <div className="overflow-hidden rounded-card border border-line bg-surface">
            <Acts key={search.toString()} asked={asked} />
          </div>
        )}
      </div>
    </>
  );
}
