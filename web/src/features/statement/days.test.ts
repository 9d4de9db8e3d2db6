import { describe, expect, it } from 'vitest';
import { rangeDays, rangeOf, writeDay } from './days';

describe('a quick range', () => {
  // Already December in Bangkok.
  const now = Date.parse('2026-11-30T17:00:00Z');

  it('counts the days of Bangkok, today included', () => {
    expect(rangeDays('last7Days', now)).toEqual({ from: '2026-11-25', to: '2026-12-01' });
    expect(rangeDays('last7Days', now - 1)).toEqual({ from: '2026-11-24', to: '2026-11-30' });
    expect(rangeDays('last7Days', Date.parse('2027-01-02T05:00:00Z'))).toEqual({
      from: '2026-12-27',
      to: '2027-01-02',
    });
  });

  it('is a whole month, over the turn of the year, too', () => {
    expect(rangeDays('thisMonth', now)).toEqual({ from: '2026-12-01', to: '2026-12-31' });
    expect(rangeDays('lastMonth', Date.parse('2027-01-31T05:00:00Z'))).toEqual({
      from: '2026-12-01',
      to: '2026-12-31',
    });
    expect(rangeDays('lastMonth', Date.parse('2028-03-31T05:00:00Z'))).toEqual({
      from: '2028-02-01',
      to: '2028-02-29',
    });
  });

  it('is known again by its days', () => {
    expect(rangeOf({ from: '2026-11-25', to: '2026-12-01' }, now)).toBe('last7Days');
    expect(rangeOf({ from: '2026-11-01', to: '2026-11-30' }, now)).toBe('lastMonth');
    expect(rangeOf({ from: '2026-11-25', to: null }, now)).toBeNull();
    expect(rangeOf({ from: null, to: null }, now)).toBeNull();
  });

  it('is written as dates are everywhere', () => {
    expect(writeDay('2026-11-25')).toBe('25/11/2026');
  });
});
