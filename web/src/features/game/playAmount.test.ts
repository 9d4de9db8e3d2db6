import { describe, expect, it } from 'vitest';
import type { Slot } from '../../api/types';
import { playAmount } from './playAmount';

const slot = (part: Partial<Slot> = {}) =>
  ({ code: 'pg', isActive: true, amount: '0.00', ftWalletSlot: '1', ...part }) as Slot;

describe('what one press moves into a game', () => {
  it.each([
    ['the last amount, where the main wallet has it', slot(), '500.00', '200.00', '200.00'],
    ['all of it, where it has less', slot(), '150.00', '200.00', '150.00'],
    ['all of it the first time, where it is little', slot(), '123.45', undefined, '123.45'],
    ['no more than the largest preset the first time', slot(), '9000.00', undefined, '500.00'],
    ['as much as the last time, however much that was', slot(), '9000.00', '2000.00', '2000.00'],
    ['only what the units can express', slot({ ftWalletSlot: '1000' }), '239', undefined, '230.00'],
    ['money in addition to what is there', slot({ amount: '99.99' }), '500.00', '100.00', '100.00'],
    ['nothing where the game has as much', slot({ amount: '100.00' }), '500.00', '100.00', null],
    [
      'by what the units are worth',
      slot({ amount: '1.00', ftWalletSlot: '100' }),
      '90',
      '90',
      null,
    ],
    ['nothing out of an empty wallet', slot(), '0.00', '100.00', null],
    ['nothing below the minimum', slot(), '0.99', undefined, null],
    ['money into an account to be opened', slot({ isActive: false }), '5.00', undefined, '5.00'],
  ])('is %s', (_, game, inWallet, last, amount) => {
    expect(playAmount(game, { inWallet, currency: 'THB', last })).toBe(amount);
  });
});
