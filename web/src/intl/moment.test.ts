import { describe, expect, it } from 'vitest';
import { endOfDay, formatMoment, relativeTo, startOfDay } from './moment';

const NOW = Date.parse('2026-11-21T10:00:00Z');
const ago = (seconds: number) => new Date(NOW - seconds * 1000).toISOString();

describe('an absolute time', () => {
  it('is Gregorian, in Bangkok, with two digits', () => {
    expect(formatMoment('2026-11-21T10:00:05Z')).toBe('21/11/2026 17:00:05');
    expect(formatMoment('2026-12-31T17:00:00Z')).toBe('01/01/2027 00:00:00');
  });

  it('stays as it came when it is none', () => {
    expect(formatMoment('soon')).toBe('soon');
  });
});

describe('a relative time', () => {
  it.each([
    [2, 'time.justNow', 0],
    [5, 'time.ago.second', 5],
    [59, 'time.ago.second', 59],
    [60, 'time.ago.minute', 1],
    [3600, 'time.ago.hour', 1],
    [86_400, 'time.ago.day', 1],
    [2_592_000, 'time.ago.month', 1],
    [31_536_000, 'time.ago.year', 1],
    [-500, 'time.justNow', 0],
  ])('%d seconds ago is %s %d', (seconds, id, n) => {
    expect(relativeTo(ago(seconds), NOW)).toEqual({ id, n });
  });
});

describe('a day of the filter', () => {
  it('begins and ends at midnight in Bangkok', () => {
    expect(startOfDay('2026-11-21')).toBe('2026-11-20T17:00:00.000Z');
    expect(endOfDay('2026-11-21')).toBe('2026-11-21T17:00:00.000Z');
  });
});
