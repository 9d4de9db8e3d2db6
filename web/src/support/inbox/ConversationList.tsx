import { Link } from 'wouter';
import type { ChatRecord } from '../../api/chatApi';
import { readContent } from '../../chat/content';
import { formatDay, formatMoment } from '../../intl/moment';
import { classNames } from '../../ui/display/classNames';
import { useNow } from '../../ui/display/clock';
import { Tabs } from '../../ui/display/Tabs';
import { PagedList } from '../../ui/feedback/PagedList';
import { EmptyState } from '../../ui/feedback/States';
import { useStaffSelector } from '../api/hooks';
import {
  type ConversationView,
  INBOX_FILTERS,
  type InboxFilter,
  useListConversationsInfiniteQuery,
} from '../api/inboxApi';
import { useSupportText } from '../intl/text';
import { Chip } from '../ui/Chip';
import { Initials } from '../ui/Initials';
import { MoreButton } from '../ui/MoreButton';
import { waitingOf } from './waiting';

function Waiting({ since }: { since: string }) {
  const t = useSupportText();
  const { id, n, isLong } = waitingOf(since, useNow());
  return <Chip tone={isLong ? 'negative' : 'caution'}>{t(id, { n })}</Chip>;
}

/** Of today the time, else the day. */
function LastTime({ time }: { time: string }) {
  const [day, minute] = [formatDay(time), formatMoment(time).slice(11, 16)];
  const isToday = day === formatDay(new Date(useNow()).toISOString());
  return (
    <time
      dateTime={time}
      title={formatMoment(time)}
      className="tabular shrink-0 text-xs text-muted"
    >
      {isToday ? minute : day}
    </time>
  );
}

/** A message on one line. */
function useWordsOf(): (record: ChatRecord | null) => string {
  const t = useSupportText();
  return (record) => {
    if (!record) return t('support.inbox.nothingSaid');
    if (record.isErased) return t('chat.erased');
    const content = readContent(record.message);
    const words =
      content.type === 'generic'
        ? content.cards[0]?.title
        : content.type === 'unknown'
          ? ''
          : content.text || (content.type === 'postback' ? content.title : '');
    const text = words || t(`support.inbox.said.${content.type}`);
    return record.sender === 'agent' ? t('support.inbox.ours', { text }) : text;
  };
}

interface RowProps {
  view: ConversationView;
  /** Shown instead of the last message. */
  message?: ChatRecord | null;
  isOpen: boolean;
  search: string;
}

export function ConversationRow({ view, message, isOpen, search }: RowProps) {
  const t = useSupportText();
  const wordsOf = useWordsOf();
  const shown = message ?? view.lastMessage;
  const selfId = useStaffSelector((state) => state.staff.current?.staff.id);
  const others = view.answering.filter((staff) => staff.id !== selfId);
  const { who, assignedTo } = view;
  return (
    <li>
      <Link
        href={`/inbox/${view.id}${search}`}
        aria-current={isOpen ? 'true' : undefined}
        className={classNames(
          'flex gap-3 px-4 py-3 focus-visible:-outline-offset-2',
          isOpen ? 'bg-accent-soft' : 'hover:bg-sunken',
        )}
      >
        <Initials name={who.name} className="size-10" />
        <span className="min-w-0 flex-1">
          <span className="flex items-baseline gap-2">
            <span
              className={classNames(
                'min-w-0 flex-1 truncate py-0.5',
                view.unread > 0 && 'font-bold',
              )}
            >
              {who.name}
            </span>
            {shown && <LastTime time={shown.createdAt} />}
            {view.unread > 0 && (
              <span className="tabular rounded-full bg-accent px-2 text-xs font-semibold text-on-accent">
                {view.unread}
                <span className="sr-only"> {t('support.inbox.unread')}</span>
              </span>
            )}
          </span>
          <span dir="auto" className="block truncate py-0.5 text-sm text-muted">
            {wordsOf(shown)}
          </span>
          <span className="mt-1 flex flex-wrap items-center gap-1.5">
            {view.waitingSince && <Waiting since={view.waitingSince} />}
            {who.kind === 'guest' && <Chip>{t('support.inbox.guest')}</Chip>}
            {view.isEnded && <Chip>{t('support.inbox.ended')}</Chip>}
            {assignedTo && (
              <Chip tone="accent">
                {assignedTo.id === selfId ? t('support.inbox.mine') : assignedTo.name}
              </Chip>
            )}
          </span>
          {others.length > 0 && (
            <span className="mt-1 block text-xs text-positive">
              {t('support.inbox.answering', { name: others.map((staff) => staff.name).join(', ') })}
            </span>
          )}
        </span>
      </Link>
    </li>
  );
}

/** A conversation with a new message may be on two pages, so each is listed once. */
function conversationsOf(pages: { conversations: ConversationView[] }[]): ConversationView[] {
  const views = pages.flatMap((page) => page.conversations);
  return [...new Map(views.map((view) => [view.id, view])).values()];
}

interface ListProps {
  filter: InboxFilter;
  onFilter: (filter: InboxFilter) => void;
  openId: string | null;
  /** Appended to a conversation's address, so that the filter stays. */
  search: string;
}

export function ConversationList({ filter, onFilter, openId, search }: ListProps) {
  const t = useSupportText();
  const list = useListConversationsInfiniteQuery(filter);
  const counts = list.data?.pages[0]?.counts;
  const label = (each: InboxFilter) => {
    const n = each === 'all' ? undefined : counts?.[each];
    return n ? `${t(`support.inbox.filter.${each}`)} (${n})` : t(`support.inbox.filter.${each}`);
  };
  return (
    <Tabs
      label={t('support.inbox.filters')}
      tabs={INBOX_FILTERS.map((each) => ({ value: each, label: label(each) }))}
      value={filter}
      onChange={onFilter}
    >
      <div className="mt-3 overflow-hidden rounded-card border border-line bg-surface">
        <PagedList
          list={list}
          items={({ pages }) => conversationsOf(pages)}
          rows={5}
          empty={<EmptyState icon="chat" title={t(`support.inbox.none.${filter}`)} />}
          more={<MoreButton list={list} />}
        >
          {(views) => (
            <ul aria-label={t('support.inbox.conversations')} className="divide-y divide-line">
              {views.map((view) => (
                <ConversationRow
                  key={view.id}
                  view={view}
                  isOpen={view.id === openId}
                  search={search}
                />
              ))}
            </ul>
          )}
        </PagedList>
      </div>
    </Tabs>
  );
}
