import { useCallback, useEffect, useRef } from 'react';
import type { Conversation } from './conversation';

/** Reports what is in view: it counts as read where `isReader`. Takes whether the list is at its end. */
export function useWatching(conversation: Conversation, isReader: boolean) {
  const isAtEnd = useRef(true);
  const look = useCallback(() => {
    conversation.setWatched(isReader && document.visibilityState === 'visible', isAtEnd.current);
  }, [conversation, isReader]);
  useEffect(() => {
    look();
    document.addEventListener('visibilitychange', look);
    return () => {
      document.removeEventListener('visibilitychange', look);
      conversation.setWatched(false, false);
    };
  }, [conversation, look]);
  return useCallback(
    (atEnd: boolean) => {
      isAtEnd.current = atEnd;
      look();
    },
    [look],
  );
}
