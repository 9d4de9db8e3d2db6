import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Slot, Wallet } from '../../api/types';
import { memberStore, show } from '../../stage';
import { BalancePanel } from './BalancePanel';

const NEVER = 'Game balances not updated yet';

function panel(isActive: boolean, lastSync: string | null) {
  const wallet = {
    profile: { name: 'Suda' },
    wallet: { amount: '100.00', currency: 'THB' },
    total: '100.00',
    inTransit: '0.00',
    pendingWithdrawal: '0.00',
    lastSync,
    slots: [{ code: 'PG', amount: '0.00', ftWalletSlot: '1', isActive } as Slot],
  } as Wallet;
  show(
    <BalancePanel wallet={wallet} onRefresh={() => undefined} isRefreshing={false} />,
    memberStore(),
  );
}

describe('how fresh the balances of the games are', () => {
  it('is not said to a member who has opened no game', () => {
    panel(false, null);
    expect(screen.queryByText(NEVER)).toBeNull();
  });

  it('is said to a member whose games were never asked', () => {
    panel(true, null);
    expect(screen.getByText(NEVER)).toBeVisible();
  });

  it('is said by the time of the last answer', () => {
    panel(true, new Date(Date.now() - 120_000).toISOString());
    expect(screen.queryByText(NEVER)).toBeNull();
    expect(screen.getAllByText(/2 minutes ago/)[0]).toBeVisible();
  });
});
