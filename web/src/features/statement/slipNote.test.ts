import { describe, expect, it } from 'vitest';
import { slipNote } from './slipNote';

describe('the note below the state of a slip', () => {
  it('is that staff looks at it, while it waits for them', () => {
    expect(slipNote({ status: 'PENDING', note: 'LARGE_AMOUNT' })).toEqual({ id: 'slip.withStaff' });
    expect(slipNote({ status: 'PENDING', note: null })).toBeNull();
  });

  it('is the reason once it was refused, and nothing once it was credited', () => {
    expect(slipNote({ status: 'FAILED', note: 'NOT_MATCH' })).toEqual({ code: 'NOT_MATCH' });
    expect(slipNote({ status: 'SUCCESS', note: 'NOT_MATCH' })).toBeNull();
  });
});
