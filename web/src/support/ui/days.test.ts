import { describe, expect, it } from 'vitest';
import { dayOf, lastDays, shownDay, typedDay } from './days';

describe('a typed day', () => {
  it('gets its slashes by itself', () => {
    expect(['2', '27', '271', '2711', '27112026'].map(typedDay)).toEqual([
      '2',
      '27',
      '27/1',
      '27/11',
      '27/11/2026',
    ]);
    expect(typedDay('27/')).toBe('27/');
  });

  it('is a day only if the calendar has it', () => {
    expect(dayOf('27/11/2026')).toBe('2026-11-27');
    expect(dayOf('31/02/2026')).toBeNull();
    expect(dayOf('27/11')).toBeNull();
    expect(dayOf('')).toBe('');
    expect(shownDay('2026-11-27')).toBe('27/11/2026');
  });

  it('counts the last days in Bangkok, today among them', () => {
    const late = Date.parse('2026-11-27T20:00:00Z');
    expect(lastDays(1, late)).toEqual({ from: '2026-11-28', to: '2026-11-28' });
    expect(lastDays(7, late)).toEqual({ from: '2026-11-22', to: '2026-11-28' });
  });
});
