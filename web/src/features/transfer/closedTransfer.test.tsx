import { screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { serviceGone } from '../../client/session';
import { gateway, giveDialogs, memberStore, show } from '../../stage';
import TransferDialog from './TransferDialog';

const slot = (code: string) => ({
  code,
  name: code.toUpperCase(),
  category: 'slot',
  isActive: true,
  amount: '50.00',
  readAt: '2026-11-21T10:00:00Z',
  ftWalletSlot: '1',
  maintenance: false,
});
const WALLET = {
  wallet: { amount: '500.00', currency: 'THB' },
  slots: [slot('pg'), slot('joker')],
};

beforeEach(giveDialogs);
afterEach(() => vi.unstubAllGlobals());

function open(isGone: boolean, props: { isAll?: boolean; slotCode?: string } = {}) {
  gateway(({ path }) => Response.json(path === 'GET /api/wallet' ? WALLET : { bonuses: [] }));
  const store = memberStore();
  if (isGone) store.dispatch(serviceGone());
  show(<TransferDialog onClose={() => undefined} {...props} />, store);
}

const tab = (name: string) => screen.findByRole('tab', { name });
const optionsOf = (label: string) =>
  [...((screen.getByLabelText(label) as HTMLSelectElement).options ?? [])]
    .filter(({ value }) => value !== '')
    .map(({ value, disabled }) => [value, disabled]);

describe('a transfer', () => {
  it('begins with everything where that was asked for', async () => {
    open(false, { isAll: true });
    expect(await tab('All games to one')).toHaveAttribute('aria-selected', 'true');
  });

  it('leads out of a game only, once the service has closed', async () => {
    open(true, { slotCode: 'pg' });
    expect(await tab('All games to one')).toHaveAttribute('aria-selected', 'false');
    expect(screen.getByLabelText('From')).toHaveValue('pg');
    expect(screen.getByLabelText('To')).toHaveValue('WALLET');
    expect(optionsOf('To')).toEqual([
      ['WALLET', false],
      ['pg', true],
      ['joker', true],
    ]);
    expect(screen.getByText(/^Deposits and games are closed/)).toBeVisible();
  });
});
