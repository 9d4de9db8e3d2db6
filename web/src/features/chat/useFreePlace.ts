/**
 * Keeps a floating button away from controls and texts: it tries places along the edge of the
 * window, from the lowest up, and takes the first that covers nothing.
 */
import { type RefObject, useEffect, useState } from 'react';
import { isFreeOf } from '../../ui/display/freePlace';

const PLACES = 6;
const STEP_PX = 64;
const REST_MS = 150;
const THINGS =
  'a[href],button,input,select,textarea,summary,label,td,th,dt,dd,li,canvas,img,video,svg';

/** Whether somebody presses or reads it: a text directly inside an element is read. */
function isInUse(hit: Element): boolean {
  if (hit.closest(THINGS)) return true;
  return [...hit.childNodes].some(
    (node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim(),
  );
}

export interface Place {
  /** How far above its usual place. */
  lift: number;
  /** Whether there is room for the label next to it. */
  hasRoom: boolean;
  /** There is no room at all, so it does not show itself; the contact page has the chat too. */
  isAway: boolean;
}

/** A place with room for the label; otherwise for the button alone. */
function findPlace(self: HTMLElement, label: HTMLElement | null): Place {
  // Offsets, unlike rectangles, ignore a running animation.
  const { offsetLeft: left, offsetTop: top, offsetWidth: width, offsetHeight: height } = self;
  const lowest = (from: number, to: number) => {
    for (let place = 0; place < PLACES; place += 1) {
      const start = top - place * STEP_PX;
      const box = { left: from, top: start, right: to, bottom: start + height };
      if (isFreeOf(box, self, isInUse)) return place;
    }
    return null;
  };
  const right = left + width;
  const withLabel = label ? lowest(left - label.offsetWidth - 12, right) : null;
  if (withLabel !== null) return { lift: withLabel * STEP_PX, hasRoom: true, isAway: false };
  const alone = lowest(left, right);
  return { lift: (alone ?? 0) * STEP_PX, hasRoom: false, isAway: alone === null };
}

const isSame = (a: Place, b: Place) =>
  a.lift === b.lift && a.hasRoom === b.hasRoom && a.isAway === b.isAway;

export function useFreePlace(
  self: RefObject<HTMLElement | null>,
  label: RefObject<HTMLElement | null>,
  /** Looks again when it changes. */
  occasion: unknown,
): Place {
  const [place, setPlace] = useState<Place>({ lift: 0, hasRoom: false, isAway: false });

  // biome-ignore lint/correctness/useExhaustiveDependencies: the occasion is a reason, no value.
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      if (!self.current?.offsetWidth) return;
      const found = findPlace(self.current, label.current);
      setPlace((old) => (isSame(old, found) ? old : found));
    };
    const lookSoon = () => {
      clearTimeout(timer);
      timer = setTimeout(look, REST_MS);
    };
    lookSoon();
    const observer = typeof ResizeObserver === 'undefined' ? null : new ResizeObserver(lookSoon);
    observer?.observe(document.body);
    const changes = new MutationObserver(lookSoon);
    const main = document.querySelector('main');
    if (main) changes.observe(main, { childList: true, subtree: true });
    window.addEventListener('scroll', lookSoon, { passive: true });
    window.addEventListener('resize', lookSoon);
    return () => {
      clearTimeout(timer);
      observer?.disconnect();
      changes.disconnect();
      window.removeEventListener('scroll', lookSoon);
      window.removeEventListener('resize', lookSoon);
    };
  }, [self, label, occasion]);

  return place;
}
