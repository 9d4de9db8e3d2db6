import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useCountedUp } from './useCountedUp';

let frames: FrameRequestCallback[];
let isStill: boolean;

/** The browser draws at this time. */
const draw = (now: number) =>
  act(() => {
    for (const step of frames.splice(0)) step(now);
  });

beforeEach(() => {
  frames = [];
  isStill = false;
  vi.stubGlobal('requestAnimationFrame', (step: FrameRequestCallback) => frames.push(step));
  vi.stubGlobal('cancelAnimationFrame', () => {
    frames = [];
  });
  vi.stubGlobal('matchMedia', () => ({ matches: isStill }));
});
afterEach(() => vi.unstubAllGlobals());

function mount(amount: string) {
  const { result, rerender } = renderHook((next: string) => useCountedUp(next), {
    initialProps: amount,
  });
  return { shown: () => result.current, change: rerender };
}

describe('an amount that money is added to', () => {
  it('counts up from the former value and ends at the exact one', () => {
    const { shown, change } = mount('100.00');
    change('200.01');
    expect(shown()).toBe('100.00');
    draw(1000);
    draw(1300);
    const half = Number(shown());
    expect(half).toBeGreaterThan(100);
    expect(half).toBeLessThan(200.01);
    draw(1900);
    expect(shown()).toBe('200.01');
    expect(frames).toEqual([]);
  });

  it('continues from what is shown when more comes in', () => {
    const { shown, change } = mount('0.00');
    change('100.00');
    draw(0);
    draw(450);
    const before = Number(shown());
    change('500.00');
    draw(500);
    expect(Number(shown())).toBeGreaterThanOrEqual(before);
    draw(1400);
    expect(shown()).toBe('500.00');
  });

  it('shows less at once', () => {
    const { shown, change } = mount('100.00');
    change('30.00');
    expect(shown()).toBe('30.00');
    expect(frames).toEqual([]);
  });

  it('does not move where the device asks for stillness', () => {
    isStill = true;
    const { shown, change } = mount('100.00');
    change('300.00');
    expect(shown()).toBe('300.00');
    expect(frames).toEqual([]);
  });
});
