// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { afterPaint } from './afterPaint';

describe('what nobody sees on the first screen', () => {
  afterEach(() => vi.useRealTimers());

  it('waits for the frame, and for what the frame itself has to do', async () => {
    vi.useFakeTimers({ toFake: ['requestAnimationFrame', 'setTimeout'] });
    const order: string[] = [];
    afterPaint(() => order.push('late'));
    requestAnimationFrame(() => order.push('frame'));
    expect(order).toEqual([]);
    await vi.runAllTimersAsync();
    expect(order).toEqual(['frame', 'late']);
  });

  it('does not wait in a tab that is not shown, for it is given no frames', () => {
    vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    const run = vi.fn();
    afterPaint(run);
    expect(run).toHaveBeenCalledOnce();
  });
});
