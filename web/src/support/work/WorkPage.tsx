import { useState } from 'react';
import { Link, Redirect, Route, Switch, useSearchParams } from 'wouter';
import { formatMoment } from '../../intl/moment';
import { Button } from '../../ui/display/Button';
import { classNames } from '../../ui/display/classNames';
import { linkButton } from '../../ui/display/linkButton';
import { Moment } from '../../ui/display/Moment';
import { useTitle } from '../../ui/display/useTitle';
import { PagedList } from '../../ui/feedback/PagedList';
import { EmptyState } from '../../ui/feedback/States';
import { useRole } from '../api/hooks';
import { useCountWaitingQuery } from '../api/waitingApi';
import { useListWorkInfiniteQuery, type WorkItem, type WorkKind } from '../api/workApi';
import { useNameOf, useSupportText } from '../intl/text';
import { moneyText, useReplayWords } from '../replay/words';
import { MoreButton } from '../ui/MoreButton';
import { PageSkeleton } from '../ui/PageSkeleton';
import { Approvals } from './Approvals';
import { DecideDialog, type Question } from './DecideDialog';
import { firstList, LISTS, type List } from './lists';
import { questionsOf } from './questions';
import { SlipReview } from './SlipReview';
import { TransferReview } from './TransferReview';
import { useWorkLive } from './useWorkLive';
import { WaitsForSecond } from './WaitsForSecond';

/** What only this kind has, in a few words. */
function useDetail(): (item: WorkItem) => string {
  const t = useSupportText();
  const words = useReplayWords();
  return ({ kind, detail }) => {
    const text = (key: string) => (typeof detail[key] === 'string' ? detail[key] : '');
    if (kind === 'slips') return [text('sendingBank'), text('reference')].filter(Boolean).join(' ');
    if (kind === 'transfers') return `${words.place(text('from'))} → ${words.place(text('to'))}`;
    if (kind === 'qr') return text('channel');
    const until = text('heldUntil');
    return until && t('support.work.heldUntil', { at: formatMoment(until) });
  };
}

/** The player and the amount, next to the question. */
function Subject({ item }: { item: WorkItem }) {
  const { player, amount, currency } = item;
  return (
    <p className="flex flex-wrap items-baseline justify-between gap-x-4 rounded-control bg-sunken px-4 py-2">
      <span className="font-medium">{player.name}</span>
      {amount && currency && (
        <span className="tabular font-semibold">{moneyText({ amount, currency })}</span>
      )}
    </p>
  );
}

function Row({ item, onAsk }: { item: WorkItem; onAsk: (question: Question) => void }) {
  const t = useSupportText();
  const nameOf = useNameOf();
  const detail = useDetail();
  const isActing = useRole() !== 'auditor';
  const hasScreen = item.kind === 'slips' || item.kind === 'transfers';
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-2 px-4 py-3">
      <div className="min-w-56 flex-1">
        <Link href={`/players/${item.player.id}`} className="font-medium text-accent">
          {item.player.name}
        </Link>
        <p className="text-sm text-muted [overflow-wrap:anywhere]">{detail(item)}</p>
        {item.reason && <p className="text-sm">{nameOf('support.work.reason', item.reason)}</p>}
      </div>
      <Moment time={item.since} className="text-sm text-muted" />
      {item.amount && item.currency && (
        <p className="tabular text-lg font-semibold whitespace-nowrap">
          {moneyText({ amount: item.amount, currency: item.currency })}
        </p>
      )}
      {item.waiting && <WaitsForSecond waiting={item.waiting} onAsk={onAsk} />}
      {!item.waiting && hasScreen && (
        <Link href={`/work/${item.kind}/${item.id}`} className={linkButton('secondary')}>
          {t('support.work.review')}
        </Link>
      )}
      {!item.waiting && !hasScreen && isActing && (
        <div className="flex gap-2">
          {questionsOf(t, item).map((question) => (
            <Button
              key={question.path}
              tone={question.isDanger ? 'danger' : 'primary'}
              onClick={() => onAsk({ ...question, lead: <Subject item={item} /> })}
            >
              {question.title}
            </Button>
          ))}
        </div>
      )}
    </li>
  );
}

function WorkList({ kind }: { kind: WorkKind }) {
  const t = useSupportText();
  const list = useList(kind);
  const [question, setQuestion] = useState<Question | null>(null);
  return (
    <>
      <PagedList
        list={list}
        items={({ pages }) => pages.flatMap((page) => page.items)}
        rows={4}
        empty={<EmptyState icon="check" title={t('support.work.none')} />}
        more={<MoreButton list={list} />}
      >
        {(items) => (
          <ul className="divide-y divide-line">
            {items.map((item) => (
              <Row key={item.id} item={item} onAsk={setQuestion} />
            ))}
          </ul>
        )}
      </PagedList>
      {question && (
        <DecideDialog key={question.path} question={question} onClose={() => setQuestion(null)} />
      )}
    </>
  );
}

function useList(kind: WorkKind) {
  return useListWorkInfiniteQuery(kind, {
    refetchOnMountOrArgChange: true,
  });
}

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

function Lists({ list }: { list: List }) {
  const t = useSupportText();
  useWorkLive();
  // Each page of a list has the counts of all lists.
  const { data } = useList(list === 'approvals' ? 'slips' : list);
  const counts = data?.pages[0]?.counts;
  return (
    <>
      <h1 className="mb-4 text-2xl font-bold">{t('support.nav.work')}</h1>
      <nav aria-label={t('support.work.lists')} className="mb-4 flex flex-wrap gap-1.5">
        {LISTS.map((each) => (
          <Link
            key={each}
            href={`/work?kind=${each}`}
            aria-current={each === list ? 'page' : undefined}
            className={classNames(
              'inline-flex min-h-11 items-center gap-2 rounded-full px-4 text-sm font-medium',
              each === list ? 'bg-accent text-on-accent' : 'bg-sunken hover:bg-accent-soft',
            )}
          >
            {t(`support.work.list.${each}`)}
            {counts && counts[each] > 0 && (
              <span
                className={classNames(
                  'tabular rounded-full px-2 text-xs font-semibold',
                  each === list ? 'bg-surface text-ink' : 'bg-caution-soft text-caution',
                )}
              >
                {counts[each]}
              </span>
            )}
          </Link>
        ))}
      </nav>
      <div className="overflow-hidden rounded-card border border-line bg-surface">
        {list === 'approvals' ? <Approvals /> : <WorkList key={list} kind={list} />}
      </div>
    </>
  );
}

export default function WorkPage() {
  const t = useSupportText();
  useTitle(t('support.nav.work'));
  return (
    <Switch>
      <Route path="/work/slips/:id" component={SlipReview} />
      <Route path="/work/transfers/:id" component={TransferReview} />
      <Route component={ChosenList} />
    </Switch>
  );
}
