import { useEffect, useState } from 'react';
import { type SpinPage, useGetSpinsQuery } from '../../api/wheelApi';
import { useText } from '../../intl/text';
import { Card } from '../../ui/display/Card';
import { classNames } from '../../ui/display/classNames';
import { Pager } from '../../ui/display/Pager';
import { SkeletonRows } from '../../ui/feedback/Skeleton';
import { EmptyState, ProblemState } from '../../ui/feedback/States';
import { checkSpin, type Verdict } from './checkSpin';
import { SpinRow } from './SpinRow';

const PAGE_SIZE = 10;

/** The verdicts of a page of spins, computed here; a spin that is not in it is being computed. */
function useVerdicts(page: SpinPage | undefined): ReadonlyMap<string, Verdict> {
  const [verdicts, setVerdicts] = useState<ReadonlyMap<string, Verdict>>(new Map());
  useEffect(() => {
    if (!page) return;
    let isCurrent = true;
    const checked = page.spins.map(async (spin) => [spin.id, await checkSpin(spin, page)] as const);
    Promise.all(checked).then((entries) => {
      if (isCurrent) setVerdicts(new Map(entries));
    });
    return () => {
      isCurrent = false;
    };
  }, [page]);
  return verdicts;
}

export function SpinsCard() {
  const t = useText();
  const [page, setPage] = useState(1);
  const { data, currentData, error, isFetching, refetch } = useGetSpinsQuery(
    { page, limit: PAGE_SIZE },
    { refetchOnMountOrArgChange: true },
  );
  const verdicts = useVerdicts(data);
  return (
    <Card flush>
      <div className="px-5 pt-5 pb-2">
        <h2 className="text-lg font-semibold">{t('spins.list.title')}</h2>
        <p className="text-sm text-muted">{t('spins.list.lead')}</p>
      </div>
      {error && !currentData ? (
        <ProblemState error={error} busy={isFetching} onRetry={refetch} />
      ) : !data ? (
        <SkeletonRows rows={4} label={t('common.loading')} />
      ) : data.spins.length === 0 ? (
        <EmptyState icon="wheel" title={t('spins.list.empty')}>
          {t('spins.list.emptyDetail')}
        </EmptyState>
      ) : (
        <>
          <ul
            className={classNames(
              'divide-y divide-line transition-opacity',
              !currentData && 'opacity-60',
            )}
          >
            {data.spins.map((spin) => (
              <SpinRow key={spin.id} spin={spin} page={data} verdict={verdicts.get(spin.id)} />
            ))}
          </ul>
          <Pager
            page={page}
            total={data.total}
            limit={PAGE_SIZE}
            busy={isFetching}
            onPage={setPage}
          />
        </>
      )}
    </Card>
  );
}
