import { useCallback, useRef, useState } from 'react';
import { useOpenGameMutation } from '../../api/gameApi';
import { wantsStillness } from '../../ui/display/wantsStillness';

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
  /** The one-time address of a site that is shown inside the portal. */
  framedLink: string | null;
}

const IDLE: GamePlay = { isOpening: false, problem: null, blockedLink: null, framedLink: null };

/** Where a game opens: a site that may not be framed opens in a tab after all. */
export type GamePlace = 'tab' | 'frame';

/** What has to be done before the game opens: the player's name there, or why it stays closed. */
export type Preparation = { username: string } | { problem: unknown } | null;

const WAITING = 'margin:0;display:grid;place-items:center;min-height:100vh;background:#232f92';
const RING =
  'width:12vmin;height:12vmin;border:1.2vmin solid #fff5;border-top-color:#fff;border-radius:50%';

/** A ring and no words: our letters are not in an empty tab, and the device may have no Lao ones. */
function showWaiting({ body }: Document): void {
  body.style.cssText = WAITING;
  const ring = body.appendChild(body.ownerDocument.createElement('div'));
  ring.style.cssText = RING;
  if (!wantsStillness())
    ring.animate?.({ rotate: '360deg' }, { duration: 900, iterations: Infinity });
}

/** A tab that opens within the press; it gets its address later. */
function openTab(title: string): Window | null {
  const tab = window.open('about:blank', '_blank');
  if (!tab) return null;
  // The provider's page must not reach back into this one.
  tab.opener = null;
  tab.document.title = title;
  showWaiting(tab.document);
  return tab;
}

/**
 * Opens the provider's site with a one-time link, in a tab or in a frame of the portal. The tab opens
 * within the press itself and gets its address later, because after the wait for the link browsers
 * would block it as a pop-up.
 */
export function useGamePlay(openingText: string) {
  const [openGame] = useOpenGameMutation();
  const [state, setState] = useState(IDLE);
  const isFlying = useRef(false);

  /** `prepare` may take its time; null means that it has said itself why nothing opens. */
  const play = useCallback(
    async (
      provider: string,
      prepare: () => Promise<Preparation>,
      place: GamePlace = 'tab',
    ): Promise<boolean> => {
      if (isFlying.current) return false;
      isFlying.current = true;
      setState({ ...IDLE, isOpening: true });
      let tab = place === 'tab' ? openTab(openingText) : null;
      const closed = (problem: unknown) => {
        tab?.close();
        setState({ ...IDLE, problem });
        return false;
      };
      try {
        const ready = await prepare();
        if (!ready || 'problem' in ready) return closed(ready?.problem ?? null);
        const answer = await openGame({ provider, username: ready.username });
        const address = answer.data ? webAddress(answer.data.link) : null;
        if (!address) return closed(answer.error ?? { code: 'NO_GAME', status: 0 });
        if (place === 'frame') {
          if (answer.data?.framed) {
            setState({ ...IDLE, framedLink: address });
            return true;
          }
          tab = openTab(openingText);
        }
        if (tab && !tab.closed) tab.location.replace(address);
        setState({ ...IDLE, blockedLink: tab && !tab.closed ? null : address });
        return true;
      } finally {
        isFlying.current = false;
      }
    },
    [openGame, openingText],
  );

  const dismiss = useCallback(() => setState(IDLE), []);
  return { ...state, play, dismiss };
}
