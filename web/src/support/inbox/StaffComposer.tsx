import { useRef, useState } from 'react';
import type { ChatConfig, OutgoingMessage } from '../../api/chatApi';
import { Composer } from '../../chat/Composer';
import type { Conversation } from '../../chat/conversation';
import { acceptedTypes, type UploadKind } from '../../chat/uploadRules';
import { useAlert } from '../../chat/useAlert';
import { useSendFiles } from '../../chat/useSendFiles';
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

const COMPOSED: MessageKind[] = ['buttons', 'quick_replies', 'generic'];

interface SendDialogProps {
  onSend: (message: OutgoingMessage) => void;
  onClose: () => void;
}

/** Buttons, quick replies and cards. */
function ComposeDialog({ onSend, onClose }: SendDialogProps) {
  const t = useSupportText();
  const [draft, setDraft] = useState(() => emptyDraft('buttons'));
  const [isRefused, setIsRefused] = useState(false);
  const send = () => {
    const message = messageOf(draft);
    setIsRefused(message === null);
    if (message) onSend(message);
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
        problem={isRefused ? t('support.compose.incomplete') : null}
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
  return (
    <Modal
      title={t('support.reply.confirm')}
      onClose={onClose}
      footer={
        <DialogButtons onClick={() => onSend(message)} onCancel={onClose}>
          {t('chat.send')}
        </DialogButtons>
      }
    >
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
  const focusAt = (cursor: number) =>
    requestAnimationFrame(() => {
      box()?.focus();
      box()?.setSelectionRange(cursor, cursor);
    });
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
      focusAt(cursor);
    },
    dropSlash() {
      const isSlash = text.slice(...place.current) === '/';
      if (isSlash) setText(insertAt(text, place.current, '').value);
    },
  };
}

/** Fills in a prepared answer for this visitor, and says what it could not fill in. */
function useFilledReply(conversationId: string, showAlert: (text: string) => void) {
  const t = useSupportText();
  const problemText = useSupportProblem();
  const [fill] = useFillReplyMutation();
  return async (reply: PreparedReply): Promise<OutgoingMessage | null> => {
    const answer = await fill({ id: conversationId, reply: reply.id });
    if (!answer.data) {
      showAlert(problemText(answer.error));
      return null;
    }
    const { message, missing } = answer.data;
    const names = missing.map((it) => `{${it}}`).join(' ');
    if (names) showAlert(t('support.reply.missing', { names }));
    return message;
  };
}

interface StaffComposerProps {
  conversationId: string;
  /** Whether nobody holds it: who answers first takes it. */
  isFree: boolean;
  conversation: Conversation | null;
  config: ChatConfig;
  isReady: boolean;
}

export function StaffComposer(props: StaffComposerProps) {
  const { conversationId, conversation, config, isReady, isFree } = props;
  const t = useSupportText();
  const draft = useDraft();
  const [open, setOpen] = useState<'replies' | 'compose' | null>(null);
  const [toSend, setToSend] = useState<OutgoingMessage | null>(null);
  const [take] = useTakeConversationMutation();
  const [alert, showAlert] = useAlert();
  const filled = useFilledReply(conversationId, showAlert);

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
  // Of two who answer at once one holds it; both answers are sent.
  const hold = () => {
    if (isFree) void take({ id: conversationId });
  };
  const send = (message: OutgoingMessage) => {
    hold();
    conversation?.sendMessage(message);
    setOpen(null);
    setToSend(null);
  };
  const onPick = async (reply: PreparedReply) => {
    setOpen(null);
    const message = await filled(reply);
    if (message?.message_type === 'text') {
      const said = (message.payload as { message?: unknown }).message;
      draft.insert(String(said ?? ''));
    } else if (message) {
      setToSend(message);
      draft.dropSlash();
    }
  };
  const sendFile = (file: File, kind: UploadKind) => {
    hold();
    conversation?.sendFile(file, kind);
  };
  const onFiles = useSendFiles(config, sendFile, showAlert);

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
      {open === 'replies' && <ReplyPicker onPick={onPick} onClose={closeReplies} />}
      <Composer
        value={draft.text}
        onChange={onChange}
        maxLength={config.maxLength}
        accept={acceptedTypes(config)}
        isDisabled={!isReady}
        onFiles={onFiles}
        onSend={(text) => {
          hold();
          conversation?.sendText(text);
          draft.clear();
        }}
        {...tools}
      />
      {open === 'compose' && <ComposeDialog onSend={send} onClose={() => setOpen(null)} />}
      {toSend && <ConfirmReply message={toSend} onSend={send} onClose={() => setToSend(null)} />}
    </div>
  );
}
