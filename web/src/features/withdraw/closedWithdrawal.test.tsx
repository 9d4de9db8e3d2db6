import { screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { gateway, giveDialogs, memberStore, show } from '../../stage';
import WithdrawDialog from './WithdrawDialog';

beforeEach(giveDialogs);

const LIMITS = { withdrawMin: '100.00', withdrawMax: '50000.00', holdHours: 24 };

/** The dialog of a member with a PIN; `part` replaces what the gateway says by itself. */
function open(part: { limits?: object; grant?: object; amount?: string; inGame?: string }) {
  const slot = { code: 'pg', name: 'PG Soft', isActive: true, ftWalletSlot: '1' };
  const answers: Record<string, object> = {
    'GET /api/wallet': {
      wallet: { amount: part.amount ?? '500.00', currency: 'THB' },
      bankAccount: { bankAccountNo: '1234567890', bankCode: 'KBANK', bank: { th: 'KBANK' } },
      slots: [{ ...slot, amount: part.inGame ?? '0.00' }],
      asOf: '9',
    },
    'GET /api/lookup/withdraw': { ...LIMITS, isPinSet: true, isFrozen: false, ...part.limits },
    'GET /api/bonus/check/active': { grant: part.grant ?? null, type: null },
    'GET /api/bonus': { bonuses: [] },
    'POST /api/wallet/refresh/slot': { slots: [], position: '9' },
  };
  gateway(({ path }) => Response.json(answers[path] ?? {}));
  show(<WithdrawDialog onClose={() => undefined} />, memberStore());
}

it.each([
  ['a running bonus', { grant: { isWithdrawBlocked: true } }, 'A bonus condition is still active'],
  ['a freeze', { limits: { isFrozen: true } }, 'Your account is temporarily frozen'],
  ['too little money', { amount: '99.99' }, /less than the minimum of/],
])('a withdrawal that %s closes has no form, and nothing is available', async (_, part, words) => {
  open(part);
  expect(await screen.findByText(words)).toBeVisible();
  expect(screen.getByText('Available to withdraw').parentElement).toHaveTextContent('\u0e3f0.00');
  expect(screen.queryByRole('textbox')).toBeNull();
  expect(screen.queryByRole('radio')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Next' })).toBeNull();
});

it('a running bonus can be ended from there', async () => {
  open({ grant: { isWithdrawBlocked: true } });
  expect(await screen.findByRole('button', { name: 'End bonus' })).toBeEnabled();
});

it('too little in the main wallet closes nothing while the games have enough', async () => {
  open({ amount: '5.00', inGame: '300.00' });
  expect(await screen.findByRole('textbox')).toBeEnabled();
});
