import { describe, expect, it } from 'vitest';
import { shortId } from './ids';

describe('the short form of an id', () => {
  it('is its beginning, down to the millisecond in which it was made', () => {
    expect(shortId('01a1fdd8-2731-70b2-a92f-d498fe5cc7e5')).toBe('01a1fdd8-2731');
  });

  it('leaves whole what is no id', () => {
    for (const text of ['scb-1', 'PGX_a1b2c3d4e5f6a7b8c9d0e1f2a3b4c5d6e7f8', '0812345678']) {
      expect(shortId(text)).toBe(text);
    }
  });
});
