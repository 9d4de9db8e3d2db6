import { screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { Wallet, Withdrawal } from '../../api/types';
import { gateway, memberStore, show } from '../../stage';
import { WithdrawOutcome } from './WithdrawOutcome';

afterEach(() => vi.unstubAllGlobals());

const wallet = {
  wallet: { amount: '400.00', currency: 'THB' },
  bankAccount: { bankAccountNo: '1234567890' },
} as Wallet;

it.each([
  ['SUCCESS', 'Withdrawal paid', 'The money has been paid to your account'],
  [
    'PENDING',
    'Withdrawal requested',
    'The money is on its way to your account; the statement shows its status',
  ],
  ['FAILED', 'Withdrawal failed', 'The withdrawal failed; the money is back in your wallet'],
] as const)(
  'a withdrawal that is %s has a title and a text that agree',
  (status, title, detail) => {
    gateway(() => Response.json({ statements: [], total: 0 }));
    const answer = { id: 'w-1', status, balance: '400.00' } as Withdrawal;
    show(
      <WithdrawOutcome
        amount="100.00"
        answer={answer}
        wallet={wallet}
        onStartOver={() => undefined}
      />,
      memberStore(),
    );
    expect(screen.getByText(title)).toBeVisible();
    expect(screen.getByText(detail)).toBeVisible();
  },
);
