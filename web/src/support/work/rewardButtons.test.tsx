import { fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { IntlProvider } from 'react-intl';
import { Provider } from 'react-redux';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import portal from '../../intl/messages/en.json';
import { type Call, fill, gateway, giveDialogs } from '../../stage';
import { staffSignedIn } from '../api/session';
import type { StaffRole, StateGrant } from '../api/types';
import { createSupportStore } from '../app/store';
import own from '../messages/en.json';
import { RewardButtons } from './RewardButtons';

const words = { ...portal, ...own } as unknown as Record<string, string>;

const REWARDS = {
  currency: 'THB',
  bonuses: [
    { code: 'WELCOME', kind: 'bonus', successPercent: 300, failPercent: 10, turnoverTimes: 2 },
    { code: 'GIFT', kind: 'bonus', successPercent: 200, failPercent: 10, turnoverTimes: 0 },
  ],
  prizes: [{ code: 'CASH20', amount: '20.00' }],
  coins: '3',
  aloneUpTo: '1000',
};

const GRANT = { id: 'grant-1', reference: 'WELCOME' } as StateGrant;

let calls: Call[];

beforeAll(giveDialogs);
afterEach(() => vi.unstubAllGlobals());

function show(grant: StateGrant | null = null, role: StaffRole = 'agent') {
  calls = gateway(({ path }) =>
    Response.json(path.startsWith('POST') ? { status: 'SUCCESS', id: 'one' } : REWARDS),
  );
  const store = createSupportStore();
  const staff = { id: 's', username: 'nok', name: 'Nok', role };
  store.dispatch(staffSignedIn({ token: 'st_1', expiresAt: '2026-11-28T05:00:00Z', staff }));
  render(
    <Provider store={store}>
      <IntlProvider locale="en" messages={words}>
        <RewardButtons playerId="player-1" held="50.00" grant={grant} />
      </IntlProvider>
    </Provider>,
  );
}

const sent = () => calls.filter(({ path }) => path.startsWith('POST'));

async function open(title: string) {
  await userEvent.click(screen.getByRole('button', { name: title }));
  return within(await screen.findByRole('dialog'));
}

describe('a reward of staff', () => {
  it('says what a bonus does before it is given, and who may give it alone', async () => {
    show();
    expect(calls).toEqual([]);
    const dialog = await open('Give a bonus');
    expect(dialog.getByText(/One person gives up to ฿1,000.00/)).toBeInTheDocument();
    fill('Amount', '100');
    const preview = dialog.getByText(/Adds ฿100.00. It is won at 300%/);
    expect(preview).toHaveTextContent('which is ฿450.00 if no money is at games');
    fill('Reason', 'waited for an hour');
    fireEvent.click(dialog.getByRole('button', { name: 'Give a bonus' }));
    await vi.waitFor(() => expect(sent()).toHaveLength(1));
    expect(sent()[0]?.path).toBe('POST /api/support/players/player-1/bonuses');
    expect(sent()[0]?.body).toEqual({
      code: 'WELCOME',
      amount: '100',
      reason: 'waited for an hour',
    });
  });

  it('asks a second person above what one person gives', async () => {
    show();
    const dialog = await open('Give a bonus');
    fill('Amount', '1000.01');
    expect(dialog.getByRole('button', { name: 'Ask a second person' })).toBeVisible();
    fill('Amount', '1000');
    expect(dialog.getByRole('button', { name: 'Give a bonus' })).toBeVisible();
  });

  it('says how often a bonus is played through, unless that is not asked', async () => {
    show();
    const dialog = await open('Give a bonus');
    fill('Amount', '100');
    expect(dialog.getByText(/once played through 2 times/)).toBeInTheDocument();
    await userEvent.selectOptions(dialog.getByLabelText('Bonus'), 'GIFT');
    expect(dialog.getByText(/It is won at 200%/)).not.toHaveTextContent('played through');
  });

  it('of coins takes two where there is no limit', async () => {
    show();
    const dialog = await open('Give coins');
    expect(dialog.getByText('A second person must approve.')).toBeInTheDocument();
    expect(dialog.getByText('The player has 3 coins for the wheel.')).toBeInTheDocument();
  });

  it('is no other bonus while one is active, which can be ended', async () => {
    show(GRANT);
    expect(screen.queryByRole('button', { name: 'Give a bonus' })).toBeNull();
    expect(screen.getByText(/While WELCOME is active, no other bonus/)).toBeVisible();
    const dialog = await open('End the bonus');
    fill('Reason', 'asked for it');
    fireEvent.click(dialog.getByRole('button', { name: 'End the bonus' }));
    await vi.waitFor(() => expect(sent()).toHaveLength(1));
    expect(sent()[0]?.path).toBe('POST /api/support/players/player-1/bonuses/grant-1/end');
  });

  it('is not there for auditors', () => {
    show(null, 'auditor');
    expect(screen.queryByRole('button')).toBeNull();
  });
});
