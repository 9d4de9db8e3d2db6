import { describe, expect, it } from 'vitest';
import { bangkokTime, isWithin } from './closingHours';

describe('the closing hours of slips', () => {
  it('may run over midnight', () => {
    const isClosed = (time: string) => isWithin(time, '23:45', '00:15');
    expect(['23:44', '23:45', '00:00', '00:14', '00:15', '12:00'].map(isClosed)).toEqual([
      false,
      true,
      true,
      true,
      false,
      false,
    ]);
  });

  it('may lie within a day, and the last minute is open again', () => {
    const isClosed = (time: string) => isWithin(time, '02:00', '03:00');
    expect(['01:59', '02:00', '02:59', '03:00'].map(isClosed)).toEqual([false, true, true, false]);
  });

  it('are those of Bangkok, wherever the player is', () => {
    expect(bangkokTime(Date.parse('2026-11-21T16:50:00Z'))).toBe('23:50');
  });
});
