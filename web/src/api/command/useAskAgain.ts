import { useEffect, useRef } from 'react';
import { onOccasion } from '../transport/occasions';

/**
 * Asks again by itself while an answer is missing: at once if it was missing when the screen was
 * opened, then on each occasion. `ask` must repeat the same key, so that nothing happens twice.
 */
export function useAskAgain(isOpen: boolean, ask: () => void, isAtOnce = isOpen): void {
  const latest = useRef(ask);
  const isFromBefore = useRef(isAtOnce);
  useEffect(() => {
    latest.current = ask;
  });
  useEffect(() => {
    if (!isOpen) return;
    const call = () => latest.current();
    if (isFromBefore.current) call();
    isFromBefore.current = false;
    return onOccasion(call);
  }, [isOpen]);
}
