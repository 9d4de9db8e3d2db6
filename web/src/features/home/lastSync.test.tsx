import { act, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Slot, Wallet } from '../../api/types';
import { serviceGone } from '../../client/session';
import { show } from '../../stage';
import { LastSync } from './LastSync';

const NEVER = 'Game balances not updated yet';

function panel(isActive: boolean, lastSync: string | null) {
  const slots = [{ code: 'PG', amount: '0.00', ftWalletSlot: '1', isActive } as Slot];
  const { store } = show(
    <p>
      <LastSync wallet={{ lastSync, slots } as Wallet} />
    </p>,
  );
  return store;
}

describe('how fresh the balances of the games are', () => {
  it('is not said to a member who has opened no game', () => {
    panel(false, null);
    expect(screen.queryByText(NEVER)).toBeNull();
    expect(screen.getByText('Pay in, choose a game, and play')).toBeVisible();
  });

  it('is no reason to pay in where the service has closed', () => {
    const store = panel(false, null);
    act(() => {
      store.dispatch(serviceGone());
    });
    expect(screen.queryByText('Pay in, choose a game, and play')).toBeNull();
    expect(screen.getByText('The service has closed')).toBeVisible();
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
