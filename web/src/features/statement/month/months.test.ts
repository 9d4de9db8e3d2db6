import { describe, expect, it } from 'vitest';
import { curveOf, daysOfMonth, highestOf, monthLater, monthName, monthOf } from './months';

describe('a month', () => {
  it('is that of the chosen days, else that of now in Bangkok', () => {
    const now = Date.parse('2026-11-30T17:00:00Z');
    expect(monthOf({ from: null, to: null }, now)).toBe('2026-12');
    expect(monthOf({ from: null, to: null }, now - 1)).toBe('2026-11');
    expect(monthOf({ from: '2026-02-03', to: '2026-03-04' }, now)).toBe('2026-02');
    expect(monthOf({ from: null, to: '2025-07-04' }, now)).toBe('2025-07');
  });

  it('has its neighbours, its days and its name', () => {
    expect(monthLater('2026-12', 1)).toBe('2027-01');
    expect(monthLater('2026-01', -1)).toBe('2025-12');
    expect(daysOfMonth('2028-02')).toEqual({ from: '2028-02-01', to: '2028-02-29' });
    expect(monthName('2026-11', (id) => id)).toBe('month.11 2026');
    expect(monthName('2026-01', (id) => id)).toBe('month.01 2026');
  });
});

describe('the curve of a balance', () => {
  it('begins with what was there, and steps on the days on which money moved', () => {
    const days = [
      { day: '2026-11-15', balance: '1000.00' },
      { day: '2026-11-30', balance: '250.00' },
    ];
    expect(curveOf('2026-11', { opening: '500.00', days })).toEqual([
      { x: 0, y: 0.5 },
      { x: 0.5, y: 1 },
      { x: 1, y: 0.25 },
    ]);
  });

  it('is flat where nothing moved', () => {
    expect(curveOf('2026-11', { opening: '0.00', days: [] })).toEqual([{ x: 0, y: 0 }]);
  });

  it('has its highest balance at the upper edge, the opening one included', () => {
    const days = [{ day: '2026-11-21', balance: '90.00' }];
    expect(highestOf({ opening: '100.00', days })).toBe('100.00');
    expect(highestOf({ opening: '9.00', days })).toBe('90.00');
  });
});
