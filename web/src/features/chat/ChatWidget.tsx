/** The chat on the portal's pages: the bubble, and the panel once it is opened. */
import { lazy, Suspense, useCallback, useEffect, useMemo, useState } from 'react';
import { useSelector } from 'react-redux';
import { useLocation } from 'wouter';
import { type ChatConfig, fetchChatFile } from '../../api/chatApi';
import type { FileSource } from '../../chat/ChatFile';
import {
  type ChatState,
  chatAvailable,
  chatClosed,
  chatOpened,
  messageTaken,
  questionAsked,
  unreadBadge,
  unreadCounted,
} from '../../chat/chatState';
import { useChatConfig } from '../../chat/useChatConfig';
import { useAppDispatch, useClientSelector } from '../../client/hooks';
import { isFlag, readJson, writeJson } from '../../client/storage';
import { useLocalText } from '../../intl/localText';
import { useText } from '../../intl/text';
import { useIsDesktop } from '../../ui/display/useIsDesktop';
import { ChatBubble } from './ChatBubble';
import { guestToLink } from './guest';
import { useConversation } from './useConversation';
import { useTabBadge } from './useTabBadge';

const ChatPanel = lazy(() => import('./ChatPanel'));

const PAGES = /^\/(?:login|register|contact|howto|user)(?:\/|$)/;
const INVITE_KEY = 'wallet.chatInviteSeen';

/** Shown until it was put away or the chat was opened, on this device. */
function useInvite(): [boolean, () => void] {
  const [isShown, setIsShown] = useState(() => !readJson('local', INVITE_KEY, isFlag));
  const dismiss = useCallback(() => {
    writeJson('local', INVITE_KEY, true);
    setIsShown(false);
  }, []);
  return [isShown, dismiss];
}

/** Fetched files are cached while the same caller chats. */
function useFileSource(authorization: string | null): FileSource {
  return useMemo(() => {
    const fetched = new Map<string, ReturnType<FileSource>>();
    return (path) => {
      const known = fetched.get(path);
      if (known) return known;
      const asked = fetchChatFile(authorization, path);
      fetched.set(path, asked);
      asked.then(({ error }) => error && fetched.delete(path));
      return asked;
    };
  }, [authorization]);
}

function Chat({ config, path }: { config: ChatConfig; path: string }) {
  const t = useText();
  const localText = useLocalText();
  const dispatch = useAppDispatch();
  const isOpen = useSelector((state: ChatState) => state.chat.isOpen);
  // On phones it is opened in the bar or the header, which cover nothing.
  const isMember = useClientSelector((state) => state.session.phase !== 'none');
  const isDesktop = useIsDesktop();
  const isInBar = !isDesktop && isMember;
  const [draft, setDraft] = useState('');
  const [isInvited, dismissInvite] = useInvite();
  const { conversation, state, username, authorization, guestProblem, retryGuest } =
    useConversation(isOpen);
  const source = useFileSource(authorization);
  const [answeredFor, setAnsweredFor] = useState<string | null>(null);
  const guest = username !== null && answeredFor !== username ? guestToLink(username) : null;

  const unread = isOpen ? 0 : (state?.unread ?? 0);
  useTabBadge(unreadBadge(state?.unread ?? 0));
  const hasQuestion = guest !== null;
  useEffect(() => {
    dispatch(unreadCounted(unread));
    dispatch(questionAsked(hasQuestion));
  }, [dispatch, unread, hasQuestion]);
  useEffect(() => {
    dispatch(chatAvailable(true));
    return () => {
      dispatch(chatAvailable(false));
    };
  }, [dispatch]);
  useEffect(() => {
    if (isOpen) dismissInvite();
  }, [isOpen, dismissInvite]);
  const handover = useSelector((state: ChatState) => state.chat.handover);
  useEffect(() => {
    if (!handover || !conversation) return;
    conversation.sendOnce(handover.clientId, handover.message);
    dispatch(messageTaken());
  }, [handover, conversation, dispatch]);

  const invite = guest
    ? t('chat.link.invite')
    : isInvited
      ? localText(config.invite) || t('chat.invite')
      : null;
  const reload = () => {
    if (guestProblem) retryGuest();
    void conversation?.reload();
  };
  const onLinkAnswered = (isLinked: boolean) => {
    setAnsweredFor(username);
    if (isLinked) void conversation?.reload();
  };

  return (
    <>
      <ChatBubble
        isHidden={isOpen || !isDesktop}
        badge={unreadBadge(unread)}
        unread={unread}
        question={guest && t('chat.link.invite')}
        invite={invite}
        onDismiss={guest ? () => setAnsweredFor(username) : dismissInvite}
        onOpen={() => dispatch(chatOpened())}
        path={path}
      />
      {isOpen && (
        <Suspense fallback={null}>
          <ChatPanel
            config={config}
            conversation={conversation}
            state={state}
            problem={guestProblem}
            onReload={reload}
            onClose={() => dispatch(chatClosed())}
            contactPath={isInBar && path !== '/user/contact' ? '/user/contact' : null}
            draft={draft}
            onDraft={setDraft}
            source={source}
            link={guest && username && authorization ? { guest, username, authorization } : null}
            onLinkAnswered={onLinkAnswered}
          />
        </Suspense>
      )}
    </>
  );
}

export default function ChatWidget() {
  const [path] = useLocation();
  const config = useChatConfig();
  return config && PAGES.test(path) ? <Chat config={config} path={path} /> : null;
}
