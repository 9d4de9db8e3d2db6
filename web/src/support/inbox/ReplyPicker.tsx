import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { Link } from 'wouter';
import { readContent } from '../../chat/content';
import { Icon } from '../../ui/display/Icon';
import { IconButton } from '../../ui/display/IconButton';
import { SkeletonRows } from '../../ui/feedback/Skeleton';
import { ProblemState } from '../../ui/feedback/States';
import { inputClass } from '../../ui/field/Field';
import { type PreparedReply, useListRepliesQuery } from '../api/inboxApi';
import { useSupportText } from '../intl/text';

/** Answers whose shortcut, title or text matches; those whose shortcut starts with it first. */
export function matching(replies: readonly PreparedReply[], words: string): PreparedReply[] {
  const wanted = words.trim().toLowerCase();
  const has = (reply: PreparedReply) =>
    [reply.shortcut, reply.title, JSON.stringify(reply.message.payload)].some((text) =>
      text.toLowerCase().includes(wanted),
    );
  const rank = (reply: PreparedReply) => (reply.shortcut.startsWith(wanted) ? 0 : 1);
  return replies.filter(has).sort((a, b) => rank(a) - rank(b));
}

interface ReplyPickerProps {
  onPick: (reply: PreparedReply) => void;
  onClose: () => void;
}

/** The prepared answers above the message box; typing filters, Enter takes the first. */
export function ReplyPicker({ onPick, onClose }: ReplyPickerProps) {
  const t = useSupportText();
  const { data, error, isFetching, refetch } = useListRepliesQuery();
  const [words, setWords] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => field.current?.focus(), []);
  const shown = useMemo(() => matching(data?.replies ?? [], words), [data, words]);

  const move = (event: KeyboardEvent, step: number) => {
    const all = [...(list.current?.querySelectorAll('button') ?? [])];
    const at = all.indexOf(document.activeElement as HTMLButtonElement) + step;
    event.preventDefault();
    (at < 0 ? field.current : all[Math.min(at, all.length - 1)])?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') move(event, 1);
    else if (event.key === 'ArrowUp') move(event, -1);
    else if (event.key === 'Escape') {
      event.preventDefault();
      onClose();
    }
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: arrow keys move between what is inside.
    <div onKeyDown={onKeyDown} className="border-t border-line bg-raised p-3">
      <div className="flex items-center gap-2">
        <input
          ref={field}
          type="search"
          aria-label={t('support.reply.search')}
          placeholder={t('support.reply.search')}
          value={words}
          onChange={(event) => setWords(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
            event.preventDefault();
            if (shown[0]) onPick(shown[0]);
          }}
          className={inputClass(false)}
        />
        <IconButton icon="close" label={t('common.close')} onClick={onClose} />
      </div>
      {error && <ProblemState error={error} onRetry={refetch} busy={isFetching} />}
      {!data && !error && <SkeletonRows rows={2} label={t('common.loading')} />}
      {data && shown.length === 0 && (
        <p className="px-1 py-3 text-sm text-muted">{t('support.reply.none')}</p>
      )}
      <ul
        ref={list}
        aria-label={t('support.reply.replies')}
        className="mt-2 max-h-52 overflow-y-auto"
      >
        {shown.map((reply) => (
          <li key={reply.id}>
            <button
              type="button"
              onClick={() => onPick(reply)}
              className="flex min-h-11 w-full items-baseline gap-3 rounded-control px-3 py-2 text-start hover:bg-accent-soft focus-visible:-outline-offset-2"
            >
              <span className="shrink-0 font-medium">{reply.title}</span>
              <span className="shrink-0 text-xs text-muted">/{reply.shortcut}</span>
              <span dir="auto" className="min-w-0 flex-1 truncate py-0.5 text-sm text-muted">
                <ReplyWords reply={reply} />
              </span>
            </button>
          </li>
        ))}
      </ul>
      <Link
        href="/inbox/replies"
        className="mt-1 inline-flex min-h-11 items-center px-3 text-sm font-medium text-accent"
      >
        {t('support.reply.manage')}
      </Link>
    </div>
  );
}

/** A prepared answer on one line. */
export function ReplyWords({ reply }: { reply: PreparedReply }) {
  const t = useSupportText();
  const content = readContent(reply.message);
  if (content.type === 'generic') return content.cards.map((card) => card.title).join(' · ');
  const text = 'text' in content ? content.text : '';
  const kind = t(`support.inbox.said.${content.type}`);
  if (content.type !== 'media') return text || kind;
  return (
    <>
      <Icon name="image" size={16} className="me-1.5 inline-block align-text-bottom" />
      {text ? `${kind}: ${text}` : kind}
    </>
  );
}
