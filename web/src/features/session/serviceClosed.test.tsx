import { fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { gateway, memberStore, show } from '../../stage';
import ServiceClosed from './ServiceClosed';

afterEach(() => vi.unstubAllGlobals());

function open(isActive: boolean) {
  gateway(() => Response.json({ slots: [{ code: 'pg', isActive }] }));
  return show(<ServiceClosed />, memberStore());
}

describe('a member of a service that has closed', () => {
  it('reads it, and is offered the ways out', async () => {
    const { store } = open(true);
    expect(screen.getByRole('status')).toHaveTextContent(/Deposits and games are closed/);
    fireEvent.click(await screen.findByRole('button', { name: 'Bring everything back' }));
    fireEvent.click(screen.getByRole('button', { name: 'Withdraw' }));
    expect(store.getState().dialog.stack).toEqual([
      { name: 'transfer', props: { isAll: true } },
      { name: 'withdraw', props: {} },
    ]);
  });

  it('who has no game account only withdraws', async () => {
    const { store } = open(false);
    await vi.waitFor(() => {
      const [wallet] = Object.values(store.getState().api.queries);
      expect(wallet?.status).toBe('fulfilled');
    });
    expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      'Withdraw',
    ]);
  });
});
