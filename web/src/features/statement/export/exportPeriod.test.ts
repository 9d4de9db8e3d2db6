import { describe, expect, it } from 'vitest';
import { isWrongOrder } from '../days';
import { daysOf, fileName, momentsOf } from './exportPeriod';

const open = { from: null, to: null };

describe('the time that a file is about', () => {
  it('is a whole month of Bangkok, whatever the clock of the device says', () => {
    // Already December in Bangkok.
    const now = Date.parse('2026-11-30T17:00:00Z');
    expect(daysOf('thisMonth', open, now)).toEqual({ from: '2026-12-01', to: '2026-12-31' });
    expect(daysOf('lastMonth', open, now)).toEqual({ from: '2026-11-01', to: '2026-11-30' });
    expect(daysOf('thisMonth', open, now - 1)).toEqual({ from: '2026-11-01', to: '2026-11-30' });
  });

  it('goes back over the turn of the year, and knows leap years', () => {
    const january = Date.parse('2028-01-15T00:00:00Z');
    expect(daysOf('lastMonth', open, january)).toEqual({ from: '2027-12-01', to: '2027-12-31' });
    const march = Date.parse('2028-03-31T00:00:00Z');
    expect(daysOf('lastMonth', open, march)).toEqual({ from: '2028-02-01', to: '2028-02-29' });
  });

  it('is what was chosen, also with an open end', () => {
    const chosen = { from: '2026-11-02', to: null };
    expect(daysOf('days', chosen, 0)).toEqual(chosen);
    expect(momentsOf(chosen)).toEqual({ from: '2026-11-01T17:00:00.000Z', to: null });
    expect(momentsOf({ from: null, to: '2026-11-02' })).toEqual({
      from: null,
      to: '2026-11-02T17:00:00.000Z',
    });
  });

  it('has its first day before its last', () => {
    expect(isWrongOrder({ from: '2026-11-02', to: '2026-11-01' })).toBe(true);
    expect(isWrongOrder({ from: '2026-11-02', to: '2026-11-02' })).toBe(false);
    expect(isWrongOrder({ from: '2026-11-02', to: null })).toBe(false);
  });

  it('names the file', () => {
    expect(fileName({ from: '2026-11-01', to: '2026-11-30' }, 'pdf')).toBe(
      'statement-2026-11-01-2026-11-30.pdf',
    );
    expect(fileName(open, 'csv')).toBe('statement.csv');
  });
});
