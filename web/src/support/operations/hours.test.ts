import { describe, expect, it } from 'vitest';
import { barsOf, CHART, stepsOf, topOf } from './hours';

describe('the hours of a day', () => {
  it('have the largest of both days as their top', () => {
    expect(topOf(['20.00', '9.50'], ['100.00', '0'])).toBe('100.00');
    expect(topOf(['9.50'], ['0', '0'])).toBe('9.50');
    expect(topOf(['0'], ['0', '0.00'])).toBeNull();
  });

  it('are bars as high as their share, each in its own slot', () => {
    const bars = barsOf(['0', '50.00', '100.00', '0.01'], '100.00');
    expect(bars.map(({ hour }) => hour)).toEqual([1, 2, 3]);
    expect(bars.map(({ height }) => height)).toEqual([40, 80, 2]);
    for (const { hour, x, y, width, height } of bars) {
      expect(y + height).toBe(CHART.height);
      expect(x).toBeGreaterThan(hour * 10);
      expect(x + width).toBeLessThan((hour + 1) * 10);
    }
  });

  it('are steps of yesterday from edge to edge', () => {
    expect(stepsOf(['0', '50.00'], '100.00')).toBe('M0 80V80H10V40H20V80Z');
  });
});
