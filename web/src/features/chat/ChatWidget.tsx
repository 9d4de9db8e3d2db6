/** The chat on the portal's pages: the bubble, and the panel once it is wanted. */
import { lazy, Suspense, useCallback, useEffect, useMemo, useState } from 'react';
import { useLocation } from 'wouter';
import { type ChatConfig, fetchChatFile, getChatConfig } from '../../api/chatApi';
import { isFlag, readJson, writeJson } from '../../app/storage';
import { useLocalText } from '../../intl/localText';
import { useText } from '../../intl/text';
import { ChatBubble } from './ChatBubble';
import { guestToLink } from './guest';
import type { FileSource } from './parts/ChatFile';
import { useConversation } from './useConversation';
import { useTabBadge } from './useTabBadge';

const ChatPanel = lazy(() => import('./ChatPanel'));

const PAGES = /^\/(?:login|register|contact|howto|user)(?:\/|$)/;
const INVITE_KEY = 'wallet.chatInviteSeen';
const UNREAD_SHOWN_MAX = 99;

function useConfig(): ChatConfig | null {
  const [config, setConfig] = useState<ChatConfig | null>(null);
  useEffect(() => {
    let isCurrent = true;
    getChatConfig().then(({ data }) => {
      if (isCurrent && data?.isOn) setConfig(data);
    });
    return () => {
      isCurrent = false;
    };
  }, []);
  return config;
}

/** Shown until it was put away or the chat was opened, on this device. */
function useInvite(): [boolean, () => void] {
  const [isShown, setIsShown] = useState(() => !readJson(localStorage, INVITE_KEY, isFlag));
  const dismiss = useCallback(() => {
    writeJson(localStorage, INVITE_KEY, true);
    setIsShown(false);
  }, []);
  return [isShown, dismiss];
}

/** Files once fetched are kept while the same caller chats. */
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
  const [isOpen, setIsOpen] = useState(false);
  const [draft, setDraft] = useState('');
  const [isInvited, dismissInvite] = useInvite();
  const { conversation, state, username, authorization, guestProblem, retryGuest } =
    useConversation(isOpen);
  const source = useFileSource(authorization);
  const [answeredFor, setAnsweredFor] = useState<string | null>(null);
  const guest = username !== null && answeredFor !== username ? guestToLink(username) : null;

  const unread = isOpen ? 0 : (state?.unread ?? 0);
  const badge =
    unread > UNREAD_SHOWN_MAX ? `${UNREAD_SHOWN_MAX}+` : unread > 0 ? `${unread}` : null;
  useTabBadge(state && state.unread > 0 ? `${Math.min(state.unread, UNREAD_SHOWN_MAX)}` : null);

  const invite = guest
    ? t('chat.link.invite')
    : isInvited
      ? localText(config.invite) || t('chat.invite')
      : null;
  const open = () => {
    setIsOpen(true);
    dismissInvite();
  };
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
        isHidden={isOpen}
        badge={badge}
        unread={unread}
        question={guest && t('chat.link.invite')}
        invite={invite}
        onDismiss={guest ? () => setAnsweredFor(username) : dismissInvite}
        onOpen={open}
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
            onClose={() => setIsOpen(false)}
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
  const config = useConfig();
  return config && PAGES.test(path) ? <Chat config={config} path={path} /> : null;
}
