import type { Page } from '@playwright/test';

/** WCAG 2.2 wants 24 px; a thumb wants 44, and less only where nothing else is near. */
const WANTED = 44;
const LEAST = 24;

/** Runs in the page: what can be pressed there, and is too small or too near to something else. */
function tooSmall([wanted, least]: readonly [number, number]): string[] {
  const scope = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body;
  const pressed = 'a[href], button, input, select, textarea, summary, [role="tab"]';
  const targets = [...scope.querySelectorAll<HTMLElement>(pressed)].flatMap((element) => {
    const isOff = element.matches(':disabled, [type="hidden"], [tabindex="-1"]:not([role="tab"])');
    // A label is pressed for its control. What is out of sight waits for the keyboard.
    const area = element.closest('label') ?? element;
    const box = area.getBoundingClientRect();
    const isShown = area.checkVisibility({ visibilityProperty: true }) && box.width > 1;
    // Links within a sentence are as high as its lines are.
    const isText = getComputedStyle(element).display === 'inline';
    return isOff || !isShown || isText ? [] : [{ element, box }];
  });
  const distance = (x: number, y: number, box: DOMRect) =>
    Math.hypot(Math.max(box.left - x, 0, x - box.right), Math.max(box.top - y, 0, y - box.bottom));
  return targets.flatMap(({ element, box }) => {
    const smaller = Math.min(box.width, box.height);
    // Half a pixel is how boxes are rounded.
    if (smaller >= wanted - 0.5) return [];
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    const isAlone = targets.every(
      (other) => other.element === element || distance(x, y, other.box) >= wanted / 2,
    );
    if (smaller >= least && isAlone) return [];
    const name = element.ariaLabel ?? element.textContent?.slice(0, 40);
    return [`${element.tagName} "${name}" is ${box.width.toFixed(0)} × ${box.height.toFixed(0)}`];
  });
}

/** The current screen's targets that a thumb would miss. */
export const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate(tooSmall, [WANTED, LEAST] as const);
