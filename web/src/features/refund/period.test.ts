import { describe, expect, it } from 'vitest';
import { daysOf, nextCount } from './period';

describe('the days of a refund', () => {
  it('are one when it goes from midnight to midnight in Bangkok', () => {
    const day = { from: '2026-11-19T17:00:00Z', to: '2026-11-20T17:00:00Z' };
    expect(daysOf(day)).toBe('20/11/2026');
  });

  it('are the first and the last of a week', () => {
    const week = { from: '2026-11-15T17:00:00Z', to: '2026-11-22T17:00:00Z' };
    expect(daysOf(week)).toBe('16/11/2026 – 22/11/2026');
  });
});

describe('the next count', () => {
  it('is at the end of the period that runs now', () => {
    const day = { from: '2026-11-19T17:00:00.000Z', to: '2026-11-20T17:00:00.000Z' };
    expect(nextCount(day)).toBe('2026-11-21T17:00:00.000Z');
  });
});
