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
        since={null}
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
    <WithdrawOutcome
      amount="100.00"
      answer={answer}
      wallet={wallet}
      since={null}
      onStartOver={() => {}}
    />,
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

const GAMES = {
  ...wallet,
  asOf: '12',
  slots: [
    { code: 'pg', name: 'PG Soft', isActive: true, amount: '0.00', ftWalletSlot: '1' },
    { code: 'imi', name: 'IMI Slot', isActive: true, amount: '0.00', ftWalletSlot: '1' },
    { code: 'joker', name: 'Joker', isActive: true, amount: '2.00', ftWalletSlot: '100' },
  ],
} as Wallet;
const step = (from: string, position: string, status: string) => ({
  ...{ id: `${from}-${position}`, statementType: 'transfer', from, to: 'WALLET', position, status },
  amount: '300.00',
});

function outcome(lines: object[], asOf = '12', view = GAMES) {
  gateway(() => Response.json({ statements: lines, total: lines.length, asOf }));
  const answer = { id: 'w-1', status: 'SUCCESS', position: '12', balance: '0.00' } as Withdrawal;
  const none = () => undefined;
  show(
    <WithdrawOutcome amount="800.00" answer={answer} wallet={view} since="9" onStartOver={none} />,
    memberStore(),
  );
}

it('a withdrawal with the games says what each has given, and what is missing', async () => {
  outcome([
    step('imi', '11', 'PENDING'),
    step('pg', '10', 'SUCCESS'),
    step('joker', '8', 'SUCCESS'),
  ]);
  expect(await screen.findByText('Not everything was withdrawn')).toBeVisible();
  expect(screen.getByText(/^฿500\.00 is still in a game or being checked/)).toBeVisible();
  const rows = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(rows).toEqual([
    expect.stringMatching(/IMI Slot → Main wallet.*300\.00.*In progress/),
    expect.stringMatching(/PG Soft → Main wallet.*300\.00.*Success/),
    expect.stringMatching(/Joker → Main wallet.*200\.00.*Failed/),
  ]);
});

it('a withdrawal with the games is paid when each of them has given its money', async () => {
  const slots = GAMES.slots.filter(({ code }) => code !== 'joker');
  outcome([step('pg', '10', 'SUCCESS')], '12', { ...GAMES, slots });
  expect(await screen.findByRole('listitem')).toHaveTextContent('PG Soft');
  expect(screen.getByText('Withdrawal paid')).toBeVisible();
  expect(screen.queryByText(/still in a game/)).toBeNull();
});

it('a withdrawal with the games names none before its own position is read', async () => {
  outcome([step('pg', '10', 'SUCCESS')], '11');
  await screen.findByText('Withdrawal paid');
  expect(screen.queryByRole('listitem')).toBeNull();
});
