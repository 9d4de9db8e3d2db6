import { useEffect } from 'react';

const BADGE = /^\(\d+\+?\) /;

/** `(3) Statement · Member Wallet`: pages still set the title, and the number stays in front. */
export function useTabBadge(badge: string | null): void {
  useEffect(() => {
    const mark = () => {
      const plain = document.title.replace(BADGE, '');
      const wanted = badge ? `(${badge}) ${plain}` : plain;
      if (document.title !== wanted) document.title = wanted;
    };
    mark();
    const title = document.querySelector('title');
    if (!title || !badge) return;
    const observer = new MutationObserver(mark);
    observer.observe(title, { childList: true, characterData: true, subtree: true });
    return () => observer.disconnect();
  }, [badge]);
}
