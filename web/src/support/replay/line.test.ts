import { describe, expect, it } from 'vitest';
import { drawLine, shareOf } from './line';

describe('the line of a balance', () => {
  it('stays level between two changes and ends at the right edge', () => {
    const points = [
      { sequence: 1, amount: '0.00' },
      { sequence: 3, amount: '200.00' },
      { sequence: 5, amount: '50.00' },
    ];
    const { line, area } = drawLine(points, 11);
    expect(line).toBe('M0 100H0V100H200V0H400V75H1000');
    expect(area).toBe(`${line}V100H0Z`);
  });

  it('is drawn for a balance that never was above zero', () => {
    expect(drawLine([{ sequence: 1, amount: '0.00' }], 1).line).toBe('M0 100H1000V100H1000');
    expect(drawLine([], 5).line).toBe('M0 100H1000');
  });

  it('has its ends at the first and the newest event', () => {
    expect([shareOf(1, 11), shareOf(6, 11), shareOf(11, 11), shareOf(1, 1)]).toEqual([
      0, 0.5, 1, 1,
    ]);
  });
});
