import type { ReactNode } from 'react';
import { Redirect, Route, Switch, useParams, useSearchParams } from 'wouter';
import { classNames } from '../../ui/display/classNames';
import { useTitle } from '../../ui/display/useTitle';
import { useCountWaitingQuery } from '../api/waitingApi';
import { type SlipFilter, WORK_KINDS, type WorkKind } from '../api/workApi';
import { useSupportText } from '../intl/text';
import { KeyList } from '../ui/KeyList';
import { KeysButton } from '../ui/KeysButton';
import { PageSkeleton } from '../ui/PageSkeleton';
import { Approvals } from './Approvals';
import { BackToWork } from './BackToWork';
import { Differences } from './Differences';
import { Gone } from './Gone';
import { firstList, LIST_LOOK, LISTS, type List } from './lists';
import { ManualReview } from './ManualReview';
import { NextItem } from './NextItem';
import { QrReview } from './QrReview';
import { SlipFilters } from './SlipFilters';
import { SlipList, useSlips } from './SlipList';
import { SlipMarks } from './SlipMarks';
import { SlipReview } from './SlipReview';
import { listHref, useSlipFilter } from './slipFilter';
import { TransferReview } from './TransferReview';
import { isOthers } from './useClaim';
import { useWorkLive } from './useWorkLive';
import { WithdrawalReview } from './WithdrawalReview';
import { useWorkList, WorkList } from './WorkList';
import { WorkTabs } from './WorkTabs';

/** Goes where work waits; once there, the list stays whatever comes and goes. */
function FirstList() {
  const { data, error } = useCountWaitingQuery();
  if (data) return <Redirect to={`/work?kind=${firstList(data)}`} replace />;
  return error ? <Lists list="slips" /> : <PageSkeleton />;
}

function ChosenList() {
  const [search] = useSearchParams();
  const list = LISTS.find((each) => each === search.get('kind'));
  return list ? <Lists list={list} /> : <FirstList />;
}

function Frame({ list, isOpen, children }: { list: List; isOpen: boolean; children: ReactNode }) {
  const t = useSupportText();
  useWorkLive();
  // Each page of a list has the counts of all lists.
  const { data } = useWorkList(WORK_KINDS.find((each) => each === list) ?? 'slips');
  return (
    <>
      <div className={classNames(isOpen && 'max-lg:hidden')}>
        <div className="mb-3 flex items-center gap-4">
          <h1 className="flex-1 text-2xl font-bold">{t('support.nav.work')}</h1>
          <KeysButton />
        </div>
        <WorkTabs list={list} counts={data?.pages[0]?.counts} />
      </div>
      {children}
    </>
  );
}

interface ReviewProps {
  kind: WorkKind;
  id: string;
  filter: SlipFilter | null;
}

/** What belongs to an item of a list: three kinds are read one by one. */
function Review({ kind, id, filter }: ReviewProps) {
  const { data, error, isFetching, refetch } = useWorkList(kind);
  const { data: slips } = useSlips(filter);
  const items = [...(data?.pages ?? []), ...(slips?.pages ?? [])].flatMap((page) => page.items);
  const listed = items.find((each) => each.id === id);
  if (kind === 'slips') return <SlipReview id={id} listed={listed} />;
  if (kind === 'qr') return <QrReview id={id} listed={listed} />;
  if (kind === 'transfers') return <TransferReview id={id} listed={listed} />;
  if (kind === 'manual') return <ManualReview id={id} listed={listed} />;
  if (listed) return <WithdrawalReview item={listed} />;
  return <Gone error={error} isFetching={isFetching} onRetry={refetch} />;
}

interface OpenProps {
  kind: WorkKind;
  openId: string | null;
}

/** Next to the list: what is chosen, else what to begin with; an empty list speaks for itself. */
function Pane({ kind, openId, filter }: OpenProps & { filter: SlipFilter | null }) {
  const t = useSupportText();
  const [page] = useWorkList(kind).data?.pages ?? [];
  // One begins with what waits, nobody has decided and no colleague has open, whatever else is listed.
  const first = filter
    ? undefined
    : page?.items.find(({ waiting, claim }) => !waiting && !isOthers(claim));
  if (!openId && !first) return null;
  return (
    <section
      aria-label={t('support.work.evidence')}
      className={classNames('@container min-w-0 flex-1', !openId && 'max-lg:hidden')}
    >
      {openId && (
        <div className="lg:hidden">
          <BackToWork kind={kind} />
        </div>
      )}
      {openId ? (
        <Review key={openId} kind={kind} id={openId} filter={filter} />
      ) : (
        first && (
          <div className="rounded-card border border-line bg-surface">
            <NextItem item={first} others={(page?.counts[kind] ?? 1) - 1} />
          </div>
        )
      )}
    </section>
  );
}

function Work({ kind, openId }: OpenProps) {
  const found = useSlipFilter();
  const filter = kind === 'slips' ? found : null;
  const isEmpty = useWorkList(kind).data?.pages[0]?.items.length === 0;
  return (
    <Frame list={kind} isOpen={openId !== null}>
      <div className="items-start gap-4 lg:flex">
        <KeyList
          closeHref={openId && listHref(kind, filter)}
          className={classNames(
            (isEmpty || filter) && !openId
              ? 'w-full overflow-hidden rounded-card border border-line bg-surface'
              : LIST_LOOK,
            openId && 'max-lg:hidden',
          )}
        >
          {kind === 'slips' && <SlipFilters filter={filter} />}
          {filter ? (
            <SlipList filter={filter} openId={openId} />
          ) : (
            <WorkList key={kind} kind={kind} openId={openId} />
          )}
        </KeyList>
        <Pane kind={kind} openId={openId} filter={filter} />
      </div>
    </Frame>
  );
}

function AllApprovals({ openId }: { openId: string | null }) {
  const { data } = useWorkList('slips');
  return (
    <Frame list="approvals" isOpen={openId !== null}>
      <Approvals counts={data?.pages[0]?.counts} openId={openId} />
    </Frame>
  );
}

function AllDifferences({ openId }: { openId: string | null }) {
  const { data } = useWorkList('slips');
  return (
    <Frame list="differences" isOpen={openId !== null}>
      <Differences counts={data?.pages[0]?.counts} openId={openId} />
    </Frame>
  );
}

function Lists({ list }: { list: List }) {
  if (list === 'approvals') return <AllApprovals openId={null} />;
  if (list === 'differences') return <AllDifferences openId={null} />;
  return <Work kind={list} openId={null} />;
}

function Chosen() {
  const { kind, id = '' } = useParams<{ kind: string; id: string }>();
  if (kind === 'approvals') return <AllApprovals openId={id} />;
  if (kind === 'differences') return <AllDifferences openId={id} />;
  const known = WORK_KINDS.find((each) => each === kind);
  return known ? <Work kind={known} openId={id} /> : <FirstList />;
}

export default function WorkPage() {
  const t = useSupportText();
  useTitle(t('support.nav.work'));
  return (
    <SlipMarks>
      <Switch>
        <Route path="/work/:kind/:id" component={Chosen} />
        <Route component={ChosenList} />
      </Switch>
    </SlipMarks>
  );
}
