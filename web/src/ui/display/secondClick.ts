/**
 * The second click of a double click presses only what the first one pressed.
 *
 * Many people tap twice. The first tap may have put something else under the finger, so the second
 * one would close an outcome that nobody has read, or press a tile of the page behind it.
 */
import { PRESSABLE } from './freePlace';

/** Two taps as near as this in time and place are one gesture. */
const GESTURE_MS = 300;
const GESTURE_PX = 24;

interface Press {
  element: Element;
  words: string | null;
  isTouch: boolean;
  at: number;
  x: number;
  y: number;
}

function pressOf(event: MouseEvent, isTouch: boolean): Press | undefined {
  if (!(event.target instanceof Element)) return undefined;
  const element = event.target.closest(PRESSABLE) ?? event.target;
  const { timeStamp: at, clientX: x, clientY: y } = event;
  return { element, words: element.textContent, isTouch, at, x, y };
}

/** Whether this is the second click of a gesture and would press something else than the first. */
function missesItsAim(detail: number, first: Press, second: Press): boolean {
  const hasOtherWords = second.words !== first.words;
  if (second.element === first.element && !hasOtherWords) return false;
  if (detail > 1) return true;
  // Browsers count the clicks of a mouse, and not all count taps.
  const isNear =
    second.isTouch &&
    second.at - first.at < GESTURE_MS &&
    Math.hypot(second.x - first.x, second.y - first.y) < GESTURE_PX;
  return isNear && hasOtherWords;
}

/** Watches all clicks of the page; the returned function stops it. */
export function guardSecondClicks(): () => void {
  let first: Press | undefined;
  let isTouch = false;
  const onDown = (event: PointerEvent) => {
    isTouch = event.pointerType === 'touch';
  };
  const onClick = (event: MouseEvent) => {
    const press = pressOf(event, isTouch);
    // Clicks by a key or a script are intended.
    if (!press || event.detail === 0) return;
    // A press on a label presses its control as well: that is no second press.
    if (first?.element instanceof HTMLLabelElement && first.element.control === press.element)
      return;
    if (first && missesItsAim(event.detail, first, press)) {
      event.preventDefault();
      event.stopPropagation();
    } else {
      first = press;
    }
  };
  document.addEventListener('pointerdown', onDown, true);
  document.addEventListener('click', onClick, true);
  return () => {
    document.removeEventListener('pointerdown', onDown, true);
    document.removeEventListener('click', onClick, true);
  };
}
