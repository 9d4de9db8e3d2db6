import { type KeyboardEvent, useEffect, useId, useRef } from 'react';
import { Link } from 'wouter';
import type { ChatConfig, GuestIdentity } from '../../api/chatApi';
import type { Problem } from '../../api/transport/problem';
import { ChatFiles, type FileSource } from '../../chat/ChatFile';
import { Composer } from '../../chat/Composer';
import type { Conversation } from '../../chat/conversation';
import type { ConversationState } from '../../chat/conversationState';
import { MessageList } from '../../chat/MessageList';
import { acceptedTypes } from '../../chat/uploadRules';
import { useAlert } from '../../chat/useAlert';
import { useFileDrop } from '../../chat/useFileDrop';
import { useSendFiles } from '../../chat/useSendFiles';
import { enterModal } from '../../client/modalHistory';
import { useProblemText, useText } from '../../intl/text';
import { rememberOpener, returnFocus } from '../../ui/dialog/focusReturn';
import { Button } from '../../ui/display/Button';
import { classNames } from '../../ui/display/classNames';
import { Icon } from '../../ui/display/Icon';
import { IconButton } from '../../ui/display/IconButton';
import { Skeleton } from '../../ui/feedback/Skeleton';
import { LinkQuestion } from './LinkQuestion';

interface ChatPanelProps {
  config: ChatConfig;
  conversation: Conversation | null;
  state: ConversationState | null;
  /** Why there is no conversation. */
  problem: Problem | null;
  onReload: () => void;
  onClose: () => void;
  /** The page with the other ways to reach the operator; null where it is open. */
  contactPath: string | null;
  draft: string;
  onDraft: (draft: string) => void;
  /** Where files come from. */
  source: FileSource;
  /** A guest's conversation that the member may keep. */
  link: { guest: GuestIdentity; username: string; authorization: string } | null;
  onLinkAnswered: (isLinked: boolean) => void;
}

const isPhone = () => window.matchMedia('(max-width: 639px)').matches;

/** Covers the page on phones; on larger screens it is next to the page, which stays usable. */
function usePanelDialog(onClose: () => void) {
  const dialog = useRef<HTMLDialogElement>(null);
  const place = useRef<HTMLDivElement>(null);
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });
  useEffect(() => {
    const element = dialog.current;
    if (!element) return;
    const isModal = isPhone();
    if (isModal) rememberOpener(element);
    if (isModal && !element.open) element.showModal();
    else if (!element.open) element.show();
    element.querySelector('h2')?.focus();
    const leave = isModal ? enterModal(() => close.current(), place.current) : () => undefined;
    const onCancel = (event: Event) => {
      event.preventDefault();
      close.current();
    };
    const onNativeClose = () => {
      if (!element.open) close.current();
    };
    element.addEventListener('cancel', onCancel);
    element.addEventListener('close', onNativeClose);
    return () => {
      element.removeEventListener('cancel', onCancel);
      element.removeEventListener('close', onNativeClose);
      leave();
      if (element.open) element.close();
      if (isModal) returnFocus(element);
    };
  }, []);
  return { dialog, place };
}

function PanelState({ state }: { state: ConversationState | null }) {
  const t = useText();
  if (state?.isReconnecting) {
    return (
      <p role="status" className="flex items-center gap-1.5 text-xs text-caution">
        <span className="size-2 animate-pulse-soft rounded-full bg-current" aria-hidden="true" />
        {t('chat.reconnecting')}
      </p>
    );
  }
  if (!state || state.answering.length === 0) {
    return <p className="text-xs text-muted">{t('chat.lead')}</p>;
  }
  return (
    <p className="truncate py-0.5 text-xs text-positive">
      {t('chat.answering', { name: state.answering.join(', ') })}
    </p>
  );
}

function Typing({ name }: { name: string }) {
  const t = useText();
  return (
    <p role="status" className="mt-3 flex items-center gap-2 text-sm text-muted">
      <span className="flex gap-1" aria-hidden="true">
        {[0, 150, 300].map((delay) => (
          <span
            key={delay}
            style={{ animationDelay: `${delay}ms` }}
            className="size-1.5 animate-pulse-soft rounded-full bg-current"
          />
        ))}
      </span>
      {t('chat.typing', { name })}
    </p>
  );
}

function Failed({ problem, onReload }: { problem: Problem | null; onReload: () => void }) {
  const t = useText();
  const problemText = useProblemText();
  return (
    <div role="alert" className="m-auto flex flex-col items-center px-8 py-10 text-center">
      <span className="mb-4 flex size-16 items-center justify-center rounded-full bg-negative-soft text-negative">
        <Icon name="warning" size={30} />
      </span>
      <p className="text-lg font-semibold">{t('error.chat.CANNOT_START')}</p>
      {problem && <p className="mt-1 text-muted">{problemText(problem)}</p>}
      <Button tone="secondary" icon="refresh" onClick={onReload} className="mt-5">
        {t('shell.retry')}
      </Button>
    </div>
  );
}

