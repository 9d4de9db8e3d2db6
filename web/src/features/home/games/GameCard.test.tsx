import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { IntlProvider } from 'react-intl';
import { Provider } from 'react-redux';
import { describe, expect, it } from 'vitest';
import type { Slot } from '../../../api/types';
import { createAppStore } from '../../../app/store';
import english from '../../../intl/messages/en.json';
import { sumInGames } from '../balances';
import { GameCard } from './GameCard';

const SLOT: Slot = {
  code: 'pg',
  name: 'PG Soft',
  category: 'slot',
  isActive: true,
  amount: '12.34',
  readAt: null,
  ftWalletSlot: '1000',
  logo: null,
  background: null,
  colour: '#3546c8',
  web: null,
  android: null,
  ios: null,
  maintenance: false,
};

function show(slot: Partial<Slot>, amount = '50.00', isExcluded = false) {
  const store = createAppStore();
  render(
    <Provider store={store}>
      <IntlProvider locale="en" messages={english as unknown as Record<string, string>}>
        <GameCard
          slot={{ ...SLOT, ...slot }}
          wallet={{ amount, currency: 'THB' }}
          isExcluded={isExcluded}
        />
      </IntlProvider>
    </Provider>,
  );
  return store;
}

describe('a game card', () => {
  it("shows the provider's units times the operator's factor, exactly", () => {
    show({});
    expect(screen.getByText('฿12,340.00')).toBeInTheDocument();
  });

  it('opens the transfer into its own game', async () => {
    const store = show({});
    await userEvent.click(screen.getByRole('button', { name: 'Transfer in: PG Soft' }));
    expect(store.getState().dialog.stack).toEqual([
      { name: 'transfer', props: { slotCode: 'pg', direction: 'in' } },
    ]);
  });

  it('cannot be filled from an empty wallet, nor while it is under maintenance or the player takes a break', () => {
    show({}, '0.00');
    show({ maintenance: true });
    show({}, '50.00', true);
    const buttons = screen.getAllByRole('button', { name: 'Transfer in: PG Soft' });
    expect(buttons).toHaveLength(3);
    for (const button of buttons) expect(button).toBeDisabled();
  });

  it('asks to open an account where there is none', async () => {
    const store = show({ isActive: false });
    expect(screen.queryByText(/฿/)).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Open account: PG Soft' }));
    expect(store.getState().dialog.stack).toEqual([{ name: 'game', props: { slotCode: 'pg' } }]);
  });
});

describe('the sum in games', () => {
  it('counts open accounts only and never rounds', () => {
    const tenth = { ...SLOT, amount: '0.10', ftWalletSlot: '1' };
    const closed = { ...tenth, isActive: false };
    expect(sumInGames([tenth, tenth, tenth, closed])).toBe('0.30');
    expect(sumInGames([])).toBe('0');
  });
});
