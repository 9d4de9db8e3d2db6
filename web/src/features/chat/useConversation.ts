/** The person who chats, as member or as guest, and their conversation. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { useStore } from 'react-redux';
import { createChatClient } from '../../api/chatApi';
import { listenOn } from '../../api/transport/line';
import { endsSession, type Problem } from '../../api/transport/problem';
import { type Conversation, createConversation } from '../../chat/conversation';
import { useLiveConversation } from '../../chat/useLiveConversation';
import { type ClientStore, useClientSelector } from '../../client/hooks';
import { sessionExpired } from '../../client/session';
import { followStorage } from '../../client/storage';
import {
  ensureGuest,
  forgetGuest,
  guestAuthorization,
  loadGuest,
  noteGuestWrote,
  type StoredGuest,
} from './guest';

/** The guest of this device; one is made when it is `wanted`. */
function useGuest(isWanted: boolean) {
  const [guest, setGuest] = useState<StoredGuest | null>(loadGuest);
  const [problem, setProblem] = useState<Problem | null>(null);

  useEffect(() => {
    if (guest || !isWanted || problem) return;
    let isCurrent = true;
    ensureGuest().then((made) => {
      if (!isCurrent) return;
      if ('secret' in made) setGuest(made);
      else setProblem(made);
    });
    return () => {
      isCurrent = false;
    };
  }, [guest, isWanted, problem]);

  useEffect(() => {
    // Another tab has made or forgotten one.
    const reread = () => {
      const stored = loadGuest();
      setGuest((known) => (known?.guestId === stored?.guestId ? known : stored));
    };
    const leave = followStorage(reread);
    // No event reports what was written before the listener was added.
    reread();
    return leave;
  }, []);

  const forget = useCallback(() => {
    forgetGuest();
    setGuest(null);
  }, []);
  const retry = useCallback(() => setProblem(null), []);
  return { guest, problem, forget, retry };
}

function memberConversation(store: ClientStore): Conversation {
  const authorization = () => {
    const token = store.getState().session.current?.token;
    return token ? `Bearer ${token}` : null;
  };
  return createConversation({
    client: createChatClient(authorization),
    listen: (listener) => listenOn(authorization() ?? '', listener),
    onRefused: (problem) => {
      const token = store.getState().session.current?.token;
      if (token && endsSession(problem))
        store.dispatch(sessionExpired({ token, code: problem.code }));
    },
  });
}

function guestConversation(guest: StoredGuest, onRefused: () => void): Conversation {
  const authorization = guestAuthorization(guest);
  return createConversation({
    client: createChatClient(() => authorization),
    listen: (listener) => listenOn(authorization, listener),
    onRefused,
    onSent: noteGuestWrote,
  });
}

/** `isWanted`: the panel is open, so that a guest without an identity gets one. */
export function useConversation(isWanted: boolean) {
  const store = useStore() as ClientStore;
  const username = useClientSelector((state) => state.session.current?.username ?? null);
  const token = useClientSelector((state) => state.session.current?.token ?? null);
  const { guest, problem, forget, retry } = useGuest(isWanted && username === null);
  const make = useCallback(
    () =>
      username !== null ? memberConversation(store) : guest && guestConversation(guest, forget),
    [username, guest, store, forget],
  );
  const { conversation, state } = useLiveConversation(make);

  // After a new log-in the conversation continues where the old token ended.
  const knownToken = useRef(token);
  useEffect(() => {
    if (conversation && token && knownToken.current && knownToken.current !== token) {
      void conversation.reload();
    }
    knownToken.current = token;
  }, [conversation, token]);

  const authorization = token ? `Bearer ${token}` : guest && guestAuthorization(guest);
  return { conversation, state, username, authorization, guestProblem: problem, retryGuest: retry };
}
