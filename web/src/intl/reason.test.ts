import { describe, expect, it } from 'vitest';
import english from './messages/en.json';
import { reasonId } from './reason';

const hasWords = (id: string) => id in english;

describe('why a line failed', () => {
  it('is said in the words of the catalogue', () => {
    expect(reasonId('EXPIRED_SLIP', 'deposit', hasWords)).toBe('slipReason.EXPIRED_SLIP');
    expect(reasonId('TRANSFER_FAIL', 'transfer', hasWords)).toBe('error.TRANSFER_FAIL');
    expect(reasonId('MAINTENANCE', 'transfer', hasWords)).toBe('game.maintenance');
    expect(reasonId('PLAYER_SUSPENDED', 'transfer', hasWords)).toBe('game.suspended');
  });

  it('is never the code of a provider or a bank', () => {
    expect(reasonId('PLAYER_IN_ROUND', 'transfer', hasWords)).toBe('error.TRANSFER_FAIL');
    expect(reasonId('ACCOUNT_INVALID', 'withdraw', hasWords)).toBe('withdraw.returned');
    expect(reasonId('SOMETHING_NEW', 'deposit', hasWords)).toBeNull();
  });
});
