import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { Link } from 'wouter';
import type { OutgoingMessage } from '../../api/chatApi';
import { readContent } from '../../chat/content';
import type { Locale } from '../../client/preferences';
import { LANGUAGE_NAME, LOCALES } from '../../intl/locale';
import { classNames } from '../../ui/display/classNames';
import { Icon } from '../../ui/display/Icon';
import { IconButton } from '../../ui/display/IconButton';
import { SkeletonRows } from '../../ui/feedback/Skeleton';
import { ProblemState } from '../../ui/feedback/States';
import { inputClass } from '../../ui/field/Field';
import { type PreparedReply, useListRepliesQuery } from '../api/inboxApi';
import { useSupportText } from '../intl/text';
import { messageIn } from './replyTexts';

const payloadsOf = ({ message, translations }: PreparedReply) =>
  JSON.stringify([message, ...Object.values(translations)].map(({ payload }) => payload));

/** Answers whose shortcut, title or text matches; those whose shortcut starts with it first. */
export function matching(replies: readonly PreparedReply[], words: string): PreparedReply[] {
  const wanted = words.trim().toLowerCase();
  const has = (reply: PreparedReply) =>
    [reply.shortcut, reply.title, payloadsOf(reply)].some((text) =>
      text.toLowerCase().includes(wanted),
    );
  const rank = (reply: PreparedReply) => (reply.shortcut.startsWith(wanted) ? 0 : 1);
  return replies.filter(has).sort((a, b) => rank(a) - rank(b));
}

interface LanguageProps {
  language: Locale;
  onLanguage: (language: Locale) => void;
}

/** Starts with the language that the visitor's letters suggest; staff may choose another one. */
function Languages({ language, onLanguage }: LanguageProps) {
  const t = useSupportText();
  return (
    <fieldset className="mt-2 flex gap-1.5">
      <legend className="sr-only">{t('support.reply.languages')}</legend>
      {LOCALES.map((each) => (
        <button
          key={each}
          type="button"
          aria-pressed={each === language}
          onClick={() => onLanguage(each)}
          className={classNames(
            'min-h-11 rounded-full px-3.5 text-sm font-medium',
            each === language ? 'bg-accent text-on-accent' : 'bg-sunken hover:bg-accent-soft',
          )}
        >
          {LANGUAGE_NAME[each]}
        </button>
      ))}
    </fieldset>
  );
}

interface RowProps {
  reply: PreparedReply;
  language: Locale;
  onPick: (reply: PreparedReply) => void;
}

function Row({ reply, language, onPick }: RowProps) {
  return (
    <li>
      <button
        type="button"
        onClick={() => onPick(reply)}
        className="flex min-h-11 w-full items-baseline gap-3 rounded-control px-3 py-2 text-start hover:bg-accent-soft focus-visible:-outline-offset-2"
      >
        <span className="shrink-0 font-medium">{reply.title}</span>
        <span className="shrink-0 text-xs text-muted">/{reply.shortcut}</span>
        <span dir="auto" className="min-w-0 flex-1 truncate py-0.5 text-sm text-muted">
          <ReplyWords message={messageIn(reply, language)} />
        </span>
      </button>
    </li>
  );
}

interface ReplyPickerProps extends LanguageProps {
  onPick: (reply: PreparedReply) => void;
  onClose: () => void;
}

/** The prepared answers above the message box; typing filters, Enter takes the first. */
export function ReplyPicker({ language, onLanguage, onPick, onClose }: ReplyPickerProps) {
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
      <Languages language={language} onLanguage={onLanguage} />
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
          <Row key={reply.id} reply={reply} language={language} onPick={onPick} />
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
export function ReplyWords({ message }: { message: OutgoingMessage }) {
  const t = useSupportText();
  const content = readContent(message);
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
