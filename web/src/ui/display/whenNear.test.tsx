import { act, render, screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { WhenNear } from './WhenNear';

let comeNear: () => void;

beforeEach(() => {
  class Watch {
    constructor(notify: (entries: object[]) => void) {
      comeNear = () => notify([{ isIntersecting: true }]);
    }
    observe() {}
    disconnect() {}
  }
  vi.stubGlobal('IntersectionObserver', Watch);
  render(<WhenNear frame={<p>frame</p>}>part</WhenNear>);
});

it('begins when it comes near the screen', () => {
  expect(screen.getByText('frame')).toBeInTheDocument();
  act(() => comeNear());
  expect(screen.getByText('part')).toBeInTheDocument();
});

it.each(['keydown', 'beforeprint'])(
  'begins with %s, because only what is there is reached',
  (event) => {
    act(() => {
      window.dispatchEvent(new Event(event));
    });
    expect(screen.getByText('part')).toBeInTheDocument();
  },
);
