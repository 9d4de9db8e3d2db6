import { useCallback, useRef, useState } from 'react';
import { useOpenGameMutation } from '../../api/gameApi';

/** Only web addresses may be opened, whatever the answer says. */
export function webAddress(link: string): string | null {
  try {
    const address = new URL(link, window.location.origin);
    return address.protocol === 'https:' || address.protocol === 'http:' ? address.href : null;
  } catch {
    return null;
  }
}

interface GamePlay {
  isOpening: boolean;
  problem: unknown;
  /** The one-time address, when the browser refused to open a tab. */
  blockedLink: string | null;
}

const IDLE: GamePlay = { isOpening: false, problem: null, blockedLink: null };

/**
 * Opens the provider's site with a one-time link. The tab opens within the press itself and gets its
 * address later, because after the wait for the link browsers would block it as a pop-up.
 */
export function useGamePlay(openingText: string) {
  const [openGame] = useOpenGameMutation();
  const [state, setState] = useState(IDLE);
  const isFlying = useRef(false);

  const play = useCallback(
    async (provider: string, username: string) => {
      if (isFlying.current) return;
      isFlying.current = true;
      setState({ ...IDLE, isOpening: true });
      const tab = window.open('about:blank', '_blank');
      if (tab) {
        // The provider's page must not reach back into this one.
        tab.opener = null;
        tab.document.title = openingText;
      }
      const answer = await openGame({ provider, username });
      isFlying.current = false;
      const address = answer.data ? webAddress(answer.data.link) : null;
      if (!address) {
        tab?.close();
        return setState({ ...IDLE, problem: answer.error ?? { code: 'NO_GAME', status: 0 } });
      }
      if (tab && !tab.closed) {
        tab.location.replace(address);
        return setState(IDLE);
      }
      return setState({ ...IDLE, blockedLink: address });
    },
    [openGame, openingText],
  );

  const dismiss = useCallback(() => setState(IDLE), []);
  return { ...state, play, dismiss };
}
