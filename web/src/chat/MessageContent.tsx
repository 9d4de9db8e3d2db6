/** The content of a message of any type. All of it is shown as text, never as HTML. */
import { useState } from 'react';
import { useText } from '../intl/text';
import { classNames } from '../ui/display/classNames';
import { Icon } from '../ui/display/Icon';
import { ChatDownload, ChatPicture } from './ChatFile';
import { ChatIcon } from './ChatIcon';
import type { ChatButton, ChatCard, ChatContent, QuickReply } from './content';

export interface Answering {
  /** A button of ours was pressed; absent where nothing can be answered. */
  onPostback?: ((title: string, payload: string) => void) | undefined;
  onReply?: ((title: string, payload: string) => void) | undefined;
}

function Words({ text }: { text: string }) {
  return (
    <p dir="auto" className="whitespace-pre-wrap [overflow-wrap:anywhere] [unicode-bidi:plaintext]">
      {text}
    </p>
  );
}

const BUTTON =
  'flex min-h-11 w-full items-center justify-center gap-2 rounded-control border border-line bg-surface px-3 py-1.5 text-center text-sm font-semibold';

function ActionButton({ button, onPostback }: { button: ChatButton } & Answering) {
  const t = useText();
  if (button.kind === 'web') {
    return (
      <a
        href={button.href}
        target="_blank"
        rel="noopener noreferrer nofollow"
        className={classNames(BUTTON, 'text-accent hover:bg-accent-soft')}
      >
        {button.title}
        <Icon name="external" size={16} className="shrink-0" />
        <span className="sr-only">{t('chat.newTab')}</span>
      </a>
    );
  }
  if (button.kind === 'call') {
    return (
      <a href={button.href} className={classNames(BUTTON, 'text-accent hover:bg-accent-soft')}>
        <ChatIcon name="call" size={16} className="shrink-0" />
        {button.title}
      </a>
    );
  }
  if (button.kind === 'postback' && onPostback) {
    return (
      <button
        type="button"
        onClick={() => onPostback(button.title, button.payload)}
        className={classNames(BUTTON, 'text-accent hover:bg-accent-soft')}
      >
        {button.title}
      </button>
    );
  }
  return <span className={classNames(BUTTON, 'text-muted')}>{button.title}</span>;
}

function ActionButtons({ buttons, ...answering }: { buttons: ChatButton[] } & Answering) {
  if (buttons.length === 0) return null;
  return (
    <div className="mt-2 space-y-1.5">
      {buttons.map((button, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the buttons of a message never change.
        <ActionButton key={at} button={button} {...answering} />
      ))}
    </div>
  );
}

/** A linked picture; one that does not load leaves no gap. */
function LinkedPicture({ address, className }: { address: string; className: string }) {
  const [isBroken, setIsBroken] = useState(false);
  if (isBroken) return null;
  return (
    <img
      src={address}
      alt=""
      loading="lazy"
      referrerPolicy="no-referrer"
      onError={() => setIsBroken(true)}
      className={className}
    />
  );
}

function Card({ card, ...answering }: { card: ChatCard } & Answering) {
  return (
    <li className="flex w-56 shrink-0 snap-start flex-col overflow-hidden rounded-card border border-line bg-surface text-ink">
      {card.picture && (
        <LinkedPicture address={card.picture} className="h-28 w-full bg-sunken object-cover" />
      )}
      <div className="flex flex-1 flex-col p-3">
        <p dir="auto" className="font-semibold">
          {card.title}
        </p>
        {card.subtitle && (
          <p dir="auto" className="text-sm text-muted">
            {card.subtitle}
          </p>
        )}
        <div className="mt-auto">
          <ActionButtons buttons={card.buttons} {...answering} />
        </div>
      </div>
    </li>
  );
}

function Cards({ cards, ...answering }: { cards: ChatCard[] } & Answering) {
  const t = useText();
  return (
    <ul
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
      tabIndex={0}
      aria-label={t('chat.cards')}
      className="flex max-w-full snap-x gap-2 overflow-x-auto overscroll-x-contain pb-1"
    >
      {cards.map((card, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the cards of a message never change.
        <Card key={at} card={card} {...answering} />
      ))}
    </ul>
  );
}

function Replies({ replies, onReply }: { replies: QuickReply[] } & Answering) {
  return (
    <div className="mt-2 flex flex-wrap gap-1.5">
      {replies.map((reply, at) => {
        const key = `${at}-${reply.payload}`;
        const face = (
          <>
            {reply.picture && (
              <LinkedPicture address={reply.picture} className="size-5 rounded-full object-cover" />
            )}
            {reply.title}
          </>
        );
        const look = 'inline-flex min-h-11 items-center gap-1.5 rounded-full border px-3.5 text-sm';
        if (!onReply) {
          return (
            <span key={key} className={classNames(look, 'border-line bg-surface text-muted')}>
              {face}
            </span>
          );
        }
        return (
          <button
            key={key}
            type="button"
            onClick={() => onReply(reply.title, reply.payload)}
            className={classNames(
              look,
              'border-accent bg-surface font-semibold text-accent hover:bg-accent-soft',
            )}
          >
            {face}
          </button>
        );
      })}
    </div>
  );
}

interface MessageContentProps extends Answering {
  content: ChatContent;
  isErased?: boolean;
  /** A file that is still on this device. */
  file?: File | null;
}

export function MessageContent({ content, isErased, file, ...answering }: MessageContentProps) {
  const t = useText();
  switch (content.type) {
    case 'text':
      return <Words text={content.text} />;
    case 'buttons':
      return (
        <>
          <Words text={content.text} />
          <ActionButtons buttons={content.buttons} {...answering} />
        </>
      );
    case 'media':
      return (
        <>
          {content.text && <Words text={content.text} />}
          {content.fileType === 'image' ? (
            <ChatPicture path={content.path} name={content.name} file={file ?? null} />
          ) : (
            <ChatDownload
              path={content.path}
              name={content.name}
              isVideo={content.fileType === 'video'}
              file={file ?? null}
            />
          )}
        </>
      );
    case 'quick_replies':
      return (
        <>
          <Words text={content.text} />
          <Replies replies={content.replies} {...answering} />
        </>
      );
    case 'generic':
      return <Cards cards={content.cards} {...answering} />;
    case 'postback':
      return <Words text={content.text || content.title} />;
    default:
      return <p className="italic">{t(isErased ? 'chat.erased' : 'chat.unknown')}</p>;
  }
}
