// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { endOf, formatCountdown, secondsLeft, steadyEnd, useSecondsLeft } from './countdown';

describe('the time a QR has left', () => {
  it('reads mm:ss', () => {
    expect([0, 9, 65, 600, 3600].map(formatCountdown)).toEqual([
      '00:00',
      '00:09',
      '01:05',
      '10:00',
      '60:00',
    ]);
  });

  it('counts from the moment of the answer and never below zero', () => {
    const end = endOf(5_000, 300);
    expect(secondsLeft(end, 5_000)).toBe(300);
    expect(secondsLeft(end, 5_001)).toBe(300);
    expect(secondsLeft(end, 6_000)).toBe(299);
    expect(secondsLeft(end, 304_999)).toBe(1);
    expect(secondsLeft(end, 305_000)).toBe(0);
    expect(secondsLeft(end, 999_999)).toBe(0);
  });

  it('does not hop when a later answer means the same end', () => {
    expect(steadyEnd(null, 300_000)).toBe(300_000);
    expect(steadyEnd(300_000, 300_900)).toBe(300_000);
    expect(steadyEnd(300_000, 240_000)).toBe(240_000);
  });
});

describe('the countdown on the screen', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('ends at 00:00 whatever the clock of the device says', () => {
    const end = endOf(performance.now(), 3);
    const shown = renderHook(() => useSecondsLeft(end));
    expect(shown.result.current).toBe(3);
    vi.setSystemTime(new Date('2031-01-01'));
    act(() => void vi.advanceTimersByTime(1_000));
    expect(shown.result.current).toBe(2);
    act(() => void vi.advanceTimersByTime(2_000));
    expect(shown.result.current).toBe(0);
    expect(vi.getTimerCount()).toBe(0);
  });
});
