/** A message of either side with its time and, for own messages, the delivery state. */
import type { ReactNode } from 'react';
import { formatMoment } from '../intl/moment';
import { useProblemText, useText } from '../intl/text';
import { classNames } from '../ui/display/classNames';
import { Icon } from '../ui/display/Icon';
import { ChatDownload, ChatPicture } from './ChatFile';
import type { ChatEntry } from './entries';
import { type Answering, MessageContent } from './MessageContent';

interface MessageBubbleProps extends Answering {
  entry: ChatEntry;
  isOwn: boolean;
  /** The first of several of the same writer. */
  isFirst: boolean;
  /** The other side's name where a message has none. */
  otherName: string;
  /** The other side has read it. */
  isRead: boolean;
  onRetry?: ((key: string) => void) | undefined;
  /** Shown below its content. */
  children?: ReactNode;
}

/** `2026-11-21T10:00:00Z` → `17:00`. */
function clockTime(time: string): string {
  return formatMoment(time).slice(11, 16);
}

function Delivery({
  entry,
  isRead,
  onRetry,
}: Pick<MessageBubbleProps, 'entry' | 'isRead' | 'onRetry'>) {
  const t = useText();
  const problemText = useProblemText();
  const { delivery, share = 0, problem } = entry;
  if (delivery === 'failed') {
    return (
      <div className="mt-0.5 flex flex-col items-end text-xs text-negative">
        <span role="alert">
          {t('chat.status.failed')}
          {problem && ` · ${problemText({ code: problem, status: 0 })}`}
        </span>
        {onRetry && (
          <button
            type="button"
            onClick={() => onRetry(entry.key)}
            className="inline-flex min-h-11 items-center gap-1 rounded-control px-2 font-semibold text-accent hover:bg-accent-soft"
          >
            <Icon name="refresh" size={16} />
            {t('shell.retry')}
          </button>
        )}
      </div>
    );
  }
  const status = isRead ? t('chat.status.read') : t(`chat.status.${delivery}`);
  return (
    <p className="mt-0.5 text-xs text-muted">
      <time dateTime={entry.createdAt} className="tabular">
        {clockTime(entry.createdAt)}
      </time>
      {` · ${status}`}
      {delivery === 'uploading_file' && share > 0 && (
        <span className="tabular"> {Math.round(share * 100)}%</span>
      )}
    </p>
  );
}

/** A file that is being sent has no content yet, only the file. */
function Body({ entry, ...answering }: { entry: ChatEntry } & Answering) {
  const { content, file } = entry;
  if (file && content.type === 'unknown') {
    return file.type.startsWith('image/') ? (
      <ChatPicture path="" name={file.name} file={file} />
    ) : (
      <ChatDownload path="" name={file.name} isVideo file={file} />
    );
  }
  return (
    <MessageContent
      content={content}
      isErased={entry.isErased}
      file={file ?? null}
      {...answering}
    />
  );
}

export function MessageBubble({
  entry,
  isOwn,
  isFirst,
  otherName,
  isRead,
  onRetry,
  children,
  ...answering
}: MessageBubbleProps) {
  const t = useText();
  const { type } = entry.content;
  const isBare = type === 'generic' || type === 'media' || (type === 'unknown' && entry.file);
  const name = entry.name || otherName;
  return (
    <div
      className={classNames(
        'flex max-w-full flex-col',
        isOwn ? 'items-end ps-10' : classNames('items-start', type !== 'generic' && 'pe-10'),
        isFirst ? 'mt-3' : 'mt-1',
      )}
    >
      {isOwn ? (
        <span className="sr-only">{t('chat.you')}</span>
      ) : (
        <span className={isFirst ? 'mb-0.5 text-xs font-medium text-muted' : 'sr-only'}>
          {name}
        </span>
      )}
      <div
        className={classNames(
          'max-w-full min-w-0',
          !isBare && 'rounded-card px-3.5 py-2',
          !isBare && (isOwn ? 'bg-accent text-on-accent' : 'border border-line bg-surface'),
          isOwn ? 'rounded-ee-md' : 'rounded-es-md',
        )}
      >
        <Body entry={entry} {...answering} />
        {children}
      </div>
      {isOwn ? (
        <Delivery entry={entry} isRead={isRead} onRetry={onRetry} />
      ) : (
        <time dateTime={entry.createdAt} className="tabular mt-0.5 text-xs text-muted">
          {clockTime(entry.createdAt)}
        </time>
      )}
    </div>
  );
}
