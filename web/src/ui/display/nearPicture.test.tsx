import { act, render } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { NearPicture } from './NearPicture';

let notify: (entries: { isIntersecting: boolean }[]) => void = () => undefined;
const watched: unknown[] = [];

class Watch {
  constructor(callback: typeof notify, options: object) {
    notify = callback;
    watched.push(options);
  }
  observe() {}
  disconnect() {}
}

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  watched.length = 0;
});

it('is requested when it comes near the screen, and not before', () => {
  vi.stubGlobal('IntersectionObserver', Watch);
  const { container } = render(<NearPicture src="/games/pg.svg" alt="" />);
  const image = container.querySelector('img');
  expect(watched).toEqual([{ rootMargin: '160px' }]);
  act(() => notify([{ isIntersecting: false }]));
  expect(image).not.toHaveAttribute('src');
  act(() => notify([{ isIntersecting: true }]));
  expect(image).toHaveAttribute('src', '/games/pg.svg');
});

it('is requested in time for a scroll where it is one of the first, but not with the page', () => {
  vi.stubGlobal('IntersectionObserver', Watch);
  vi.useFakeTimers();
  const { container } = render(<NearPicture src="/games/pg.svg" alt="" isFirst />);
  const image = container.querySelector('img');
  act(() => vi.advanceTimersByTime(2_000));
  expect(image).not.toHaveAttribute('src');
  act(() => vi.advanceTimersByTime(1_000));
  expect(image).toHaveAttribute('src', '/games/pg.svg');
});