function Starting() {
  const t = useText();
  return (
    <div role="status" aria-label={t('common.loading')} className="flex-1 space-y-3 p-4">
      <Skeleton className="h-12 w-2/3 rounded-card" />
      <Skeleton className="ms-auto h-12 w-1/2 rounded-card" />
      <Skeleton className="h-20 w-3/4 rounded-card" />
    </div>
  );
}

function Welcome() {
  const t = useText();
  return (
    <div className="m-auto flex flex-col items-center px-6 py-10 text-center">
      <span className="mb-4 flex size-16 items-center justify-center rounded-full bg-accent-soft text-accent">
        <Icon name="chat" size={30} />
      </span>
      <p className="text-lg font-semibold">{t('chat.welcome')}</p>
      <p className="mt-1 max-w-xs text-muted">{t('chat.welcomeLead')}</p>
    </div>
  );
}

export default function ChatPanel(props: ChatPanelProps) {
  const { config, conversation, state, onReload, onClose, draft, onDraft, link } = props;
  const t = useText();
  const titleId = useId();
  const { dialog, place } = usePanelDialog(onClose);
  const [alert, showAlert] = useAlert();
  const problem = props.problem ?? state?.problem ?? null;
  const isFailed = props.problem !== null || state?.phase === 'failed';
  const isReady = conversation !== null && state?.phase === 'ready';

  useEffect(() => {
    // On a phone the keyboard would cover the messages.
    if (isReady && !isPhone()) dialog.current?.querySelector('textarea')?.focus();
  }, [isReady, dialog]);

  const onFiles = useSendFiles(
    config,
    (file, kind) => conversation?.sendFile(file, kind),
    showAlert,
  );
  const { isOver, handlers } = useFileDrop(onFiles, !isReady);
  const onKeyDown = (event: KeyboardEvent) => {
    // An enlarged picture handles its own closing.
    if (event.key !== 'Escape' || (event.target as Element).closest('dialog') !== dialog.current) {
      return;
    }
    event.preventDefault();
    onClose();
  };

  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onKeyDown={onKeyDown}
      {...handlers}
      className={classNames(
        'fixed inset-0 m-0 h-dvh max-h-none w-full max-w-none animate-sheet overflow-hidden bg-canvas p-0 text-ink',
        'sm:inset-auto sm:end-4 sm:bottom-[calc(5.5rem+env(safe-area-inset-bottom))] sm:z-30 sm:h-[min(38rem,calc(100dvh-8rem))] sm:w-96',
        'sm:rounded-sheet sm:border sm:border-line sm:shadow-sheet lg:end-6 lg:bottom-6 lg:h-[min(40rem,calc(100dvh-3rem))]',
      )}
    >
      <div className="flex h-full flex-col">
        <div className="flex items-center gap-1 border-b border-line bg-surface ps-4 pe-1 pt-[max(0.5rem,env(safe-area-inset-top))] pb-2">
          <div className="min-w-0 flex-1">
            <h2 id={titleId} tabIndex={-1} className="font-semibold outline-none">
              {t('chat.chat')}
            </h2>
            <PanelState state={isFailed ? null : state} />
          </div>
          {props.contactPath && (
            <Link
              href={props.contactPath}
              onClick={onClose}
              className="inline-flex min-h-11 items-center px-2 text-sm font-semibold text-accent"
            >
              {t('chat.otherWays')}
            </Link>
          )}
          <IconButton icon="refresh" label={t('chat.reload')} onClick={onReload} />
          <IconButton icon="close" label={t('common.close')} onClick={onClose} />
        </div>
        {/* For notices, where the panel is all there is: the page beneath is dead and mute then. */}
        <div ref={place} aria-live="polite" />
        {link && <LinkQuestion {...link} onDone={props.onLinkAnswered} />}
        {isFailed && <Failed problem={problem} onReload={onReload} />}
        {!isFailed && !isReady && <Starting />}
        {isReady &&
          (state.entries.length > 0 ? (
            <ChatFiles source={props.source}>
              <MessageList conversation={conversation} state={state} otherName={t('chat.support')}>
                {state.typing !== null && <Typing name={state.typing || t('chat.support')} />}
              </MessageList>
            </ChatFiles>
          ) : (
            <Welcome />
          ))}
        {alert && (
          <p
            role="alert"
            className="mx-3 mb-2 flex items-center gap-2 rounded-control bg-negative-soft px-4 py-2.5 text-sm text-negative"
          >
            <Icon name="warning" size={18} className="shrink-0" />
            {alert}
          </p>
        )}
        <Composer
          value={draft}
          onChange={(text) => {
            onDraft(text);
            if (text.trim()) conversation?.noteTyping();
          }}
          maxLength={config.maxLength}
          accept={acceptedTypes(config)}
          isDisabled={!isReady}
          onFiles={onFiles}
          onSend={(text) => {
            conversation?.sendText(text);
            onDraft('');
          }}
        />
      </div>
      {isOver && (
        <p className="pointer-events-none absolute inset-2 flex items-center justify-center rounded-card border-2 border-dashed border-accent bg-accent-soft/95 font-semibold text-accent">
          {t('chat.drop')}
        </p>
      )}
    </dialog>
  );
}
