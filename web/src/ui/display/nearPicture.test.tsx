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

afterEach(() => vi.unstubAllGlobals());

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

it('is requested after the first paint where it is one of the first', async () => {
  vi.stubGlobal('IntersectionObserver', Watch);
  const { container } = render(<NearPicture src="/games/pg.svg" alt="" isFirst />);
  const image = container.querySelector('img');
  expect(image).not.toHaveAttribute('src');
  await vi.waitFor(() => expect(image).toHaveAttribute('src', '/games/pg.svg'));
});
