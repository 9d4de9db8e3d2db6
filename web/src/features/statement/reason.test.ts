import { describe, expect, it } from 'vitest';
import english from '../../intl/messages/en.json';
import { reasonId, slipNote } from './reason';

const hasWords = (id: string) => id in english;

describe('why a line failed', () => {
  it('is said in the words of the catalogue', () => {
    expect(reasonId('EXPIRED_SLIP', 'deposit', hasWords)).toBe('slipReason.EXPIRED_SLIP');
    expect(reasonId('TRANSFER_FAIL', 'transfer', hasWords)).toBe('error.TRANSFER_FAIL');
    expect(reasonId('MAINTENANCE', 'transfer', hasWords)).toBe('game.maintenance');
  });

  it('is never the code of a provider or a bank', () => {
    expect(reasonId('PLAYER_IN_ROUND', 'transfer', hasWords)).toBe('error.TRANSFER_FAIL');
    expect(reasonId('ACCOUNT_INVALID', 'withdraw', hasWords)).toBe('withdraw.returned');
    expect(reasonId('SOMETHING_NEW', 'deposit', hasWords)).toBeNull();
  });
});

describe('what stands below the state of a slip', () => {
  it('is that staff looks at it, while it waits for them', () => {
    expect(slipNote({ status: 'PENDING', note: 'LARGE_AMOUNT' })).toEqual({ id: 'slip.withStaff' });
    expect(slipNote({ status: 'PENDING', note: null })).toBeNull();
  });

  it('is the reason, once it was refused, and nothing beside its money', () => {
    expect(slipNote({ status: 'FAILED', note: 'NOT_MATCH' })).toEqual({ code: 'NOT_MATCH' });
    expect(slipNote({ status: 'SUCCESS', note: 'NOT_MATCH' })).toBeNull();
  });
});
