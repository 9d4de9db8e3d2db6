import { screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { Wallet, Withdrawal } from '../../api/types';
import { gateway, memberStore, show } from '../../stage';
import { HeldNotice } from './HeldNotice';
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

it('a withdrawal that is held says until when, and blames not the bank account alone', () => {
  gateway(() => Response.json({ statements: [], total: 0 }));
  const heldUntil = '2026-11-28T05:00:00Z';
  const answer = { id: 'w-1', status: 'PENDING', balance: '400.00', heldUntil } as Withdrawal;
  show(
    <WithdrawOutcome amount="100.00" answer={answer} wallet={wallet} onStartOver={() => {}} />,
    memberStore(),
  );
  expect(
    screen.getByText(/until 28\/11\/2026 12:00:00 because .*account or password/),
  ).toBeVisible();
});

it('the form says until when withdrawals wait, and why', () => {
  show(<HeldNotice until="2026-11-28T05:00:00Z" />);
  expect(screen.getByText(/account or password is new.*28\/11\/2026 12:00:00/)).toBeVisible();
});
