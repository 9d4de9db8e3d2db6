import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { IntlProvider } from 'react-intl';
import { Provider } from 'react-redux';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import portal from '../../intl/messages/en.json';
import { type Call, fill, gateway, giveDialogs } from '../../stage';
import { staffSignedIn } from '../api/session';
import type { PlayerNotes, StaffRole } from '../api/types';
import { createSupportStore } from '../app/store';
import own from '../messages/en.json';
import { Notes } from './Notes';

const words = { ...portal, ...own } as unknown as Record<string, string>;

const NOTES: PlayerNotes = {
  flags: ['SUSPECTED_FRAUD'],
  notes: [
    {
      id: '2',
      at: '2026-11-27T05:00:00Z',
      by: 'Malee',
      text: 'three cards in a week',
      flag: 'SUSPECTED_FRAUD',
      clears: false,
    },
    {
      id: '1',
      at: '2026-11-26T05:00:00Z',
      by: 'Somsak',
      text: 'calls often',
      flag: null,
      clears: false,
    },
  ],
};

let calls: Call[];

beforeAll(giveDialogs);
beforeEach(() => {
  calls = gateway(() => Response.json({ status: 'SUCCESS' }));
});
afterEach(() => vi.unstubAllGlobals());

function show(role: StaffRole) {
  const store = createSupportStore();
  const staff = { id: 'staff-2', username: 'second', name: 'Somsak', role };
  store.dispatch(staffSignedIn({ token: 'st_1', expiresAt: '2026-11-28T05:00:00Z', staff }));
  render(
    <Provider store={store}>
      <IntlProvider locale="en" messages={words}>
        <Notes playerId="player-1" notes={NOTES} />
      </IntlProvider>
    </Provider>,
  );
}

async function send(title: string, text: string) {
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: title }));
  const dialog = within(await screen.findByRole('dialog'));
  fill('Note', text);
  await user.click(dialog.getByRole('button', { name: title }));
}

describe('what staff notes about a player', () => {
  it('is shown with who wrote it, and what it flags', () => {
    show('auditor');
    expect(screen.getByText('three cards in a week')).toBeVisible();
    expect(screen.getByText(/set: Suspected fraud · Malee/)).toBeVisible();
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('is added, and clears a flag', async () => {
    show('agent');
    await send('Add a note', 'asked for a limit');
    await vi.waitFor(() => expect(calls).toHaveLength(1));
    await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await send('Clear: Suspected fraud', 'all his own');
    await vi.waitFor(() =>
      expect(calls).toEqual([
        { path: 'POST /api/support/players/player-1/notes', body: { text: 'asked for a limit' } },
        {
          path: 'POST /api/support/players/player-1/notes',
          body: { text: 'all his own', flag: 'SUSPECTED_FRAUD', clears: true },
        },
      ]),
    );
  });
});
