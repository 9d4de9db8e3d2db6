import { describe, expect, it } from 'vitest';
import { progressOf, shareOfBand } from './band';

const BAND = { failTo: '80.00', successFrom: '2400.00', turnoverNeeded: '0.00' };

describe('the band of a grant', () => {
  it('is won from its upper end on and lost down to its lower one', () => {
    const at = (total: string) => progressOf({ ...BAND, total });
    expect(at('2400.00')).toBe('won');
    expect(at('2399.99')).toBe('open');
    expect(at('80.01')).toBe('open');
    expect(at('80.00')).toBe('lost');
    expect(at('79.50')).toBe('lost');
  });

  it('does not call it won where bets are asked for as well', () => {
    const band = { ...BAND, turnoverNeeded: '1800.00' };
    expect(progressOf({ ...band, total: '2400.00' })).toBe('turnover');
    expect(progressOf({ ...band, total: '80.00' })).toBe('lost');
  });

  it('is drawn from end to end and never beyond', () => {
    const at = (total: string) => shareOfBand({ ...BAND, total });
    expect(at('80.00')).toBe(0);
    expect(at('1240.00')).toBe(0.5);
    expect(at('2400.00')).toBe(1);
    expect(at('0.00')).toBe(0);
    expect(at('99999.99')).toBe(1);
  });

  it('is full when both ends are the same', () => {
    expect(shareOfBand({ ...BAND, failTo: '2400.00', total: '1.00' })).toBe(1);
  });
});
