import { Link, Route, Switch, useParams, useSearchParams } from 'wouter';
import { classNames } from '../../ui/display/classNames';
import { useTitle } from '../../ui/display/useTitle';
import { EmptyState } from '../../ui/feedback/States';
import { INBOX_FILTERS, type InboxFilter, useGetConversationQuery } from '../api/inboxApi';
import { useSupportText } from '../intl/text';
import { KeyList } from '../ui/KeyList';
import { KeysButton } from '../ui/KeysButton';
import { ConversationList } from './ConversationList';
import { ConversationPane } from './ConversationPane';
import { FoundConversations, SearchField } from './FoundConversations';
import RepliesPage from './RepliesPage';
import { SidePanel } from './SidePanel';
import { useInboxLive } from './useInboxLive';
import { useIsWide } from './useIsWide';

/** Next to the chat where there is room; elsewhere a button opens it. */
function SideColumn({ id }: { id: string }) {
  const t = useSupportText();
  const { data } = useGetConversationQuery(id);
  return (
    <aside
      aria-label={t('support.inbox.player')}
      className="w-76 shrink-0 overflow-y-auto rounded-card border border-line bg-surface p-4 min-[90rem]:w-84"
    >
      {data && <SidePanel view={data} />}
    </aside>
  );
}

/** The filter and the search words, which the address holds. */
function useListed() {
  const [search, setSearch] = useSearchParams();
  const filter = INBOX_FILTERS.find((each) => each === search.get('filter')) ?? 'waiting';
  const words = search.get('q')?.trim() ?? '';
  return {
    filter,
    words,
    address: `?${new URLSearchParams({ filter, ...(words && { q: words }) })}`,
    onFilter: (next: InboxFilter) => setSearch({ filter: next }, { replace: true }),
    onSearch: (q: string) => setSearch({ filter, ...(q && { q }) }, { replace: true }),
  };
}

function Desk() {
  const t = useSupportText();
  const { id = null } = useParams<{ id?: string }>();
  const { filter, words, address, onFilter, onSearch } = useListed();
  const isWide = useIsWide();
  useInboxLive();
  return (
    <div className="lg:flex lg:h-[calc(100dvh-7.5rem)] lg:flex-col">
      <div className={classNames('flex items-center gap-4 lg:mb-3', !id && 'mb-3')}>
        <h1 className={classNames('flex-1 text-2xl font-bold', id && 'max-lg:sr-only')}>
          {t('support.nav.inbox')}
        </h1>
        <KeysButton />
        <Link
          href="/inbox/replies"
          className={classNames(
            'min-h-11 items-center text-sm font-medium text-accent lg:inline-flex',
            id ? 'hidden' : 'inline-flex',
          )}
        >
          {t('support.reply.replies')}
        </Link>
      </div>
      <div className="flex min-h-0 gap-4 lg:flex-1">
        <KeyList
          closeHref={id && `/inbox${address}`}
          className={classNames(
            'w-full overflow-y-auto lg:block lg:w-72 lg:shrink-0 min-[90rem]:w-84',
            id && 'hidden',
          )}
        >
          <SearchField key={words} words={words} onSearch={onSearch} />
          {words ? (
            <FoundConversations words={words} openId={id} search={address} />
          ) : (
            <ConversationList filter={filter} onFilter={onFilter} openId={id} search={address} />
          )}
        </KeyList>
        <section
          aria-label={t('support.inbox.conversation')}
          className={classNames(
            '-mb-5 h-[calc(100dvh-9rem-env(safe-area-inset-bottom))] w-full min-w-0 flex-1 flex-col overflow-hidden rounded-card border border-line bg-canvas lg:mb-0 lg:flex lg:h-auto',
            id ? 'flex' : 'hidden',
          )}
        >
          {id ? (
            <ConversationPane key={id} id={id} />
          ) : (
            <div className="m-auto">
              <EmptyState icon="chat" title={t('support.inbox.choose')} />
            </div>
          )}
        </section>
        {id && isWide && <SideColumn key={id} id={id} />}
      </div>
    </div>
  );
}

export default function InboxPage() {
  const t = useSupportText();
  useTitle(t('support.nav.inbox'));
  return (
    <Switch>
      <Route path="/inbox/replies" component={RepliesPage} />
      <Route path="/inbox/:id?" component={Desk} />
    </Switch>
  );
}
