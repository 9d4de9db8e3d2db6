import { Link, useSearchParams } from 'wouter';
import { Card } from '../../ui/display/Card';
import { classNames } from '../../ui/display/classNames';
import { Icon } from '../../ui/display/Icon';
import { PagedList } from '../../ui/feedback/PagedList';
import { SelectField } from '../../ui/field/SelectField';
import {
  DIFFERENCE_KINDS,
  type Difference,
  type DifferenceKind,
  useListDifferencesInfiniteQuery,
} from '../api/differencesApi';
import { useRole } from '../api/hooks';
import type { StaffRole } from '../api/types';
import type { WorkCounts } from '../api/workApi';
import { useSourceName } from '../intl/source';
import { useSupportText } from '../intl/text';
import { moneyText } from '../replay/words';
import { Age } from '../side/Age';
import { Chip } from '../ui/Chip';
import { KeyList } from '../ui/KeyList';
import { MoreButton } from '../ui/MoreButton';
import { AllDone } from './AllDone';
import { ClaimMark } from './ClaimMark';
import { DifferenceNext } from './DifferenceNext';
import { DifferenceReview } from './DifferenceReview';
import { mayEnd } from './differenceSide';
import { LIST_LOOK } from './lists';
import { isOthers } from './useClaim';

const listHref = (kind: DifferenceKind | null) =>
  `/work?kind=differences${kind ? `&of=${kind}` : ''}`;

const itemHref = (id: string, kind: DifferenceKind | null) =>
  `/work/differences/${id}${kind ? `?of=${kind}` : ''}`;

/** The kind that is listed; null for all. */
function useKind(): [DifferenceKind | null, (kind: string) => void] {
  const [search, setSearch] = useSearchParams();
  const kind = DIFFERENCE_KINDS.find((each) => each === search.get('of')) ?? null;
  const choose = (chosen: string) =>
    setSearch(
      (before) => {
        const after = new URLSearchParams(before);
        if (chosen) after.set('of', chosen);
        else after.delete('of');
        return after;
      },
      { replace: true },
    );
  return [kind, choose];
}

function useDifferences(kind: DifferenceKind | null) {
  return useListDifferencesInfiniteQuery(kind, { refetchOnMountOrArgChange: true });
}

interface RowProps {
  difference: Difference;
  kind: DifferenceKind | null;
  isOpen: boolean;
}

function Row({ difference, kind: listed, isOpen }: RowProps) {
  const t = useSupportText();
  const sourceName = useSourceName();
  const { id, kind, source, player, amount, currency, foundAt, goneAt, waiting, claim } =
    difference;
  return (
    <li>
      <Link
        href={itemHref(id, listed)}
        aria-current={isOpen ? 'true' : undefined}
        className={classNames(
          'block px-4 py-3 focus-visible:-outline-offset-2',
          isOpen ? 'bg-accent-soft' : 'hover:bg-sunken',
        )}
      >
        <span className="flex items-baseline justify-between gap-2">
          <span className="min-w-0 truncate py-0.5 font-medium">
            {player?.name || sourceName(source)}
          </span>
          <Age since={foundAt} />
        </span>
        <span className="flex items-baseline justify-between gap-2">
          <span className="min-w-0 truncate py-px text-sm text-muted">
            {t(`support.difference.kind.${kind}`)}
          </span>
          {amount && currency && (
            <span className="tabular shrink-0 font-semibold whitespace-nowrap">
              {moneyText({ amount, currency })}
            </span>
          )}
        </span>
        {(goneAt || waiting || claim) && (
          <span className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1">
            {goneAt && <Chip>{t('support.difference.gone')}</Chip>}
            {waiting && <Chip tone="accent">{t('support.work.asked')}</Chip>}
            {claim && <ClaimMark claim={claim} />}
          </span>
        )}
      </Link>
    </li>
  );
}

function Kinds({ kind, onChoose }: { kind: string; onChoose: (kind: string) => void }) {
  const t = useSupportText();
  const options = DIFFERENCE_KINDS.map((value) => ({
    value,
    label: t(`support.difference.kind.${value}`),
  }));
  return (
    <div className="border-b border-line p-4">
      <SelectField
        label={t('support.difference.ofKind')}
        value={kind}
        onChange={onChoose}
        options={[{ value: '', label: t('support.difference.all') }, ...options]}
      />
    </div>
  );
}

/**
 * The next one that the role can end: it neither waits for a second person nor is it open at a
 * colleague.
 */
const nextOf = (items: readonly Difference[], role: StaffRole, doneId: string | null) =>
  items.find(
    (item) => item.id !== doneId && !item.waiting && !isOthers(item.claim) && mayEnd(role, item),
  );

interface PaneProps {
  openId: string | null;
  items: readonly Difference[];
  kind: DifferenceKind | null;
  counts: WorkCounts | undefined;
}

/** Next to the list: what is chosen, else what to begin with; an empty list speaks for itself. */
function Pane({ openId, items, kind, counts }: PaneProps) {
  const t = useSupportText();
  const next = nextOf(items, useRole(), openId);
  if (!openId) {
    if (items.length === 0) return null;
    return (
      <Card className="max-lg:hidden">
        {next ? (
          <DifferenceNext
            item={next}
            href={itemHref(next.id, kind)}
            // The counts are of all kinds together.
            others={kind ? 0 : (counts?.differences ?? 1) - 1}
          />
        ) : (
          <p className="text-muted">{t('support.difference.choose')}</p>
        )}
      </Card>
    );
  }
  return (
    <>
      <div className="lg:hidden">
        <Link
          href={listHref(kind)}
          className="inline-flex min-h-11 items-center gap-1 pe-3 text-sm font-medium text-accent"
        >
          <Icon name="chevronLeft" size={18} />
          {t('support.work.list.differences')}
        </Link>
      </div>
      <DifferenceReview
        key={openId}
        id={openId}
        listed={items.find(({ id }) => id === openId)}
        nextHref={next ? itemHref(next.id, kind) : listHref(kind)}
      />
    </>
  );
}

interface DifferencesProps {
  counts: WorkCounts | undefined;
  openId: string | null;
}

/** The list of differences, and both sides of the open one. */
export function Differences({ counts, openId }: DifferencesProps) {
  const t = useSupportText();
  const [kind, choose] = useKind();
  const list = useDifferences(kind);
  const items = list.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <div className="items-start gap-4 lg:flex">
      <KeyList
        closeHref={openId && listHref(kind)}
        className={classNames(LIST_LOOK, openId && 'max-lg:hidden')}
      >
        <Kinds kind={kind ?? ''} onChoose={choose} />
        <PagedList
          list={list}
          items={({ pages }) => pages.flatMap((page) => page.items)}
          rows={4}
          empty={<AllDone kind="differences" counts={counts} />}
          more={<MoreButton list={list} />}
        >
          {(rows) => (
            <ul aria-label={t('support.work.list.differences')} className="divide-y divide-line">
              {rows.map((difference) => (
                <Row
                  key={difference.id}
                  difference={difference}
                  kind={kind}
                  isOpen={difference.id === openId}
                />
              ))}
            </ul>
          )}
        </PagedList>
      </KeyList>
      <section
        aria-label={t('support.work.evidence')}
        className={classNames('@container min-w-0 flex-1', !openId && 'max-lg:hidden')}
      >
        <Pane openId={openId} items={items} kind={kind} counts={list.data?.pages[0]?.counts} />
      </section>
    </div>
  );
}
