import { Link } from 'wouter';
import { formatMoment } from '../../intl/moment';
import { classNames } from '../../ui/display/classNames';
import { Icon } from '../../ui/display/Icon';
import { PagedList } from '../../ui/feedback/PagedList';
import { useListWorkInfiniteQuery, type WorkItem, type WorkKind } from '../api/workApi';
import { useReason, useSupportText } from '../intl/text';
import { moneyText } from '../replay/words';
import { Age } from '../side/Age';
import { WORK_ICONS } from '../side/OpenWork';
import { Chip } from '../ui/Chip';
import { MoreButton } from '../ui/MoreButton';
import { AllDone } from './AllDone';
import { ClaimMark } from './ClaimMark';
import { MarkBar, MarkBox, useMarks } from './SlipMarks';
import { useDetail } from './useDetail';

export function useWorkList(kind: WorkKind) {
  return useListWorkInfiniteQuery(kind, { refetchOnMountOrArgChange: true });
}

function Row({ item, isOpen }: { item: WorkItem; isOpen: boolean }) {
  const t = useSupportText();
  const reasonOf = useReason();
  const detail = useDetail()(item);
  const { kind, id, player, amount, currency, since, reason, waiting, claim } = item;
  return (
    <li className="flex">
      <MarkBox item={item} />
      <Link
        href={`/work/${kind}/${id}`}
        aria-current={isOpen ? 'true' : undefined}
        className={classNames(
          'flex min-w-0 flex-1 gap-3 px-4 py-3 focus-visible:-outline-offset-2',
          isOpen ? 'bg-accent-soft' : 'hover:bg-sunken',
        )}
      >
        <span className="mt-0.5 flex size-10 shrink-0 items-center justify-center rounded-full bg-caution-soft text-caution">
          <Icon name={WORK_ICONS[kind]} size={20} />
        </span>
        <span className="min-w-0 flex-1">
          <span className="flex items-baseline justify-between gap-2">
            <span className="min-w-0 truncate py-0.5 font-medium">{player.name}</span>
            <Age since={since} />
          </span>
          <span className="flex items-baseline justify-between gap-2">
            <span className="min-w-0 truncate py-px text-sm text-muted">
              {reason ? reasonOf(reason) : detail || formatMoment(since).slice(0, 16)}
            </span>
            {amount && currency && (
              <span className="tabular shrink-0 font-semibold whitespace-nowrap">
                {moneyText({ amount, currency })}
              </span>
            )}
          </span>
          {(waiting || claim) && (
            <span className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1">
              {waiting && <Chip tone="accent">{t('support.work.asked')}</Chip>}
              {claim && <ClaimMark claim={claim} />}
            </span>
          )}
        </span>
      </Link>
    </li>
  );
}

/** What waits, who has waited longest first. */
export function WorkList({ kind, openId }: { kind: WorkKind; openId: string | null }) {
  const t = useSupportText();
  const list = useWorkList(kind);
  const marks = useMarks();
  return (
    <PagedList
      list={list}
      items={({ pages }) => pages.flatMap((page) => page.items)}
      rows={4}
      empty={<AllDone kind={kind} counts={list.data?.pages[0]?.counts} />}
      more={<MoreButton list={list} />}
    >
      {(items) => (
        <>
          {marks && kind === 'slips' && <MarkBar marks={marks} items={items} />}
          <ul aria-label={t('support.work.waitingList')} className="divide-y divide-line">
            {items.map((item) => (
              <Row key={item.id} item={item} isOpen={item.id === openId} />
            ))}
          </ul>
        </>
      )}
    </PagedList>
  );
}
