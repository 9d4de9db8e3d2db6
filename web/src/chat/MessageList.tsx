import { type ReactNode, useMemo, useRef } from 'react';
import { useText } from '../intl/text';
import { Icon } from '../ui/display/Icon';
import { Spinner } from '../ui/display/Spinner';
import type { Conversation } from './conversation';
import { type ConversationState, OWN_SIDE } from './conversationState';
import { DayDivider, EndDivider } from './Divider';
import { type ChatEntry, rowsOf } from './entries';
import { MessageBubble } from './MessageBubble';
import { useScroll } from './useScroll';
import { useWatching } from './useWatching';

interface MessageListProps {
  conversation: Conversation;
  state: ConversationState;
  otherName: string;
  /** Whether what is in view counts as read. */
  isReader?: boolean;
  /** Shown below a message's own content, e.g. a link to what it is about. */
  below?: (entry: ChatEntry) => ReactNode;
  /** Shown after the newest message, e.g. who is writing. */
  children?: ReactNode;
}

/** A conversation from its oldest loaded message to its newest. */
export function MessageList(props: MessageListProps) {
  const { conversation, state, isReader = true } = props;
  const { side: ownSender, entries, hasOlder, isLoadingOlder } = state;
  const onOlder = conversation.loadOlder;
  const t = useText();
  const scroller = useRef<HTMLDivElement>(null);
  const { fresh, toEnd, onScroll } = useScroll({
    scroller,
    entries,
    ownSender,
    hasOlder,
    onOlder,
    onAtEnd: useWatching(conversation, isReader),
  });
  const rows = useMemo(() => rowsOf(entries), [entries]);
  const newest = entries.at(-1)?.key;
  // Buttons and quick replies are answered by visitors only.
  const isVisitor = ownSender === OWN_SIDE;

  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <div
        ref={scroller}
        role="log"
        aria-label={t('chat.messages')}
        aria-busy={isLoadingOlder}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
        tabIndex={0}
        onScroll={onScroll}
        className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-4 pb-3 [overflow-anchor:none] focus-visible:-outline-offset-2"
      >
        <div className="flex min-h-full flex-col justify-end">
          {hasOlder && (
            <button
              type="button"
              onClick={onOlder}
              aria-busy={isLoadingOlder || undefined}
              className="mx-auto mt-2 inline-flex min-h-11 items-center gap-2 rounded-full px-4 text-sm font-semibold text-accent hover:bg-accent-soft"
            >
              {isLoadingOlder && <Spinner size={16} />}
              {t('chat.older')}
            </button>
          )}
          {rows.map((row) => {
            if (row.kind === 'day') return <DayDivider key={row.key} day={row.day} />;
            if (row.kind === 'end') return <EndDivider key={row.key} />;
            const { entry } = row;
            return (
              <MessageBubble
                key={row.key}
                entry={entry}
                isFirst={row.isFirst}
                isOwn={entry.sender === ownSender}
                otherName={props.otherName}
                isRead={entry.sequence !== null && entry.sequence <= state.readByOther}
                onRetry={conversation.retry}
                onPostback={isVisitor ? conversation.sendPostback : undefined}
                // Quick replies answer the last message and no other.
                onReply={isVisitor && entry.key === newest ? conversation.sendText : undefined}
              >
                {props.below?.(entry)}
              </MessageBubble>
            );
          })}
          {props.children}
        </div>
      </div>
      {fresh > 0 && (
        <button
          type="button"
          onClick={toEnd}
          className="absolute inset-x-0 bottom-2 mx-auto inline-flex min-h-11 w-fit items-center gap-2 rounded-full bg-accent px-4 text-sm font-semibold text-on-accent shadow-card"
        >
          <Icon name="chevronDown" size={18} />
          {t('chat.newMessages', { n: fresh })}
        </button>
      )}
    </div>
  );
}
