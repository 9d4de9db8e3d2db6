import { describe, expect, it } from 'vitest';
import { daysOf, faultOf, type Preset, presetDays, shownPreset } from './range';

/** A Sunday in Bangkok, and still Saturday in London. */
const NOW = Date.parse('2026-11-28T18:30:00Z');

describe('the days of a report', () => {
  it.each<[Preset, string, string]>([
    ['today', '2026-11-29', '2026-11-29'],
    ['yesterday', '2026-11-28', '2026-11-28'],
    ['thisWeek', '2026-11-23', '2026-11-29'],
    ['thisMonth', '2026-11-01', '2026-11-29'],
    ['lastMonth', '2026-10-01', '2026-10-31'],
  ])('are those of %s in Bangkok', (preset, from, to) => {
    expect(presetDays(preset, NOW)).toEqual({ from, to });
  });

  it('fit one preset at most: the chosen one, else the first', () => {
    // A Monday, and the first of a month.
    const monday = Date.parse('2027-02-01T05:00:00Z');
    const day = presetDays('today', monday);
    expect(presetDays('thisWeek', monday)).toEqual(day);
    expect(shownPreset(day, null, monday)).toBe('today');
    expect(shownPreset(day, 'thisWeek', monday)).toBe('thisWeek');
    expect(shownPreset(day, 'lastMonth', monday)).toBe('today');
    expect(shownPreset({ from: '2027-01-30', to: '2027-02-01' }, 'today', monday)).toBeNull();
  });

  it('are one at least and a year at most', () => {
    expect(faultOf({ from: '2026-11-29', to: '2026-11-29' })).toBeNull();
    expect(faultOf({ from: '2027-12-01', to: '2028-11-30' })).toBeNull();
    expect(faultOf({ from: '2027-12-01', to: '2028-12-01' })).toBe('long');
    expect(faultOf({ from: '2026-11-30', to: '2026-11-29' })).toBe('order');
    expect(faultOf({ from: '', to: '2026-11-29' })).toBe('order');
  });

  it('are all days between both ends', () => {
    expect(daysOf({ from: '2026-10-31', to: '2026-11-02' })).toEqual([
      '2026-10-31',
      '2026-11-01',
      '2026-11-02',
    ]);
  });
});
