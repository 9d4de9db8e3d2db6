import { describe, expect, it } from 'vitest';
import { sequenceOf, stepOf } from './position';

describe('the position in the address', () => {
  it('is kept within the life of the player', () => {
    expect(sequenceOf('7', 20)).toBe(7);
    expect(sequenceOf('900', 20)).toBe(20);
    expect(sequenceOf('0', 20)).toBe(1);
  });

  it('counts as not said when it is no number', () => {
    for (const text of [null, '', 'newest', '-3', '1.5', '1e3', '9'.repeat(30)]) {
      expect(sequenceOf(text, 20), String(text)).toBeNull();
    }
  });
});

describe('the keys', () => {
  it('move by one event, with shift by ten, and to both ends', () => {
    expect(stepOf('ArrowLeft', false)).toBe(-1);
    expect(stepOf('ArrowRight', false)).toBe(1);
    expect(stepOf('ArrowLeft', true)).toBe(-10);
    expect(stepOf('ArrowRight', true)).toBe(10);
    expect(stepOf('Home', false)).toBe('first');
    expect(stepOf('End', false)).toBe('newest');
    expect(stepOf('a', false)).toBeNull();
  });
});
