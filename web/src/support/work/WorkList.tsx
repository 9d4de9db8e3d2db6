import { useState } from 'react';
import { Link } from 'wouter';
import { formatMoment } from '../../intl/moment';
import { classNames } from '../../ui/display/classNames';
import { Icon } from '../../ui/display/Icon';
import { PagedList } from '../../ui/feedback/PagedList';
import { useListWorkInfiniteQuery, type WorkItem, type WorkKind } from '../api/workApi';
import { useReason, useSupportText } from '../intl/text';
import { Age } from '../side/Age';
import { useAmountText, WORK_ICONS } from '../side/OpenWork';
import { Chip } from '../ui/Chip';
import { MoreButton } from '../ui/MoreButton';
import { AllDone } from './AllDone';
import { ClaimMark } from './ClaimMark';
import { MarkBar, MarkBox, useMarks } from './SlipMarks';
import { isOpened } from './useClaimed';
import { useDetail } from './useDetail';

export function useWorkList(kind: WorkKind) {
  return useListWorkInfiniteQuery(kind, { refetchOnMountOrArgChange: true });
}

function Row({ item, isOpen }: { item: WorkItem; isOpen: boolean }) {
  const t = useSupportText();
  const reasonOf = useReason();
  const detail = useDetail()(item);
  const amountText = useAmountText();
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
                {amountText({ amount, currency }, item)}
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

interface OwnSwitchProps {
  n: number;
  isChosen: boolean;
  onChoose: (isChosen: boolean) => void;
}

/** Leaves only what the caller holds in the list. */
function OwnSwitch({ n, isChosen, onChoose }: OwnSwitchProps) {
  const t = useSupportText();
  return (
    <div className="border-b border-line px-4 py-2">
      <button
        type="button"
        aria-pressed={isChosen}
        onClick={() => onChoose(!isChosen)}
        className={classNames(
          'min-h-11 rounded-full px-4 text-sm font-medium',
          isChosen ? 'bg-accent text-on-accent' : 'bg-sunken hover:bg-accent-soft',
        )}
      >
        {t('support.work.claim.onlyMine', { n })}
      </button>
    </div>
  );
}

/** What waits, who has waited longest first. */
export function WorkList({ kind, openId }: { kind: WorkKind; openId: string | null }) {
  const t = useSupportText();
  const list = useWorkList(kind);
  const marks = useMarks();
  const [isOwn, setIsOwn] = useState(false);
  return (
    <PagedList
      list={list}
      items={({ pages }) => pages.flatMap((page) => page.items)}
      rows={4}
      empty={<AllDone kind={kind} counts={list.data?.pages[0]?.counts} />}
      more={<MoreButton list={list} />}
    >
      {(items) => {
        const own = items.filter(({ claim }) => claim?.isMine);
        // What the caller has opened is on the screen already.
        const hasOwn = own.some(({ id }) => !isOpened(id));
        return (
          <>
            {marks && kind === 'slips' && <MarkBar marks={marks} items={items} />}
            {(hasOwn || (isOwn && own.length > 0)) && (
              <OwnSwitch n={own.length} isChosen={isOwn} onChoose={setIsOwn} />
            )}
            <ul aria-label={t('support.work.waitingList')} className="divide-y divide-line">
              {(isOwn && own.length > 0 ? own : items).map((item) => (
                <Row key={item.id} item={item} isOpen={item.id === openId} />
              ))}
            </ul>
          </>
        );
      }}
    </PagedList>
  );
}
