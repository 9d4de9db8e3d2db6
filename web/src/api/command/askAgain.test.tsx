import { renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { noteOccasion } from '../transport/occasions';
import { useAskAgain } from './useAskAgain';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('asks at most every five seconds, however many occasions there are', async () => {
  // An answer that stays out may itself be an occasion: another call was answered.
  const ask = vi.fn(noteOccasion);
  renderHook(() => useAskAgain(true, ask, false));
  noteOccasion();
  noteOccasion();
  expect(ask).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(4_999);
  expect(ask).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(ask).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(ask).toHaveBeenCalledTimes(14);
});

it('asks no more once the answer is there', async () => {
  const ask = vi.fn(noteOccasion);
  const { rerender } = renderHook(({ isOpen }) => useAskAgain(isOpen, ask), {
    initialProps: { isOpen: true },
  });
  expect(ask).toHaveBeenCalledTimes(1);
  rerender({ isOpen: false });
  noteOccasion();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(ask).toHaveBeenCalledTimes(1);
});
