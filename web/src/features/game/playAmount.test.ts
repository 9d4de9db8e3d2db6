import { describe, expect, it } from 'vitest';
import type { Slot } from '../../api/types';
import { playAmount } from './playAmount';

const slot = (part: Partial<Slot> = {}) =>
  ({ code: 'pg', isActive: true, amount: '0.00', ftWalletSlot: '1', ...part }) as Slot;

describe('what one press moves into a game', () => {
  it.each([
    ['the smallest preset, however much there is', slot(), '9000.00', '100.00'],
    ['all of the wallet where that is less', slot(), '99.50', '99.50'],
    ['only what the units can express', slot({ ftWalletSlot: '1000' }), '39', '30.00'],
    ['nothing where the game holds money', slot({ amount: '1.00' }), '500.00', null],
    [
      'nothing by what the units are worth',
      slot({ amount: '0.02', ftWalletSlot: '100' }),
      '90',
      null,
    ],
    [
      'money in addition to a rest that cannot be played',
      slot({ amount: '0.99' }),
      '500',
      '100.00',
    ],
    ['nothing out of an empty wallet', slot(), '0.00', null],
    ['nothing below the minimum', slot(), '0.99', null],
    ['money into an account to be opened', slot({ isActive: false }), '5.00', '5.00'],
  ])('is %s', (_, game, inWallet, amount) => {
    expect(playAmount(game, inWallet, 'THB')).toBe(amount);
  });

  it('is a preset of the currency', () => {
    expect(playAmount(slot(), '900000', 'LAK')).toBe('50000');
  });
});
