import { describe, expect, it } from 'vitest';
import { chanceOf, sumOfWeights } from './chance';

describe('the chance of a slice', () => {
  it('is its share of the sum of all weights', () => {
    const sum = sumOfWeights([{ weight: 4000 }, { weight: 2500 }, { weight: 3500 }]);
    expect(chanceOf(4000, sum)).toBe('40%');
    expect(chanceOf(2500, sum)).toBe('25%');
    expect(chanceOf(1, 3)).toBe('33.33%');
  });

  it('is never shown as none where the slice can be drawn', () => {
    expect(chanceOf(1, 10_000)).toBe('0.01%');
    expect(chanceOf(1, 1_000_000)).toBe('<0.01%');
    expect(chanceOf(0, 10_000)).toBe('0%');
  });
});
