/** A yes or no about the connection, which screens follow. */
import { useSyncExternalStore } from 'react';

export function createFlag(initial: boolean) {
  const listeners = new Set<() => void>();
  let value = initial;
  const read = () => value;
  /** Calls back at each change; returns what ends that. */
  const follow = (listener: () => void) => {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  };
  return {
    read,
    follow,
    note(next: boolean) {
      if (value === next) return;
      value = next;
      for (const notify of [...listeners]) notify();
    },
    useValue: () => useSyncExternalStore(follow, read),
  };
}
