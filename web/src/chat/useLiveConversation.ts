import { useEffect, useState, useSyncExternalStore } from 'react';
import type { Conversation } from './conversation';

const nothing = () => () => undefined;

/** The conversation that `make` makes, while it is the same: running, and caught up in view. */
export function useLiveConversation(make: () => Conversation | null) {
  const [conversation, setConversation] = useState<Conversation | null>(null);
  useEffect(() => {
    const made = make();
    if (!made) return;
    made.start();
    setConversation(made);
    return () => {
      made.close();
      setConversation(null);
    };
  }, [make]);

  useEffect(() => {
    const onVisible = () => {
      if (document.visibilityState === 'visible') void conversation?.resync();
    };
    document.addEventListener('visibilitychange', onVisible);
    return () => document.removeEventListener('visibilitychange', onVisible);
  }, [conversation]);

  const state = useSyncExternalStore(
    conversation?.subscribe ?? nothing,
    () => conversation?.getState() ?? null,
  );
  return { conversation, state };
}
