import { useEffect, useRef } from 'react';
import { useText } from '../../intl/text';
import { classNames } from '../../ui/display/classNames';
import { Icon } from '../../ui/display/Icon';
import { IconButton } from '../../ui/display/IconButton';
import { useFreePlace } from './useFreePlace';

interface ChatBubbleProps {
  /** While the panel is open; afterwards it takes the focus back. */
  isHidden: boolean;
  /** How many messages wait, as the badge shows it. */
  badge: string | null;
  unread: number;
  /** A question in the panel; a dot where there is no room for its words. */
  question: string | null;
  /** null once it has been dismissed. */
  invite: string | null;
  onDismiss: () => void;
  onOpen: () => void;
  /** The path of the page that it floats over. */
  path: string;
}

/** On desktops, the button that opens the chat. It moves away from all that is pressed or read. */
export function ChatBubble(props: ChatBubbleProps) {
  const { isHidden, badge, unread, question, invite, onDismiss, onOpen, path } = props;
  const t = useText();
  const self = useRef<HTMLElement>(null);
  const label = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const wasHidden = useRef(isHidden);
  useEffect(() => {
    if (wasHidden.current && !isHidden) button.current?.focus({ preventScroll: true });
    wasHidden.current = isHidden;
  }, [isHidden]);
  const { lift, hasRoom, isAway } = useFreePlace(self, label, `${path} ${invite} ${isHidden}`);
  const name = badge ? t('chat.openUnread', { n: unread }) : t('chat.open');
  return (
    <aside
      ref={self}
      hidden={isHidden}
      aria-label={t('chat.chat')}
      style={{ transform: `translateY(-${lift}px)`, visibility: isAway ? 'hidden' : undefined }}
      className="no-print fixed end-4 bottom-6 z-20 size-14 transition-transform"
    >
      {invite && (
        <div
          ref={label}
          className={classNames(
            'absolute end-full bottom-0 me-3 flex min-h-14 w-max max-w-60 items-center rounded-card border border-line bg-raised shadow-card',
            hasRoom ? 'animate-fade' : 'invisible',
          )}
        >
          <button
            type="button"
            tabIndex={-1}
            aria-hidden="true"
            onClick={onOpen}
            className="py-2 ps-4 text-start text-sm"
          >
            {invite}
          </button>
          <IconButton icon="close" label={t('chat.dismiss')} onClick={onDismiss} />
        </div>
      )}
      <button
        ref={button}
        type="button"
        aria-haspopup="dialog"
        aria-label={question ? `${name}. ${question}` : name}
        title={t('chat.open')}
        onClick={onOpen}
        className="flex size-14 items-center justify-center rounded-full bg-accent text-on-accent shadow-sheet ring-2 ring-surface hover:bg-accent-strong"
      >
        <Icon name="chat" size={28} />
        {question && !badge && (
          <span
            aria-hidden="true"
            className="absolute end-0 top-0 size-4 rounded-full bg-negative ring-2 ring-surface"
          />
        )}
        {badge && (
          <span
            aria-hidden="true"
            className="tabular absolute -end-1 -top-1 flex h-6 min-w-6 items-center justify-center rounded-full bg-negative px-1.5 text-xs font-bold text-surface ring-2 ring-surface"
          >
            {badge}
          </span>
        )}
      </button>
      <span role="status" className="sr-only">
        {badge && t('chat.newMessages', { n: unread })}
      </span>
    </aside>
  );
}
