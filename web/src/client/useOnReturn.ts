import { useEffect } from 'react';

/** Browsers report one return by several events at the same moment. */
const SAME_RETURN_MS = 100;

/**
 * Calls back when the player comes back to this page: the tab is seen again, the window has the
 * focus again, or the page is restored from the browser's cache.
 */
export function useOnReturn(onReturn: () => void): void {
  useEffect(() => {
    let calledAt = Number.NEGATIVE_INFINITY;
    const call = () => {
      if (document.visibilityState === 'hidden') return;
      if (performance.now() - calledAt < SAME_RETURN_MS) return;
      calledAt = performance.now();
      onReturn();
    };
    const onPageShow = (event: PageTransitionEvent) => event.persisted && call();
    window.addEventListener('focus', call);
    window.addEventListener('pageshow', onPageShow);
    document.addEventListener('visibilitychange', call);
    return () => {
      window.removeEventListener('focus', call);
      window.removeEventListener('pageshow', onPageShow);
      document.removeEventListener('visibilitychange', call);
    };
  }, [onReturn]);
}
