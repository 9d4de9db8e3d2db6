/**
 * Does for client-side routes what a browser does when it loads a page. The focus goes to the start
 * of the new page, so its heading is read out. The page shows its top or, after the back or forward
 * button, its last scroll position.
 */
import { type MouseEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useLocation } from 'wouter';
import { hasComeBack } from '../client/arrival';
import { useText } from '../intl/text';
import { focusPage } from '../ui/dialog/focusReturn';

/** How long to wait for a page. */
const WAIT_MS_MAX = 10_000;
const INTERRUPTIONS = ['keydown', 'pointerdown', 'wheel', 'touchstart'];

const address = () => window.location.pathname + window.location.search;

/** Tries at once and with each change of the page, until it is done or the person does something. */
function keepTrying(attempt: () => boolean): () => void {
  const stop = () => {
    observer.disconnect();
    clearTimeout(timer);
    for (const name of INTERRUPTIONS) window.removeEventListener(name, stop, true);
  };
  const observer = new MutationObserver(() => attempt() && stop());
  const timer = setTimeout(stop, WAIT_MS_MAX);
  observer.observe(document.body, { childList: true, subtree: true });
  for (const name of INTERRUPTIONS) window.addEventListener(name, stop, true);
  if (attempt()) stop();
  return stop;
}

/** Focuses the heading unless a field of the new page or a dialog has the focus. */
function followHeading(): () => void {
  const before = document.activeElement;
  return keepTrying(() => {
    const now = document.activeElement;
    const isFree = !now || now === document.body || now === before || !now.isConnected;
    if (isFree && document.querySelector('main h1')) focusPage();
    // The first heading may belong to the loading state, which is replaced later.
    return false;
  });
}

function restoreScroll(top: number): () => void {
  return keepTrying(() => {
    window.scrollTo({ top, behavior: 'instant' });
    return Math.abs(window.scrollY - top) < 2;
  });
}

/** The last scroll position of each address. */
function useScrollPlaces() {
  const [places] = useState(() => new Map<string, number>());
  useEffect(() => {
    const note = () => places.set(address(), window.scrollY);
    window.addEventListener('scroll', note, { passive: true });
    return () => window.removeEventListener('scroll', note);
  }, [places]);
  return places;
}

/** The skip link before everything else: it leads past the bars to the page's content. */
function SkipLink() {
  const t = useText();
  const [place] = useState(() => document.createElement('div'));
  useLayoutEffect(() => {
    place.className = 'contents';
    document.body.prepend(place);
    return () => place.remove();
  }, [place]);
  const skip = (event: MouseEvent) => {
    event.preventDefault();
    focusPage();
    document.querySelector('main')?.scrollIntoView();
  };
  return createPortal(
    // biome-ignore lint/a11y/useValidAnchor: it leads to a part of the page, as skip links do.
    <a
      href="#content"
      onClick={skip}
      className="no-print sr-only rounded-control bg-accent font-semibold text-on-accent focus:not-sr-only focus:fixed focus:start-3 focus:top-3 focus:z-50 focus:px-5 focus:py-3"
    >
      {t('shell.skip')}
    </a>,
    place,
  );
}

/** Rendered outside the pages. The browser itself handles the first page. */
export function RouteFocus() {
  const [path] = useLocation();
  const places = useScrollPlaces();
  const shown = useRef(path);
  useLayoutEffect(() => {
    if (shown.current === path) return;
    shown.current = path;
    const top = hasComeBack() ? (places.get(address()) ?? 0) : 0;
    const stops = [restoreScroll(top), followHeading()];
    return () => {
      for (const stop of stops) stop();
    };
  }, [path, places]);
  return <SkipLink />;
}
