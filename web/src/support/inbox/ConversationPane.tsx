import { useCallback, useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import { type ChatConfig, getChatConfig } from '../../api/chatApi';
import type { Problem } from '../../api/transport/problem';
import { ChatFiles } from '../../chat/ChatFile';
import type { ConversationState } from '../../chat/conversationState';
import { MessageList } from '../../chat/MessageList';
import { Modal } from '../../ui/dialog/Modal';
import { Icon } from '../../ui/display/Icon';
import { Skeleton } from '../../ui/feedback/Skeleton';
import { EmptyState, ProblemState } from '../../ui/feedback/States';
import { useAuthorization, useRole, useStaffSelector } from '../api/hooks';
import { type ConversationView, useGetConversationQuery } from '../api/inboxApi';
import { fetchStaffFile } from '../api/staffLine';
import { useSupportText } from '../intl/text';
import { Chip } from '../ui/Chip';
import { ConversationActions } from './ConversationActions';
import { SidePanel } from './SidePanel';
import { SlipLink } from './SlipLink';
import { StaffComposer } from './StaffComposer';
import { useIsWide } from './useIsWide';
import { useStaffConversation } from './useStaffConversation';

/** The chat's limits, fetched once for each page. */
function useChatConfig() {
  const [config, setConfig] = useState<ChatConfig | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const load = useCallback(async () => {
    setProblem(null);
    const answer = await getChatConfig();
    if (answer.error) setProblem(answer.error);
    else setConfig(answer.data);
  }, []);
  useEffect(() => void load(), [load]);
  return { config, problem, load };
}

function Heading({ view, state }: { view: ConversationView; state: ConversationState | null }) {
  const t = useSupportText();
  const selfId = useStaffSelector((it) => it.staff.current?.staff.id);
  const isWide = useIsWide();
  const [isSideOpen, setIsSideOpen] = useState(false);
  const { who, assignedTo } = view;
  const others = view.answering.filter((staff) => staff.id !== selfId);
  const names = others.map((staff) => staff.name).join(', ');
  return (
    <div className="border-b border-line bg-surface py-2 ps-4 pe-3">
      <div className="flex items-center gap-x-2">
        <Link
          href={`/inbox${window.location.search}`}
          aria-label={t('support.inbox.back')}
          className="-ms-3 inline-flex size-11 shrink-0 items-center justify-center rounded-full text-accent hover:bg-accent-soft lg:hidden"
        >
          <Icon name="chevronLeft" />
        </Link>
        <div className="min-w-24 flex-1">
          <h2 className="py-0.5 font-semibold [overflow-wrap:anywhere]">
            {isWide ? (
              <span className="line-clamp-2">{who.name}</span>
            ) : (
              <button
                type="button"
                aria-haspopup="dialog"
                onClick={() => setIsSideOpen(true)}
                className="-my-2 flex min-h-11 max-w-full items-center gap-1 text-start"
              >
                <span className="line-clamp-2">{who.name}</span>
                <Icon name="chevronRight" size={18} className="shrink-0 text-muted" />
              </button>
            )}
          </h2>
          <p className="flex flex-wrap items-center gap-1.5">
            {who.kind === 'guest' && <Chip>{t('support.inbox.guest')}</Chip>}
            {view.isEnded && <Chip>{t('support.inbox.ended')}</Chip>}
            {assignedTo && (
              <Chip tone="accent">
                {assignedTo.id === selfId ? t('support.inbox.mine') : assignedTo.name}
              </Chip>
            )}
            {state?.isReconnecting && <Chip tone="caution">{t('chat.reconnecting')}</Chip>}
          </p>
        </div>
        <ConversationActions
          view={view}
          lastSequence={String(state?.entries.findLast((it) => it.sequence)?.sequence ?? 0)}
          onPlayer={isWide ? null : () => setIsSideOpen(true)}
        />
      </div>
      {others.length > 0 && (
        <p role="status" className="py-0.5 text-sm font-medium text-positive">
          {t('support.inbox.answering', { name: names })}
        </p>
      )}
      {isSideOpen && (
        <Modal title={t('support.inbox.player')} onClose={() => setIsSideOpen(false)}>
          <SidePanel view={view} />
        </Modal>
      )}
    </div>
  );
}

/** An open conversation: the visitor, the messages, and the answer box. */
export function ConversationPane({ id }: { id: string }) {
  const t = useSupportText();
  const authorization = useAuthorization();
  const isActing = useRole() !== 'auditor';
  const { data: view, error, isFetching, refetch } = useGetConversationQuery(id);
  const { conversation, state } = useStaffConversation(id);
  const { config, problem, load } = useChatConfig();
  const source = useCallback(
    (path: string) => fetchStaffFile(authorization, path),
    [authorization],
  );
  const isReady = conversation !== null && state?.phase === 'ready';
  const failure = (view ? null : error) ?? state?.problem ?? problem;
  const retry = () => {
    if (!view) void refetch();
    if (state?.problem) void conversation?.reload();
    if (problem) void load();
  };

  // Erased texts disappear from the screen as well.
  const erased = useRef(view?.lastMessage?.isErased);
  useEffect(() => {
    const isErased = view?.lastMessage?.isErased;
    if (isErased && erased.current === false) void conversation?.reload();
    erased.current = isErased;
  }, [view, conversation]);

  if (failure) {
    return <ProblemState error={failure} onRetry={retry} busy={isFetching} />;
  }
  if (!view) return <Skeleton className="m-4 h-72" />;
  return (
    <>
      <Heading view={view} state={state} />
      {!isReady && (
        <div role="status" aria-label={t('common.loading')} className="flex-1 space-y-3 p-4">
          <Skeleton className="h-12 w-2/3 rounded-card" />
          <Skeleton className="ms-auto h-12 w-1/2 rounded-card" />
        </div>
      )}
      {isReady && state.entries.length === 0 && (
        <div className="flex-1">
          <EmptyState icon="chat" title={t('support.inbox.nothingSaid')} />
        </div>
      )}
      {isReady && state.entries.length > 0 && (
        <ChatFiles source={source}>
          <MessageList
            conversation={conversation}
            state={state}
            otherName={view.who.name}
            isReader={isActing}
            below={(entry) => <SlipLink entry={entry} who={view.who} />}
          >
            {state.typing !== null && (
              <p role="status" className="mt-3 text-sm text-muted">
                {t('chat.typing', { name: state.typing || view.who.name })}
              </p>
            )}
          </MessageList>
        </ChatFiles>
      )}
      {isActing && config && (
        <StaffComposer
          key={id}
          conversationId={id}
          isFree={view.assignedTo === null}
          conversation={conversation}
          config={config}
          isReady={isReady}
        />
      )}
      {!isActing && (
        <p className="border-t border-line p-3 text-sm text-muted">{t('support.readOnly')}</p>
      )}
    </>
  );
}
