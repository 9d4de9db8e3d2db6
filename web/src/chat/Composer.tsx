import { type ClipboardEvent, type KeyboardEvent, type ReactNode, useId, useRef } from 'react';
import { useText } from '../intl/text';
import { classNames } from '../ui/display/classNames';
import { ChatIcon } from './ChatIcon';
import { lengthOf, sendsOn } from './composing';
import { filesOf } from './uploadRules';

/** From this length on a counter shows how many characters are left. */
const COUNTER_SHARE = 0.9;

interface ComposerProps {
  value: string;
  onChange: (value: string) => void;
  maxLength: number;
  /** What the file chooser offers. */
  accept: string;
  onSend: (text: string) => void;
  onFiles: (files: File[]) => void;
  isDisabled?: boolean;
  /** Further tools next to the clip, e.g. canned replies. */
  tools?: ReactNode;
  /** Why this text is not sent; `onTry` is called instead of `onSend`. */
  blocked?: { reason: string; onTry: () => void } | null;
  /** Takes the place of the clip and the tools; it is given what the clip does. */
  menu?: (attach: () => void) => ReactNode;
}

/** Counts the letters once the text is almost too long. */
function Counter({ length, maxLength }: { length: number; maxLength: number }) {
  const t = useText();
  const isTooLong = length > maxLength;
  if (length < maxLength * COUNTER_SHARE) return null;
  return (
    <p
      role={isTooLong ? 'alert' : undefined}
      className={classNames(
        'tabular px-3 pb-1 text-end text-xs',
        isTooLong ? 'font-semibold text-negative' : 'text-muted',
      )}
    >
      {isTooLong && `${t('error.chat.MESSAGE_TOO_LONG')} · `}
      {`${length.toLocaleString('en')}/${maxLength.toLocaleString('en')}`}
    </p>
  );
}

/** The box to write in. Enter sends; with a modifier, or while a word is composed, it does not. */
export function Composer(props: ComposerProps) {
  const { value, onChange, maxLength, onSend, onFiles, isDisabled = false, blocked } = props;
  const t = useText();
  const chooser = useRef<HTMLInputElement>(null);
  const box = useRef<HTMLTextAreaElement>(null);
  const reasonId = useId();
  const length = lengthOf(value);
  const isTooLong = length > maxLength;
  const canSend = length > 0 && !isTooLong && !isDisabled;

  const attach = () => chooser.current?.click();
  const send = () => {
    if (!canSend) return;
    if (blocked) return blocked.onTry();
    onSend(value.trim());
    box.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!sendsOn(event.nativeEvent)) return;
    event.preventDefault();
    send();
  };
  const onPaste = (event: ClipboardEvent) => {
    const files = filesOf(event.clipboardData);
    if (files.length === 0 || isDisabled) return;
    event.preventDefault();
    onFiles(files);
  };

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
      className="border-t border-line bg-surface px-2 pt-2 pb-[max(0.5rem,env(safe-area-inset-bottom))]"
    >
      <Counter length={length} maxLength={maxLength} />
      {blocked && (
        <p id={reasonId} role="alert" className="px-3 pb-1 text-sm text-negative">
          {blocked.reason}
        </p>
      )}
      <div className="flex items-end gap-1">
        {props.menu ? (
          props.menu(attach)
        ) : (
          <button
            type="button"
            aria-label={t('chat.attach')}
            title={t('chat.attach')}
            disabled={isDisabled}
            onClick={attach}
            className="inline-flex size-11 shrink-0 items-center justify-center rounded-full hover:bg-ink/8 disabled:opacity-60"
          >
            <ChatIcon name="clip" />
          </button>
        )}
        {props.tools}
        <textarea
          ref={box}
          rows={1}
          value={value}
          disabled={isDisabled}
          aria-label={t('chat.placeholder')}
          placeholder={t('chat.placeholder')}
          aria-invalid={isTooLong || Boolean(blocked) || undefined}
          aria-describedby={blocked ? reasonId : undefined}
          enterKeyHint="send"
          onChange={(event) => onChange(event.target.value)}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
          className="field-sizing-content max-h-32 min-h-11 flex-1 resize-none rounded-control border border-edge bg-canvas px-3.5 py-2 placeholder:text-muted disabled:opacity-60 aria-invalid:border-negative"
        />
        <button
          type="submit"
          aria-label={t('chat.send')}
          title={t('chat.send')}
          disabled={!canSend}
          className="inline-flex size-11 shrink-0 items-center justify-center rounded-full bg-accent text-on-accent hover:bg-accent-strong disabled:bg-sunken disabled:text-muted"
        >
          <ChatIcon name="send" />
        </button>
      </div>
      <input
        ref={chooser}
        type="file"
        accept={props.accept}
        aria-label={t('chat.attach')}
        hidden
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          // Choosing the same file again must count as a choice.
          event.target.value = '';
          onFiles(files);
        }}
      />
    </form>
  );
}
