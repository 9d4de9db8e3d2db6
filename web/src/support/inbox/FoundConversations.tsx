import type { FormEvent } from 'react';
import { formatMoment } from '../../intl/moment';
import { Button } from '../../ui/display/Button';
import { Icon } from '../../ui/display/Icon';
import { PagedList } from '../../ui/feedback/PagedList';
import { EmptyState } from '../../ui/feedback/States';
import { inputClass } from '../../ui/field/Field';
import { type FoundConversation, useSearchConversationsInfiniteQuery } from '../api/inboxApi';
import { useSupportText } from '../intl/text';
import { ConversationRow } from './ConversationList';

/** Shorter words would find everything. */
const LETTERS_MIN = 2;

interface SearchFieldProps {
  words: string;
  /** An empty text ends the search. */
  onSearch: (words: string) => void;
}

/** Each search is recorded, so it waits for Enter. */
export function SearchField({ words, onSearch }: SearchFieldProps) {
  const t = useSupportText();
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = String(new FormData(event.currentTarget).get('words')).trim();
    if (typed === '' || typed.length >= LETTERS_MIN) onSearch(typed);
  };
  return (
    <search>
      <form onSubmit={onSubmit} className="relative mb-3">
        <Icon
          name="search"
          size={18}
          className="pointer-events-none absolute start-3.5 top-1/2 -translate-y-1/2 text-muted"
        />
        <input
          type="search"
          name="words"
          defaultValue={words}
          maxLength={100}
          autoComplete="off"
          spellCheck={false}
          aria-label={t('support.inbox.search')}
          placeholder={t('support.inbox.search')}
          className={inputClass(false, 'ps-10! text-sm!')}
        />
      </form>
    </search>
  );
}

interface FoundProps {
  words: string;
  openId: string | null;
  /** Appended to a conversation's address, so that the search stays. */
  search: string;
}

/** An older page may find a conversation again; its newest message is on the first one. */
function eachOnce(found: readonly FoundConversation[]): FoundConversation[] {
  const known = new Set<string>();
  return found.filter(({ conversation: { id } }) => !known.has(id) && known.add(id));
}

/** The conversations with these words, newest first. A page searches a limited number of messages. */
export function FoundConversations({ words, openId, search }: FoundProps) {
  const t = useSupportText();
  const list = useSearchConversationsInfiniteQuery(words);
  const until = list.data?.pages.at(-1)?.searchedUntil;
  const further = until && (
    <Button tone="quiet" wide busy={list.isFetching} onClick={() => list.fetchNextPage()}>
      {t('support.inbox.searchOlder', { at: formatMoment(until).slice(0, 16) })}
    </Button>
  );
  const none = (
    <>
      <EmptyState icon="search" title={t('support.inbox.noneFound')} />
      {further}
    </>
  );
  return (
    <div className="overflow-hidden rounded-card border border-line bg-surface">
      <PagedList
        list={list}
        items={({ pages }) => eachOnce(pages.flatMap((page) => page.found))}
        rows={5}
        empty={none}
        more={further}
      >
        {(found) => (
          <ul aria-label={t('support.inbox.found')} className="divide-y divide-line">
            {found.map(({ conversation, message }) => (
              <ConversationRow
                key={conversation.id}
                view={conversation}
                message={message}
                isOpen={conversation.id === openId}
                search={search}
              />
            ))}
          </ul>
        )}
      </PagedList>
    </div>
  );
}
