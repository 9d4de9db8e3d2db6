import { useEffect, useSyncExternalStore } from 'react';
import type { Conversation } from './conversation';

const nothing = () => () => undefined;

/** Follows a conversation, and catches up as soon as the page is in view again. */
export function useConversationState(conversation: Conversation | null) {
  useEffect(() => {
    const onVisible = () => {
      if (document.visibilityState === 'visible') void conversation?.resync();
    };
    document.addEventListener('visibilitychange', onVisible);
    return () => document.removeEventListener('visibilitychange', onVisible);
  }, [conversation]);
  return useSyncExternalStore(
    conversation?.subscribe ?? nothing,
    () => conversation?.getState() ?? null,
  );
}
