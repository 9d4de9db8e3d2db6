import { describe, expect, it } from 'vitest';
import { waitedSince } from './waited';

const NOW = Date.parse('2026-11-27T12:00:00Z');

describe('how long work has been waiting', () => {
  it.each([
    ['2026-11-27T11:59:30Z', 'support.age.now', 0, false],
    ['2026-11-27T11:01:00Z', 'support.age.minutes', 59, false],
    ['2026-11-27T11:00:00Z', 'support.age.hours', 1, true],
    ['2026-11-24T12:00:00Z', 'support.age.days', 3, true],
    // A clock that runs behind shows no time that has not come.
    ['2026-11-27T12:00:20Z', 'support.age.now', 0, false],
  ])('since %s it is %s %i', (since, id, n, isOld) => {
    expect(waitedSince(since, NOW)).toEqual({ id, n, isOld });
  });
});
