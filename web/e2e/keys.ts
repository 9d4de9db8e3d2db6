import { expect, type Locator, type Page } from '@playwright/test';

const STEPS_MAX = 90;

/** What is wrong with the focus indicator, or null. Runs in the page. */
function faultOfFocus(): string | null {
  const element = document.activeElement as HTMLElement | null;
  // Skips the browser's own bars, and elements that only a script can focus.
  if (!element || element === document.body || element.tabIndex < 0) return null;
  const name = `${element.tagName} "${element.ariaLabel ?? element.textContent?.slice(0, 40)}"`;
  // A hidden control is represented by its label.
  const label = element.closest('label');
  const shown = [element, ...(label ? [label] : [])].some((drawn) => {
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(drawn);
    return (
      (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2) || boxShadow !== 'none'
    );
  });
  if (!shown) return `${name} has the focus and does not show it`;
  const box = (label ?? element).getBoundingClientRect();
  const points = [0.1, 0.5, 0.9].map((part) => [
    Math.min(Math.max(box.left + box.width / 2, 1), innerWidth - 1),
    box.top + box.height * part,
  ]);
  const fronts = points.map(([x = 0, y = 0]) => document.elementFromPoint(x, y));
  const isSeen = fronts.some((front) => {
    return front && (element.contains(front) || label?.contains(front) || front.contains(element));
  });
  if (isSeen) return null;
  const covers = fronts.map((front) => `${front?.tagName} "${front?.textContent?.slice(0, 40)}"`);
  return `${name} has the focus and is covered by ${covers.join(', ')}`;
}

/** A player who uses a keyboard and no mouse. */
export class Keys {
  /** The stops at which the focus was not visible. */
  readonly faults: string[] = [];

  constructor(readonly page: Page) {}

  async press(key: string): Promise<void> {
    await this.page.keyboard.press(key);
    // Measured after the next frame, as the eye sees it.
    await this.page.evaluate(() => new Promise(requestAnimationFrame));
    const fault = await this.page.evaluate(faultOfFocus);
    if (fault) this.faults.push(fault);
  }

  /** Tabs from stop to stop until the target has the focus. */
  async tabTo(target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
    await expect(target).toBeEnabled();
    for (let step = 0; step < STEPS_MAX; step += 1) {
      if (await target.evaluate((element) => element === document.activeElement)) return;
      await this.press(key);
    }
    await expect(target, 'can be reached by the Tab key').toBeFocused();
  }

  async pressOn(target: Locator, key = 'Enter'): Promise<void> {
    await this.tabTo(target);
    await this.press(key);
  }

  /** Types over the field's content. */
  async typeInto(target: Locator, text: string): Promise<void> {
    await this.tabTo(target);
    await this.press('Control+A');
    await this.page.keyboard.type(text);
  }
}
