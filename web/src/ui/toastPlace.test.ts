// @vitest-environment jsdom
import { renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { useToastPlace } from './useToastPlace';

const WINDOW_PX = 600;
const HOST = { left: 0, top: 540, width: 300, height: 48 };

interface Thing {
  element: HTMLElement;
  top: number;
  bottom: number;
}

let things: Thing[];

/** A full line of the page from `top` to `bottom`; jsdom lays nothing out. */
function lay(tag: string, top: number, bottom: number): HTMLElement {
  const element = document.createElement(tag);
  document.body.append(element);
  element.getBoundingClientRect = () => new DOMRect(0, top, 300, bottom - top);
  things.push({ element, top, bottom });
  return element;
}

/** Where the notices stand after they came. */
function placed(isFixed = false, top = HOST.top) {
  const element = document.createElement('div');
  document.body.append(element);
  const moved = () => Number.parseInt(element.style.translate.split(' ')[1] ?? '0', 10);
  for (const [name, value] of Object.entries({ ...HOST, top })) {
    const property = `offset${name.charAt(0).toUpperCase()}${name.slice(1)}`;
    Object.defineProperty(element, property, { value });
  }
  element.getBoundingClientRect = () => new DOMRect(0, top + moved(), HOST.width, HOST.height);
  renderHook(() => useToastPlace({ current: element }, 'newest', isFixed));
  return () => top + moved();
}

beforeEach(() => {
  things = [];
  window.innerHeight = WINDOW_PX;
  document.elementsFromPoint = (_, y) =>
    things.filter(({ top, bottom }) => y >= top && y < bottom).map(({ element }) => element);
});
afterEach(() => {
  Reflect.deleteProperty(document, 'elementsFromPoint');
  document.body.replaceChildren();
});

describe('the place of a notice', () => {
  it('is the edge, where nothing can be pressed under it', () => {
    lay('p', 500, 600);
    lay('button', 0, 400);
    expect(placed()()).toBe(HOST.top);
  });

  it('is off every button, link and field, however many steps away', () => {
    lay('button', 500, 590);
    lay('a', 400, 440).setAttribute('href', '/');
    const at = placed()();
    expect(at + HOST.height).toBeLessThanOrEqual(500);
    expect(at).toBeGreaterThanOrEqual(440);
  });

  it('in a dialog is its top edge, for what comes into it later stands further down', () => {
    lay('button', 10, 50);
    expect(placed(true, 12)()).toBe(12);
  });

  it('where controls are everywhere lies on one of them rather than on a picture', () => {
    lay('img', 200, 600);
    lay('button', 0, 200);
    const at = placed();
    expect(at() + HOST.height).toBeLessThan(200);
    expect(at()).toBeGreaterThanOrEqual(60);
  });

  it('where all is full is at least off what has the focus, and stays off it', () => {
    for (let top = 0; top < WINDOW_PX; top += 60) lay('button', top, top + 60);
    const [first, ...others] = things;
    const last = others.at(-1);
    last?.element.focus();
    const at = placed();
    expect(at() + HOST.height).toBeLessThanOrEqual(540);
    first?.element.focus();
    expect(at()).toBeGreaterThanOrEqual(60);
    things.find(({ top }) => top === 480)?.element.focus();
    expect(at() + HOST.height <= 480 || at() >= 540).toBe(true);
  });
});
