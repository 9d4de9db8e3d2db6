import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import type { Grant } from '../../api/types';
import { gateway, giveDialogs, memberStore, show } from '../../stage';
import { eventually } from '../../vitest.patience';
import { ActiveGrantCard } from './ActiveGrantCard';

const REFRESH = 'POST /api/wallet/refresh/slot';
const GRANT = {
  id: 'g1',
  code: 'WELCOME',
  amount: '100.00',
  base: '100.00',
  total: '200.00',
  turnoverNeeded: '0.00',
  turnover: '0.00',
  failTo: '5.00',
  successFrom: '400.00',
  startedAt: '2026-11-21T10:00:00Z',
  isWithdrawBlocked: true,
} as unknown as Grant;

beforeEach(giveDialogs);

it('asks the games when a bonus is looked at, and again before it is ended', async () => {
  const slots = [
    { code: 'pg', amount: '0.00', ftWalletSlot: '1', isActive: true },
    { code: 'imi', amount: '0.00', ftWalletSlot: '1', isActive: false },
  ];
  const wallet = { wallet: { amount: '0.00', currency: 'THB' }, slots };
  const calls = gateway(({ path }) =>
    Response.json(path === REFRESH ? { slots: [], position: '9' } : wallet),
  );
  const asked = () => calls.filter(({ path }) => path === REFRESH).length;
  show(<ActiveGrantCard grant={GRANT} type="limit" currency="THB" />, memberStore());
  await eventually(() => expect(asked()).toBe(1));
  await userEvent.click(screen.getByRole('button', { name: 'End bonus' }));
  await eventually(() => expect(asked()).toBe(2));
  const total = screen.getAllByText('฿200.00').at(-1);
  expect(screen.getByRole('alertdialog')).toContainElement(total ?? null);
});
