/**
 * Keeps the notices of a page off what can be pressed and off pictures: from the bottom they step
 * up until nothing is under them. Where there is no such place they lie on a control rather than on
 * a picture, and never on what has the focus.
 */
import { type RefObject, useEffect } from 'react';
import { type Box, isFreeOf, PRESSABLE } from './freePlace';

const STEP_PX = 24;
/** The bar at the top of the page, which is never given up. */
const TOP_PX = 60;
const REST_MS = 150;
const PICTURE = 'img,canvas,video';
const NEEDED = `${PRESSABLE},${PICTURE}`;

function focused(): Element | null {
  const element = document.activeElement;
  return element instanceof HTMLElement && element.tabIndex >= 0 ? element : null;
}

/** Also of what cannot be pressed: a list that scrolls has the focus, too. */
function isOffFocus(box: Box): boolean {
  const at = focused()?.getBoundingClientRect();
  if (!at) return true;
  const apart = box.bottom <= at.top || box.top >= at.bottom;
  return apart || box.right <= at.left || box.left >= at.right;
}

/** The steps that lead to a free place; else off pictures; else off the focus; else none. */
function findSteps(host: HTMLElement): number {
  const { offsetLeft: left, offsetTop: top, offsetWidth: width, offsetHeight: height } = host;
  const boxes: Box[] = [];
  for (let start = top; start >= TOP_PX; start -= STEP_PX) {
    boxes.push({ left, right: left + width, top: start, bottom: start + height });
  }
  for (const things of [NEEDED, PICTURE]) {
    const isInTheWay = (hit: Element) => hit.closest(things) !== null;
    const free = boxes.findIndex((box) => isOffFocus(box) && isFreeOf(box, host, isInTheWay));
    if (free >= 0) return free;
  }
  return Math.max(boxes.findIndex(isOffFocus), 0);
}

export function useToastPlace(
  host: RefObject<HTMLElement | null>,
  /** The newest notice: its place is looked for when it comes. */
  newest: string | undefined,
  /** In a dialog they stay at its top edge: what comes into it later, a QR, stands further down. */
  isFixed: boolean,
): void {
  useEffect(() => {
    const element = host.current;
    if (isFixed || !newest || !element || !document.elementsFromPoint) return;
    let steps = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      if (!element.offsetHeight) return;
      steps = findSteps(element);
      element.style.translate = `0 ${-steps * STEP_PX}px`;
    };
    const lookSoon = () => {
      clearTimeout(timer);
      timer = setTimeout(look, REST_MS);
    };
    // At once: whoever goes by the keyboard looks at what has the focus.
    const keepOffFocus = () => {
      if (element.contains(document.activeElement)) return;
      if (!isOffFocus(element.getBoundingClientRect())) look();
    };
    // Figures that come in move what has the focus, and no event tells of it.
    let frame = 0;
    const follow = () => {
      keepOffFocus();
      frame = requestAnimationFrame(follow);
    };
    look();
    follow();
    document.addEventListener('focusin', keepOffFocus);
    window.addEventListener('scroll', lookSoon, { capture: true, passive: true });
    window.addEventListener('resize', lookSoon);
    return () => {
      clearTimeout(timer);
      cancelAnimationFrame(frame);
      document.removeEventListener('focusin', keepOffFocus);
      window.removeEventListener('scroll', lookSoon, { capture: true });
      window.removeEventListener('resize', lookSoon);
    };
  }, [host, newest, isFixed]);
}
