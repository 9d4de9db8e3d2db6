import { describe, expect, it } from 'vitest';
import type { CommandStatus } from '../../api/types';
import { slipNote } from './slipNote';

const noteOf = (status: CommandStatus, note: string | null, amount: string | null = null) =>
  slipNote({ status, note, amount });

describe('the note below the state of a slip', () => {
  it('is that staff looks at it, while it waits for them', () => {
    expect(noteOf('PENDING', 'LARGE_AMOUNT')).toEqual({ id: 'slip.withStaff' });
    expect(noteOf('PENDING', null)).toBeNull();
  });

  it('says how much arrived where that is below the minimum', () => {
    const id = 'slip.belowMinimum';
    expect(noteOf('PENDING', 'DEPOSIT_MINIMUM', '5.00')).toEqual({ id, amount: '5.00' });
  });

  it('is the reason once it was refused, and nothing once it was credited', () => {
    expect(noteOf('FAILED', 'NOT_MATCH')).toEqual({ code: 'NOT_MATCH' });
    expect(noteOf('SUCCESS', 'NOT_MATCH')).toBeNull();
  });
});
