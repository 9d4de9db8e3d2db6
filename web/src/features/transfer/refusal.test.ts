import { describe, expect, it } from 'vitest';
import { readRefusal } from './refusal';

const body = { from: 'pg', to: 'WALLET', amount: '500.00' };
const refused = (amount: string, ok = true) => ({
  code: 'TRANSFER_FAIL',
  status: 409,
  data: { reason: 'INSUFFICIENT_BALANCE', games: [{ code: 'pg', amount, ok, readAt: null }] },
});

describe('a refused transfer', () => {
  it('offers what the game holds instead', () => {
    expect(readRefusal(refused('300.00'), body)).toEqual({
      code: 'pg',
      amount: '300.00',
      reason: 'INSUFFICIENT_BALANCE',
      instead: { from: 'pg', to: 'WALLET', amount: '300.00' },
    });
  });

  it('offers nothing where the game holds too little', () => {
    expect(readRefusal(refused('0.99'), body)).toMatchObject({ amount: '0.99', instead: null });
  });

  it('says nothing of a game that has not answered, or is not the source', () => {
    expect(readRefusal(refused('300.00', false), body)).toBeNull();
    expect(readRefusal(refused('300.00'), { ...body, from: 'imi' })).toBeNull();
    expect(readRefusal({ code: 'NETWORK', status: 0 }, body)).toBeNull();
  });
});
