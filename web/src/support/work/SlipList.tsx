import { skipToken } from '@reduxjs/toolkit/query';
import { Link } from 'wouter';
import { formatMoment } from '../../intl/moment';
import { classNames } from '../../ui/display/classNames';
import { PagedList } from '../../ui/feedback/PagedList';
import { EmptyState } from '../../ui/feedback/States';
import { type SlipFilter, useListSlipsInfiniteQuery, type WorkItem } from '../api/workApi';
import { useReason, useSupportText } from '../intl/text';
import { moneyText } from '../replay/words';
import { Chip } from '../ui/Chip';
import { MoreButton } from '../ui/MoreButton';
import { ClaimMark } from './ClaimMark';
import { type SlipState, slipHref, slipStateOf } from './slipFilter';
import { detailOf } from './useDetail';

export function useSlips(filter: SlipFilter | null) {
  return useListSlipsInfiniteQuery(filter ?? skipToken, { refetchOnMountOrArgChange: true });
}

const TONES = {
  open: 'plain',
  waiting: 'caution',
  refused: 'negative',
  returned: 'plain',
  credited: 'positive',
} as const satisfies Record<SlipState, string>;

/** What became of a slip, as a mark. */
export function SlipStateChip({ item }: { item: WorkItem }) {
  const t = useSupportText();
  const state = slipStateOf(item);
  return <Chip tone={TONES[state]}>{t(`support.work.slipState.${state}`)}</Chip>;
}

interface RowProps {
  item: WorkItem;
  filter: SlipFilter;
  isOpen: boolean;
}

function Row({ item, filter, isOpen }: RowProps) {
  const reasonOf = useReason();
  const { id, player, amount, currency, since, reason, claim } = item;
  return (
    <li>
      <Link
        href={slipHref(id, filter)}
        aria-current={isOpen ? 'true' : undefined}
        className={classNames(
          'block px-4 py-3 focus-visible:-outline-offset-2',
          isOpen ? 'bg-accent-soft' : 'hover:bg-sunken',
        )}
      >
        <span className="flex items-baseline justify-between gap-2">
          <span className="min-w-0 truncate py-0.5 font-medium">{player.name}</span>
          {amount && currency && (
            <span className="tabular shrink-0 font-semibold whitespace-nowrap">
              {moneyText({ amount, currency })}
            </span>
          )}
        </span>
        {reason && <span className="block text-sm">{reasonOf(reason)}</span>}
        <span className="tabular flex flex-wrap items-center gap-x-3 text-sm text-muted">
          {/* One state has been chosen, or each row needs its own. */}
          {!('state' in filter) && <SlipStateChip item={item} />}
          <span>{formatMoment(since).slice(0, 16)}</span>
          <span className="min-w-0 truncate">{detailOf(item, 'reference')}</span>
        </span>
        {claim && (
          <span className="mt-1 block">
            <ClaimMark claim={claim} />
          </span>
        )}
      </Link>
    </li>
  );
}

interface SlipListProps {
  filter: SlipFilter;
  openId: string | null;
}

/** The slips that a filter finds, newest first. */
export function SlipList({ filter, openId }: SlipListProps) {
  const t = useSupportText();
  const list = useSlips(filter);
  return (
    <PagedList
      list={list}
      items={({ pages }) => pages.flatMap((page) => page.items)}
      rows={4}
      empty={<EmptyState icon="search" title={t('support.work.noSlips')} />}
      more={<MoreButton list={list} />}
    >
      {(items) => (
        <ul aria-label={t('support.work.foundSlips')} className="divide-y divide-line">
          {items.map((item) => (
            <Row key={item.id} item={item} filter={filter} isOpen={item.id === openId} />
          ))}
        </ul>
      )}
    </PagedList>
  );
}
