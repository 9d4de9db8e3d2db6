import { useEffect, useRef, useState } from 'react';
import type { ChatConfig, OutgoingMessage } from '../../api/chatApi';
import { Composer } from '../../chat/Composer';
import type { Conversation } from '../../chat/conversation';
import { acceptedTypes, type UploadKind } from '../../chat/uploadRules';
import { useAlert } from '../../chat/useAlert';
import { useSendFiles } from '../../chat/useSendFiles';
import type { Locale } from '../../client/preferences';
import { useLocale } from '../../intl/locale';
import { DialogButtons } from '../../ui/dialog/DialogButtons';
import { Modal } from '../../ui/dialog/Modal';
import { IconButton } from '../../ui/display/IconButton';
import { useIsDesktop } from '../../ui/display/useIsDesktop';
import { Notice } from '../../ui/feedback/Notice';
import { useAuthorization } from '../api/hooks';
import {
  type PreparedReply,
  useFillReplyMutation,
  useTakeConversationMutation,
} from '../api/inboxApi';
import { useSupportProblem } from '../intl/problem';
import { useSupportText } from '../intl/text';
import { ActionMenu } from '../ui/ActionMenu';
import { insertAt, slashAt } from './cursor';
import { MessageForm, MessageView } from './MessageForm';
import { emptyDraft, type MessageKind, messageOf } from './messageDraft';
import { ReplyPicker } from './ReplyPicker';
import { languageOf } from './replyTexts';
import { firstLeft, leftIn, leftInMessage } from './variables';

const COMPOSED: MessageKind[] = ['buttons', 'quick_replies', 'generic'];

interface SendDialogProps {
  onSend: (message: OutgoingMessage) => void;
  onClose: () => void;
}

/** Says which variables a visitor would read; null for none. */
function useLeftWords(message: OutgoingMessage | string | null): string | null {
  const t = useSupportText();
  if (message === null) return null;
  const left = typeof message === 'string' ? leftIn(message) : leftInMessage(message);
  return left.length > 0 ? t('support.reply.left', { names: left.join(' ') }) : null;
}

/** Buttons, quick replies and cards. */
function ComposeDialog({ onSend, onClose }: SendDialogProps) {
  const t = useSupportText();
  const [draft, setDraft] = useState(() => emptyDraft('buttons'));
  const [isRefused, setIsRefused] = useState(false);
  const message = messageOf(draft);
  const leftWords = useLeftWords(message);
  const send = () => {
    setIsRefused(message === null);
    if (message && !leftWords) onSend(message);
  };
  return (
    <Modal
      title={t('support.compose.compose')}
      size="wide"
      onClose={onClose}
      footer={
        <DialogButtons onClick={send} onCancel={onClose}>
          {t('chat.send')}
        </DialogButtons>
      }
    >
      <MessageForm
        value={draft}
        onChange={setDraft}
        kinds={COMPOSED}
        problem={leftWords ?? (isRefused && !message ? t('support.compose.incomplete') : null)}
      />
    </Modal>
  );
}

/** A prepared answer that is not plain text is previewed before it is sent. */
function ConfirmReply({
  message,
  onSend,
  onClose,
}: SendDialogProps & { message: OutgoingMessage }) {
  const t = useSupportText();
  const leftWords = useLeftWords(message);
  return (
    <Modal
      title={t('support.reply.confirm')}
      onClose={onClose}
      footer={
        <DialogButtons
          disabled={leftWords !== null}
          onClick={() => onSend(message)}
          onCancel={onClose}
        >
          {t('chat.send')}
        </DialogButtons>
      }
    >
      {leftWords && (
        <div className="mb-3">
          <Notice tone="negative">{leftWords}</Notice>
        </div>
      )}
      <div className="rounded-card bg-canvas p-3">
        <MessageView message={message} authorization={useAuthorization()} />
      </div>
    </Modal>
  );
}

interface Tools {
  isReady: boolean;
  /** Whether the prepared replies are shown. */
  isPicking: boolean;
  onReplies: () => void;
  onCompose: () => void;
}

/** Side by side where there is room, and behind one button on a phone. */
function useTools({ isReady, isPicking, onReplies, onCompose }: Tools) {
  const t = useSupportText();
  const isDesktop = useIsDesktop();
  const replies = { icon: 'book', label: t('support.reply.insert') } as const;
  const compose = { icon: 'conditions', label: t('support.compose.compose') } as const;
  if (isDesktop) {
    const tools = (
      <>
        <IconButton {...replies} aria-expanded={isPicking} onClick={onReplies} />
        <IconButton {...compose} onClick={onCompose} />
      </>
    );
    return { tools };
  }
  const menu = (attach: () => void) => (
    <ActionMenu
      icon="plus"
      label={t('support.compose.add')}
      isDisabled={!isReady}
      actions={[
        { icon: 'image', label: t('chat.attach'), onPick: attach },
        { ...replies, onPick: onReplies },
        { ...compose, onPick: onCompose },
      ]}
    />
  );
  return { menu };
}

