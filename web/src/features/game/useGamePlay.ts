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

const WAITING =
  'margin:0;display:grid;place-content:center;justify-items:center;gap:6vmin;min-height:100vh;padding:5vmin;text-align:center;color:#fff;background:#232f92';
const RING =
  'width:12vmin;height:12vmin;border:1.2vmin solid #fff5;border-top-color:#fff;border-radius:50%';

/** What a tab shows until it has the provider's address. */
export interface Opening {
  name: string;
  text: string;
}

/** The game's name, a ring and the words, in the portal's letters: a device may lack Lao ones. */
function showWaiting(page: Document, { name, text }: Opening): void {
  page.title = `${name} – ${text}`;
  page.documentElement.lang = document.documentElement.lang;
  for (const { href } of document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')) {
    const letters = page.head.appendChild(page.createElement('link'));
    letters.rel = 'stylesheet';
    letters.href = href;
  }
  page.body.style.cssText = WAITING;
  page.body.style.fontFamily = getComputedStyle(document.body).fontFamily;
  const add = (tag: string, words: string, style: string) => {
    const part = page.body.appendChild(page.createElement(tag));
    part.textContent = words;
    part.style.cssText = style;
    return part;
  };
  add('h1', name, 'margin:0;font-size:24px;font-weight:700');
  const ring = add('div', '', RING);
  add('p', text, 'margin:0;font-size:16px').setAttribute('role', 'status');
  if (!wantsStillness())
    ring.animate?.({ rotate: '360deg' }, { duration: 900, iterations: Infinity });
}

/** A tab that opens within the press; it gets its address later. */
function openTab(opening: Opening): Window | null {
  const tab = window.open('about:blank', '_blank');
  if (!tab) return null;
  // The provider's page must not reach back into this one.
  tab.opener = null;
  showWaiting(tab.document, opening);
  return tab;
}

/**
 * Opens the provider's site with a one-time link, in a tab or in a frame of the portal. The tab opens
 * within the press itself and gets its address later, because after the wait for the link browsers
 * would block it as a pop-up.
 */
export function useGamePlay({ name, text }: Opening) {
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
      let tab = place === 'tab' ? openTab({ name, text }) : null;
      // A portal that is left or loaded again can give the tab no address any more.
      const leave = () => tab?.close();
      window.addEventListener('pagehide', leave);
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
          tab = openTab({ name, text });
        }
        if (tab && !tab.closed) tab.location.replace(address);
        setState({ ...IDLE, blockedLink: tab && !tab.closed ? null : address });
        return true;
      } finally {
        window.removeEventListener('pagehide', leave);
        isFlying.current = false;
      }
    },
    [openGame, name, text],
  );

  const dismiss = useCallback(() => setState(IDLE), []);
  return { ...state, play, dismiss };
}
