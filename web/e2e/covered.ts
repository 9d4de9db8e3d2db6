/** Finds controls and texts that something else covers. */
import type { Page } from '@playwright/test';

/**
 * At the current scroll position: the element at the centre and the corners of each visible control
 * and each visible line of text must be that control or text. Parts that are behind the header or
 * the menu, or that a list cuts off, do not count as visible.
 */
export function findCovered(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const CONTROLS = 'a[href],button,input,select,textarea,summary,[role="tab"]';
    const INSET_PX = 2;
    const bars = [...document.querySelectorAll('body > div header, nav, [data-bar]')];
    const fixed = bars.filter((bar) =>
      ['fixed', 'sticky'].includes(getComputedStyle(bar).position),
    );
    type Rect = { left: number; top: number; right: number; bottom: number };

    const cut = (a: Rect, b: Rect): Rect => ({
      left: Math.max(a.left, b.left),
      top: Math.max(a.top, b.top),
      right: Math.min(a.right, b.right),
      bottom: Math.min(a.bottom, b.bottom),
    });
    /** The visible part of a rectangle inside all ancestors that clip their content. */
    const visible = (element: Element, rect: Rect): Rect => {
      let seen: Rect = { left: 0, top: 0, right: window.innerWidth, bottom: window.innerHeight };
      seen = cut(seen, rect);
      for (let box: Element | null = element; box; box = box.parentElement) {
        const style = getComputedStyle(box);
        const cuts = style.overflowX !== 'visible' || style.overflowY !== 'visible';
        if (cuts && box !== document.documentElement && box !== document.body) {
          seen = cut(seen, box.getBoundingClientRect());
        }
        if (style.position === 'fixed') break;
      }
      return seen;
    };
    const isUnderBar = (element: Element, x: number, y: number) =>
      fixed.some((bar) => {
        if (bar.contains(element)) return false;
        const { left, top, right, bottom } = bar.getBoundingClientRect();
        // The menu's large button extends above the bar.
        return x >= left && x <= right && y >= top - 24 && y <= bottom;
      });

    const things: [Element, Rect, string][] = [];
    for (const control of document.querySelectorAll(CONTROLS)) {
      const name = control.getAttribute('aria-label') ?? control.textContent ?? '';
      things.push([control, control.getBoundingClientRect(), `control "${name.trim()}"`]);
    }
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = node.textContent?.trim();
      const parent = node.parentElement;
      if (!text || !parent || parent.closest('script,style,option,dialog:not([open])')) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      // Letters may be taller than their line.
      const line = parent.getBoundingClientRect();
      for (const rect of range.getClientRects()) {
        things.push([parent, cut(rect, line), `text "${text}"`]);
      }
    }

    const covered = new Set<string>();
    for (const [element, whole, name] of things) {
      if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
      const rect = visible(element, whole);
      const [width, height] = [rect.right - rect.left, rect.bottom - rect.top];
      if (width <= 2 * INSET_PX || height <= 2 * INSET_PX) continue;
      // The corner of a rounded box is not part of it, so the test uses a point on its arc.
      const round = Number.parseFloat(getComputedStyle(element).borderTopLeftRadius) || 0;
      const arc = Math.min(round, width / 2, height / 2) * (1 - Math.SQRT1_2);
      const inset = INSET_PX + (name.startsWith('control') ? arc : 0);
      const [left, right] = [rect.left + inset, rect.right - inset];
      const [top, bottom] = [rect.top + inset, rect.bottom - inset];
      const points = [
        [(left + right) / 2, (top + bottom) / 2],
        [left, top],
        [right, top],
        [left, bottom],
        [right, bottom],
      ] as const;
      for (const [x, y] of points) {
        if (isUnderBar(element, x, y)) continue;
        const hit = document.elementFromPoint(x, y);
        if (!hit || hit === element || element.contains(hit) || hit.contains(element)) continue;
        const over = hit.closest('aside,[data-notices],header,nav,button,a,p,div') ?? hit;
        covered.add(`${name} under <${over.tagName.toLowerCase()} class="${over.className}">`);
      }
    }
    return [...covered];
  });
}