/** What is typed, and the place in it where the next prepared answer is inserted. */
function useDraft() {
  const [text, setText] = useState('');
  const frame = useRef<HTMLDivElement>(null);
  const place = useRef<[number, number]>([0, 0]);
  const box = () => frame.current?.querySelector('textarea') ?? null;
  const [selected, setSelected] = useState<readonly [number, number] | null>(null);
  // Once the text is in the box.
  useEffect(() => {
    const textarea = selected && frame.current?.querySelector('textarea');
    if (!textarea) return;
    textarea.focus();
    textarea.setSelectionRange(...selected);
  }, [selected]);
  const focusAt = (start: number, end = start) => setSelected([start, end]);
  return {
    text,
    frame,
    clear: () => setText(''),
    focus: () => focusAt(place.current[1]),
    markSelection() {
      const it = box();
      place.current = [it?.selectionStart ?? text.length, it?.selectionEnd ?? text.length];
    },
    /** Answers whether a slash was typed that opens the prepared answers. */
    type(next: string): boolean {
      const slash = slashAt(text, next);
      setText(next);
      if (slash !== null) place.current = [slash, slash + 1];
      return slash !== null;
    },
    insert(words: string) {
      const { value, cursor } = insertAt(text, place.current, words);
      setText(value);
      // What is typed next takes the place of a variable without a value.
      focusAt(...(firstLeft(value) ?? [cursor, cursor]));
    },
    /** Selects the first variable that is left. */
    markLeft() {
      const left = firstLeft(text);
      if (left) focusAt(...left);
    },
    dropSlash() {
      const isSlash = text.slice(...place.current) === '/';
      if (isSlash) setText(insertAt(text, place.current, '').value);
    },
  };
}

/** Fills in a prepared answer for this visitor; what has no value is left in it. */
function useFilledReply(conversationId: string, showAlert: (text: string) => void) {
  const problemText = useSupportProblem();
  const [fill] = useFillReplyMutation();
  return async (reply: PreparedReply, language: Locale): Promise<OutgoingMessage | null> => {
    const answer = await fill({ id: conversationId, reply: reply.id, language });
    if (!answer.data) showAlert(problemText(answer.error));
    return answer.data?.message ?? null;
  };
}

/** The language of prepared answers: the visitor's, until staff choose another one. */
function useReplyLanguage(conversation: Conversation | null) {
  const locale = useLocale();
  const [chosen, setChosen] = useState<Locale | null>(null);
  const guess = () => (conversation && languageOf(conversation.getState().entries)) ?? locale;
  return { language: chosen ?? guess(), choose: setChosen };
}

interface StaffComposerProps {
  conversationId: string;
  /** Whether nobody holds it: who answers first takes it. */
  isFree: boolean;
  conversation: Conversation | null;
  config: ChatConfig;
  isReady: boolean;
}

/** The ways to answer; each takes a conversation that nobody holds. */
function useSending({ conversationId, isFree, conversation }: StaffComposerProps) {
  const [take] = useTakeConversationMutation();
  // Of two who answer at once one holds it; both answers are sent.
  const hold = () => {
    if (isFree) void take({ id: conversationId });
  };
  return {
    text(text: string) {
      hold();
      conversation?.sendText(text);
    },
    message(message: OutgoingMessage) {
      hold();
      conversation?.sendMessage(message);
    },
    file(file: File, kind: UploadKind) {
      hold();
      conversation?.sendFile(file, kind);
    },
  };
}

export function StaffComposer(props: StaffComposerProps) {
  const { conversationId, conversation, config, isReady, isFree } = props;
  const t = useSupportText();
  const draft = useDraft();
  const [open, setOpen] = useState<'replies' | 'compose' | null>(null);
  const [toSend, setToSend] = useState<OutgoingMessage | null>(null);
  const sending = useSending(props);
  const [alert, showAlert] = useAlert();
  const filled = useFilledReply(conversationId, showAlert);
  const { language, choose } = useReplyLanguage(conversation);
  const leftWords = useLeftWords(draft.text);

  const openReplies = () => {
    draft.markSelection();
    setOpen('replies');
  };
  const closeReplies = () => {
    setOpen(null);
    draft.focus();
  };
  const onChange = (text: string) => {
    if (text.trim()) conversation?.noteTyping();
    if (draft.type(text)) setOpen('replies');
  };
  const send = (message: OutgoingMessage) => {
    sending.message(message);
    setOpen(null);
    setToSend(null);
  };
  const onPick = async (reply: PreparedReply) => {
    setOpen(null);
    const message = await filled(reply, language);
    if (message?.message_type === 'text') {
      const said = (message.payload as { message?: unknown }).message;
      draft.insert(String(said ?? ''));
    } else if (message) {
      setToSend(message);
      draft.dropSlash();
    }
  };
  const onFiles = useSendFiles(config, sending.file, showAlert);

  const tools = useTools({
    isReady,
    isPicking: open === 'replies',
    onReplies: () => (open === 'replies' ? closeReplies() : openReplies()),
    onCompose: () => setOpen('compose'),
  });

  return (
    <div ref={draft.frame}>
      {alert && (
        <div role="alert" className="px-3 pb-2">
          <Notice tone="caution">{alert}</Notice>
        </div>
      )}
      {isFree && (
        <p className="border-t border-line bg-surface px-4 py-1.5 text-xs text-muted">
          {t('support.inbox.sendTakes')}
        </p>
      )}
      {open === 'replies' && (
        <ReplyPicker
          language={language}
          onLanguage={choose}
          onPick={onPick}
          onClose={closeReplies}
        />
      )}
      <Composer
        value={draft.text}
        onChange={onChange}
        maxLength={config.maxLength}
        accept={acceptedTypes(config)}
        isDisabled={!isReady}
        blocked={leftWords ? { reason: leftWords, onTry: draft.markLeft } : null}
        onFiles={onFiles}
        onSend={(text) => {
          sending.text(text);
          draft.clear();
        }}
        {...tools}
      />
      {open === 'compose' && <ComposeDialog onSend={send} onClose={() => setOpen(null)} />}
      {toSend && <ConfirmReply message={toSend} onSend={send} onClose={() => setToSend(null)} />}
    </div>
  );
}
