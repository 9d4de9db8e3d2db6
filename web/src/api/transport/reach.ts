/** Whether the last call reached the server. */
import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
let isReached = true;

export function noteReach(hasAnswered: boolean): void {
  if (isReached === hasAnswered) return;
  isReached = hasAnswered;
  for (const notify of [...listeners]) notify();
}

/** Calls back when the server becomes unreachable and when it is reachable again. */
export function onReach(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

export const isServerReached = () => isReached;

export const useIsServerReached = () => useSyncExternalStore(onReach, isServerReached);
