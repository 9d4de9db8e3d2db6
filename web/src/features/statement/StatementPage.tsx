import { lazy, Suspense, useState } from 'react';
import { useLocation, useSearchParams } from 'wouter';
import { useGetStatementQuery } from '../../api/statementApi';
import { useIsServiceGone } from '../../client/hooks';
import { useText } from '../../intl/text';
import { useDialog } from '../../ui/dialog/dialog';
import { Button } from '../../ui/display/Button';
import { Card } from '../../ui/display/Card';
import { classNames } from '../../ui/display/classNames';
import { Pager } from '../../ui/display/Pager';
import { useIsDesktop } from '../../ui/display/useIsDesktop';
import { useTitle } from '../../ui/display/useTitle';
import { withMessages } from '../../ui/feedback/lazyPart';
import { EmptyState, ProblemState } from '../../ui/feedback/States';
import { DayName } from './DayName';
import { type Days, dayGroups, isWrongOrder } from './days';
import { PrintButton } from './export/PrintButton';
import { MonthCard } from './month/MonthCard';
import { SearchField } from './SearchField';
import { StatementFilters } from './StatementFilters';
import { StatementLineRow } from './StatementLineRow';
import { StatementSkeleton } from './StatementSkeleton';
import { StatementTable } from './StatementTable';
import {
  filterAddress,
  isFiltered,
  PAGE_SIZE,
  periodOf,
  queryOf,
  readFilter,
  type StatementFilter,
} from './statementQuery';

const ExportDialog = lazy(withMessages(() => import('./export/ExportDialog')));

/** Everything that happened to the money, newest first, with the balance after each line. */
export default function StatementPage() {
  const t = useText();
  const [, navigate] = useLocation();
  const [search] = useSearchParams();
  const filter = readFilter(search);
  const isDesktop = useIsDesktop();
  useTitle(t('nav.statement'));
  return (
    <div className="space-y-4">
      <header className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-2xl font-bold">{t('nav.statement')}</h1>
        <Tools filter={filter} isDesktop={isDesktop} />
        <SearchField
          key={filter.search}
          typed={filter.search}
          onSearch={(words) => navigate(filterAddress({ ...filter, search: words, page: 1 }))}
        />
      </header>
      {/* On a phone what was found is at once below what was searched for. */}
      {(isDesktop || !filter.search || isFiltered({ ...filter, search: '' })) && (
        <StatementFilters filter={filter} onChange={(next) => navigate(filterAddress(next))} />
      )}
      {/* The sums of a month say nothing about what was searched for. */}
      {!filter.search && (
        <MonthCard
          days={filter}
          onChange={(days) => navigate(filterAddress({ ...filter, ...days, page: 1 }))}
        />
      )}
      <StatementList
        filter={filter}
        onPage={(page) => navigate(filterAddress({ ...filter, page }))}
      />
    </div>
  );
}

/** What can be had of the whole statement; on a phone it unfolds, so that the lines begin further up. */
function Tools({ filter, isDesktop }: { filter: StatementFilter; isDesktop: boolean }) {
  const t = useText();
  const dialog = useDialog();
  const [isOpened, setIsOpened] = useState(false);
  const isOpen = isOpened || isDesktop;
  return (
    <>
      {!isDesktop && (
        <Button
          tone="quiet"
          icon="more"
          aria-expanded={isOpened}
          className="-me-2 px-3"
          onClick={() => setIsOpened(!isOpened)}
        >
          {t('statement.tools')}
        </Button>
      )}
      <div
        className={classNames(
          isOpen ? 'max-lg:grid lg:flex' : 'hidden',
          'gap-2 max-lg:w-full max-lg:grid-cols-2 max-sm:[&>button]:px-2',
        )}
      >
        <ExportButton shown={filter} />
        <Button
          tone="secondary"
          icon="shield"
          onClick={() => dialog.open('checkAll', periodOf(filter))}
        >
          {t('statement.checkAll')}
        </Button>
        <Button tone="secondary" icon="wallet" onClick={() => dialog.open('owed', {})}>
          {t('statement.owed')}
        </Button>
        <PrintButton key={filterAddress(filter)} shown={filter} />
        <Button tone="secondary" icon="image" onClick={() => dialog.open('slips', {})}>
          {t('statement.slips')}
        </Button>
      </div>
    </>
  );
}

