import { screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Slot } from '../../api/types';
import { type Call, gateway, memberStore, show } from '../../stage';
import { eventually } from '../../vitest.patience';
import { ActiveGame } from './ActiveGame';

const SLOT = {
  code: 'pg',
  name: 'PG Soft',
  category: 'slot',
  isActive: true,
  amount: '300.00',
  readAt: '2026-11-21T10:00:00Z',
  ftWalletSlot: '1',
  maintenance: false,
} as Slot;
const BONUS = {
  code: 'WELCOME',
  title: { th: 'Welcome bonus', la: 'Welcome bonus', en: 'Welcome bonus' },
  quote: { status: 'READY', closesOnPlay: true, closesOnWithdrawal: true, figures: null },
};
const WARNING = 'Your first bet closes these bonuses until your next deposit';

let calls: Call[];

function open(slot: Slot, closesOnPlay: boolean) {
  const bonus = { ...BONUS, quote: { ...BONUS.quote, closesOnPlay } };
  const answers: Record<string, object> = {
    'GET /api/bonus': { bonuses: [bonus] },
    'GET /api/wallet/account/pg': { username: 'p1', password: 'secret' },
  };
  calls = gateway(({ path }) => Response.json(answers[path] ?? {}));
  const props = { slot, walletAmount: '0.00', isExcluded: false };
  const { store } = show(<ActiveGame {...props} />, memberStore());
  return store;
}

const asked = () =>
  eventually(() => expect(calls.map(({ path }) => path)).toContain('GET /api/bonus'));

afterEach(() => vi.unstubAllGlobals());

describe('the game that is about to be played', () => {
  it('says which bonuses the first bet closes, and leads to them', async () => {
    const store = open(SLOT, true);
    expect(await screen.findByText(WARNING)).toBeInTheDocument();
    screen.getByRole('button', { name: 'Welcome bonus' }).click();
    expect(store.getState().dialog.stack).toEqual([{ name: 'bonus', props: { code: 'WELCOME' } }]);
  });

  it.each([
    ['no bonus is closed by a bet', SLOT, false],
    ['nothing can be played', { ...SLOT, maintenance: true }, true],
  ])('says nothing where %s', async (_, slot, closesOnPlay) => {
    open(slot, closesOnPlay);
    await asked();
    await screen.findByText('p1');
    expect(screen.queryByText(WARNING)).toBeNull();
  });
});
