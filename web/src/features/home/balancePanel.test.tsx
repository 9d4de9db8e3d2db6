import { screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { Wallet } from '../../api/types';
import { show } from '../../stage';
import { BalancePanel } from './BalancePanel';

const WALLET = {
  profile: { name: 'Aree' },
  wallet: { amount: '0.00', currency: 'THB' },
  total: '0.00',
  inTransit: '0.00',
  pendingWithdrawal: '0.00',
  slots: [],
} as unknown as Wallet;

/** What the balance says next to its refresh button, with news at its foot. */
function atRefresh(lastSync: string | null) {
  show(
    <BalancePanel wallet={{ ...WALLET, lastSync }} onRefresh={vi.fn()} isRefreshing={false}>
      <p>Prize: 5 coins</p>
    </BalancePanel>,
  );
  return screen.getByRole('button', { name: 'Refresh' }).parentElement;
}

describe('the balance', () => {
  it('says next to its refresh button when the games were asked last', () => {
    const header = atRefresh(new Date(Date.now() - 120_000).toISOString());
    expect(header).toHaveTextContent(/Aree.*Last updated.*2 minutes ago/);
  });

  it('says there that they were never asked', () => {
    expect(atRefresh(null)).toHaveTextContent(/Last updated ?Not yet/);
  });
});