/** Opens the export dialog, which most visits never load. */
function ExportButton({ shown }: { shown: Days }) {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button icon="deposit" onClick={() => setOpen(true)}>
        {t('statement.export')}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <ExportDialog shown={{ from: shown.from, to: shown.to }} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

interface StatementListProps {
  filter: StatementFilter;
  onPage: (page: number) => void;
}

function StatementList({ filter, onPage }: StatementListProps) {
  const t = useText();
  const isDesktop = useIsDesktop();
  const { data, currentData, error, isFetching, refetch } = useGetStatementQuery(queryOf(filter), {
    skip: isWrongOrder(filter),
    refetchOnMountOrArgChange: true,
  });
  // No request is sent; the date field says why.
  if (isWrongOrder(filter)) {
    return (
      <Card flush>
        <EmptyState icon="filter" title={t('statement.filter.wrongOrder')} />
      </Card>
    );
  }
  if (error && !currentData) {
    return (
      <Card flush>
        <ProblemState error={error} busy={isFetching} onRetry={refetch} />
      </Card>
    );
  }
  if (!data) {
    return (
      <Card flush>
        <StatementSkeleton />
      </Card>
    );
  }
  if (data.statements.length === 0 && !isFetching) {
    return <NoLines filter={filter} total={data.total} onFirst={() => onPage(1)} />;
  }
  return (
    <>
      <Card flush aria-busy={isFetching || undefined} className="overflow-hidden">
        <p className="no-print px-4 pt-3 text-sm text-muted lg:px-5" role="status">
          {t('statement.total', { n: data.total })}
        </p>
        <div className={classNames('transition-opacity', !currentData && 'opacity-60')}>
          {isDesktop ? (
            <StatementTable lines={data.statements} />
          ) : (
            dayGroups(data.statements).map(({ day, lines }) => (
              <section key={lines[0]?.id}>
                <h2 className="tabular bg-sunken/60 px-4 py-1.5 text-xs font-semibold text-muted">
                  <DayName day={day} />
                </h2>
                <ul className="divide-y divide-line">
                  {lines.map((line) => (
                    <StatementLineRow key={line.id} line={line} />
                  ))}
                </ul>
              </section>
            ))
          )}
        </div>
      </Card>
      <div className="no-print">
        <Pager
          page={filter.page}
          total={data.total}
          limit={PAGE_SIZE}
          busy={isFetching}
          onPage={onPage}
        />
      </div>
    </>
  );
}

interface NoLinesProps {
  filter: StatementFilter;
  total: number;
  onFirst: () => void;
}

function NoLines({ filter, total, onFirst }: NoLinesProps) {
  const t = useText();
  const dialog = useDialog();
  const isGone = useIsServiceGone();
  if (total > 0) {
    return (
      <Card flush>
        <EmptyState
          title={t('statement.pageBeyond')}
          action={<Button onClick={onFirst}>{t('statement.firstPage')}</Button>}
        />
      </Card>
    );
  }
  if (isFiltered(filter)) {
    return (
      <Card flush>
        <EmptyState icon="filter" title={t('statement.emptyFiltered')} />
      </Card>
    );
  }
  return (
    <Card flush>
      <EmptyState
        title={t('common.noData')}
        action={
          !isGone && (
            <Button icon="deposit" onClick={() => dialog.open('deposit', {})}>
              {t('deposit.deposit')}
            </Button>
          )
        }
      >
        {t('statement.emptyDetail')}
      </EmptyState>
    </Card>
  );
}
