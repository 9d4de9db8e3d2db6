import { describe, expect, it } from 'vitest';
import type { Wallet } from '../../api/types';
import {
  allWithdrawn,
  balancesOf,
  checkWithdrawal,
  hasGameMoney,
  insteadOf,
  isBelowMinimum,
  mostToWithdraw,
  type WithdrawRoom,
} from './withdrawForm';

const room: WithdrawRoom = {
  limits: {
    withdrawMin: '100.00',
    withdrawMax: '50000.00',
    holdHours: 24,
    isPinSet: false,
    isFrozen: false,
  },
  source: 'wallet',
  balance: '1234.50',
  currency: 'THB',
};

describe('a withdrawal', () => {
  it('may be as small as the minimum and as large as the maximum', () => {
    const rich = { ...room, balance: '99999.00' };
    expect(checkWithdrawal('100', room)).toEqual({ ok: true, body: { amount: '100.00' } });
    expect(checkWithdrawal('99.99', room)).toMatchObject({ fault: { kind: 'belowMinimum' } });
    expect(checkWithdrawal('50,000', rich)).toMatchObject({ body: { amount: '50000.00' } });
    expect(checkWithdrawal('50000.01', rich)).toMatchObject({ fault: { kind: 'aboveMaximum' } });
  });

  it('is never more than the main wallet holds', () => {
    expect(checkWithdrawal('1234.50', room).ok).toBe(true);
    expect(checkWithdrawal('1234.51', room)).toMatchObject({ fault: { kind: 'beyondBalance' } });
  });

  it('is never zero, even when the operator sets no minimum', () => {
    const open = {
      ...room,
      limits: {
        withdrawMin: '0.00',
        withdrawMax: '50000.00',
        holdHours: 24,
        isPinSet: false,
        isFrozen: false,
      },
    };
    expect(checkWithdrawal('0', open)).toMatchObject({ fault: { kind: 'belowMinimum' } });
  });

  it('may take along what open games hold, in money and not in their units', () => {
    const slot = (amount: string, isActive: boolean) => ({
      amount,
      isActive,
      ftWalletSlot: '10',
    });
    const wallet = (slots: unknown[]) =>
      ({ wallet: { amount: '5.00', currency: 'THB' }, slots }) as Wallet;
    const rich = balancesOf(wallet([slot('1.25', true), slot('3.00', false)]));
    expect(rich).toEqual({ wallet: '5.00', all: '17.50' });
    expect(hasGameMoney(rich)).toBe(true);
    expect(hasGameMoney(balancesOf(wallet([slot('0.00', true)])))).toBe(false);
  });

  it('of everything is sent as such', () => {
    expect(allWithdrawn(room)).toEqual({ ok: true, body: { amount: 'ALL' } });
    const poor = { ...room, balance: '99.99' };
    expect(allWithdrawn(poor)).toMatchObject({ fault: { kind: 'belowMinimum' } });
  });

  it('that is refused offers what is there, within the limits', () => {
    const refused = (balance?: string) => ({
      code: 'MONEY_NOT_ENOUGH',
      status: 422,
      data: { balance },
    });
    expect(insteadOf(refused('800.00'), room.limits)).toBe('800.00');
    expect(insteadOf(refused('70000.00'), room.limits)).toBe('50000.00');
    expect(insteadOf(refused('99.99'), room.limits)).toBeNull();
    expect(insteadOf(refused(), room.limits)).toBeNull();
    expect(insteadOf({ code: 'NETWORK', status: 0 }, room.limits)).toBeNull();
  });

  it('takes everything up to the maximum', () => {
    expect(mostToWithdraw(room)).toBe('1234.50');
    expect(mostToWithdraw({ ...room, balance: '70000.00' })).toBe('50000.00');
    expect(isBelowMinimum({ ...room, balance: '99.99' })).toBe(true);
    expect(isBelowMinimum(room)).toBe(false);
  });
});
