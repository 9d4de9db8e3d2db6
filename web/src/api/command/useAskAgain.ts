import { useEffect, useRef } from 'react';
import { onOccasion } from '../transport/occasions';

/** Between two questions: calls that fail and others that do not would otherwise chase each other. */
const PAUSE_MS = 5_000;

/**
 * Asks again by itself while an answer is missing: at once if it was missing when the screen was
 * opened, then on each occasion. `ask` must repeat the same key, so that nothing happens twice.
 */
export function useAskAgain(isOpen: boolean, ask: () => void, isAtOnce = isOpen): void {
  const latest = useRef(ask);
  const isFromBefore = useRef(isAtOnce);
  const nextAt = useRef(0);
  useEffect(() => {
    latest.current = ask;
  });
  useEffect(() => {
    if (!isOpen) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const call = () => {
      clearTimeout(timer);
      const early = nextAt.current - Date.now();
      if (early > 0) {
        timer = setTimeout(call, early);
        return;
      }
      nextAt.current = Date.now() + PAUSE_MS;
      latest.current();
    };
    if (isFromBefore.current) call();
    isFromBefore.current = false;
    const leave = onOccasion(call);
    return () => {
      clearTimeout(timer);
      leave();
    };
  }, [isOpen]);
}
