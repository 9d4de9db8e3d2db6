/** Whether the server can be reached, as the last call has found it. */
import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
let isReached = true;

export function noteReach(hasAnswered: boolean): void {
  if (isReached === hasAnswered) return;
  isReached = hasAnswered;
  for (const notify of [...listeners]) notify();
}

/** Calls back when the server gets lost and when it is back. */
export function onReach(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

export const isServerReached = () => isReached;

export const useIsServerReached = () => useSyncExternalStore(onReach, isServerReached);
