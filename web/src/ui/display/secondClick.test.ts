// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it } from 'vitest';
import { guardSecondClicks } from './secondClick';

const pressed: string[] = [];
let letGo: () => void;

function button(name: string): HTMLButtonElement {
  const element = document.createElement('button');
  element.textContent = name;
  element.addEventListener('click', () => pressed.push(element.textContent ?? ''));
  document.body.append(element);
  return element;
}

const click = (element: Element, init: MouseEventInit) =>
  element.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ...init }));

function tap(element: Element, clientX: number): void {
  element.dispatchEvent(
    Object.assign(new Event('pointerdown', { bubbles: true }), { pointerType: 'touch' }),
  );
  click(element, { detail: 1, clientX, clientY: 50 });
}

beforeEach(() => {
  pressed.length = 0;
  letGo = guardSecondClicks();
});

afterEach(() => {
  letGo();
  document.body.replaceChildren();
});

it('of a double click presses nothing that the first one has brought', () => {
  const confirm = button('Confirm');
  click(confirm, { detail: 1, clientX: 50, clientY: 50 });
  confirm.remove();
  click(button('Close'), { detail: 2, clientX: 50, clientY: 50 });
  expect(pressed).toEqual(['Confirm']);
});

it('presses no button that has another meaning by then', () => {
  const next = button('Next');
  click(next, { detail: 1 });
  next.textContent = 'Confirm';
  click(next, { detail: 2 });
  expect(pressed).toEqual(['Next']);
});

it('of two taps in the same place presses nothing new, though each counts as the first', () => {
  tap(button('Next'), 50);
  tap(button('Confirm'), 55);
  expect(pressed).toEqual(['Next']);
  tap(button('Other'), 150);
  expect(pressed).toEqual(['Next', 'Other']);
});

it('counts where a button is meant to be pressed many times', () => {
  const more = button('More');
  for (const detail of [1, 2, 3]) click(more, { detail });
  expect(pressed).toEqual(['More', 'More', 'More']);
});

it('presses the same question when it is asked again at once', () => {
  const stay = button('Stay');
  click(stay, { detail: 1, clientX: 50, clientY: 50 });
  stay.remove();
  click(button('Stay'), { detail: 1, clientX: 50, clientY: 50 });
  expect(pressed).toEqual(['Stay', 'Stay']);
});

it('lets a tap on a label through to its control', () => {
  const label = document.createElement('label');
  label.textContent = 'I accept';
  const box = document.createElement('input');
  box.type = 'checkbox';
  box.id = 'accept';
  label.htmlFor = 'accept';
  document.body.append(label, box);
  // Some browsers count the click that they pass on, in the same place: here it is made by hand.
  label.addEventListener('click', (event) => event.preventDefault());
  tap(label, 50);
  click(box, { detail: 1, clientX: 50, clientY: 50 });
  expect(box).toBeChecked();
  tap(label, 50);
  click(box, { detail: 2, clientX: 50, clientY: 50 });
  expect(box).not.toBeChecked();
});

it('lets a click elsewhere and a key through', () => {
  click(button('Ten'), { detail: 1, clientX: 10, clientY: 10 });
  click(button('Twenty'), { detail: 1, clientX: 90, clientY: 10 });
  click(button('Enter'), { detail: 0 });
  expect(pressed).toEqual(['Ten', 'Twenty', 'Enter']);
});
