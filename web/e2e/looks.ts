/** What is wrong with the current screen: measured in the page, reported in sentences. */
import type { Page } from '@playwright/test';
import type { Locale } from '../src/client/preferences';
import { messagesOf } from './words';

/**
 * Text that cannot be read: cut off by a box that hides its overflow, or wider than its container.
 * The marks above and below Thai and Lao letters are part of the measured text.
 */
export function findCutTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const SLACK = 1.5;
    const dialogs = document.querySelectorAll<HTMLElement>('dialog[open]');
    const root = dialogs[dialogs.length - 1] ?? document.body;
    const faults = new Set<string>();
    const report = (element: Element, text: string, why: string) =>
      faults.add(
        `"${text.trim().slice(0, 60)}" ${why} in <${element.localName}> ${element.className}`,
      );
    const hides = (overflow: string) => overflow === 'hidden' || overflow === 'clip';

    /** For screen readers only: a box of one pixel. */
    const isSpokenOnly = (from: Element) => {
      for (let at: Element | null = from; at && at !== root; at = at.parentElement) {
        if (at.clientWidth <= 1 && getComputedStyle(at).position === 'absolute') return true;
      }
      return false;
    };

    const measure = (text: string, from: Element, rect: DOMRect) => {
      let scrollsX = false;
      let scrollsY = false;
      for (let at: Element | null = from; at && at !== root; at = at.parentElement) {
        const style = getComputedStyle(at);
        if (style.display === 'inline' || style.display === 'contents') continue;
        const box = at.getBoundingClientRect();
        const isPressed = at.matches('button, a, td, th, [role=tab]');
        const overX = rect.left < box.left - SLACK || rect.right > box.right + SLACK;
        const overY = rect.top < box.top - SLACK || rect.bottom > box.bottom + SLACK;
        if (!scrollsX && overX && (hides(style.overflowX) || isPressed))
          report(
            at,
            text,
            `is wider (${Math.round(rect.left - box.left)} to ${Math.round(rect.right - box.right)})`,
          );
        if (!scrollsY && overY && hides(style.overflowY))
          report(
            at,
            text,
            `is higher (${Math.round(rect.top - box.top)} to ${Math.round(rect.bottom - box.bottom)})`,
          );
        scrollsX ||= style.overflowX === 'auto' || style.overflowX === 'scroll';
        scrollsY ||= style.overflowY === 'auto' || style.overflowY === 'scroll';
        if (style.position === 'fixed') break;
      }
      const edge = document.documentElement.clientWidth;
      if (!scrollsX && (rect.left < -SLACK || rect.right > edge + SLACK))
        report(from, text, 'is beyond the edge of the screen');
    };

    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    while (texts.nextNode()) {
      const node = texts.currentNode;
      const parent = node.parentElement;
      const text = node.textContent ?? '';
      if (!parent || !text.trim() || parent.closest('option, script, style')) continue;
      if (!parent.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
      if (isSpokenOnly(parent)) continue;
      range.selectNodeContents(node);
      for (const rect of range.getClientRects()) measure(text, parent, rect);
    }

    // A field's value is not a text node, so it is measured with the field's own font.
    const pen = document.createElement('canvas').getContext('2d');
    for (const field of root.querySelectorAll<HTMLInputElement | HTMLSelectElement>(
      'input, select',
    )) {
      if (!pen || !field.checkVisibility() || field.clientWidth <= 1) continue;
      const isPlain =
        field instanceof HTMLSelectElement || /^(text|tel|search|password)$/.test(field.type);
      if (!isPlain) continue;
      const shown =
        field instanceof HTMLSelectElement
          ? (field.selectedOptions[0]?.label ?? '')
          : field.value === ''
            ? field.placeholder
            : '';
      const style = getComputedStyle(field);
      pen.font = style.font;
      const room =
        field.clientWidth -
        Number.parseFloat(style.paddingLeft) -
        Number.parseFloat(style.paddingRight);
      const width = pen.measureText(shown).width;
      if (width > room + SLACK) report(field, shown, `is wider (${Math.round(width - room)})`);
    }
    return [...faults];
  });
}

interface SeenText {
  text: string;
  /** Marked with another language, as the names of languages are. */
  isMarked: boolean;
}

/** Everything that is read or spoken: texts, and the names of elements without text. */
function seenTexts(page: Page): Promise<SeenText[]> {
  return page.evaluate(() => {
    const seen: SeenText[] = [];
    const add = (element: Element, text: string | null) => {
      if (!text?.trim()) return;
      const marked = element.closest('[lang]');
      const isMarked = marked !== null && marked !== document.documentElement;
      seen.push({ text: text.trim(), isMarked });
    };
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const parent = texts.currentNode.parentElement;
      if (parent && !parent.closest('script, style')) add(parent, texts.currentNode.textContent);
    }
    for (const name of ['aria-label', 'aria-description', 'placeholder', 'title', 'alt']) {
      for (const element of document.querySelectorAll(`[${name}]`)) {
        add(element, element.getAttribute(name));
      }
    }
    return seen;
  });
}

const THAI = /[\u0e01-\u0e3a\u0e40-\u0e5b]/;
const LAO = /[\u0e80-\u0eff]/;
const FOREIGN_LETTERS: Record<Locale, RegExp> = {
  th: LAO,
  la: THAI,
  en: /[\u0e01-\u0e3a\u0e40-\u0eff]/,
};

/** What shows where a text is missing: an id, a code, an empty value, an unfilled placeholder. */
const RAW = /^[A-Z]+(?:_[A-Z]+)+$|\bundefined\b|\bNaN\b|\[object |[{}]/;

/** Texts in another language than the reader's, and raw values that are not texts. */
export async function findStrayTexts(page: Page, language: Locale): Promise<string[]> {
  const own = messagesOf(language);
  const ownTexts = new Set(Object.values(own));
  const others = (['th', 'la', 'en'] as const).filter((each) => each !== language);
  const foreign = new Set(others.flatMap((other) => Object.values(messagesOf(other))));
  const faults = new Set<string>();
  for (const { text, isMarked } of await seenTexts(page)) {
    if (text in own) faults.add(`the id ${text}`);
    else if (RAW.test(text)) faults.add(`raw: ${text}`);
    else if (isMarked) continue;
    else if (FOREIGN_LETTERS[language].test(text)) faults.add(`letters of another: ${text}`);
    else if (foreign.has(text) && !ownTexts.has(text)) faults.add(`words of another: ${text}`);
  }
  return [...faults];
}
