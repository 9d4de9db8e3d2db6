import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { IntlProvider } from 'react-intl';
import { Provider } from 'react-redux';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Route, Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import portal from '../../intl/messages/en.json';
import { type Call, gateway, refusal } from '../../stage';
import { createSupportStore } from '../app/store';
import own from '../messages/en.json';
import PlayerListsPage from './PlayerListsPage';

const words = { ...portal, ...own } as unknown as Record<string, string>;
const OTHER = '01a1fdd8-2731-70b2-a92f-d498fe5cc7e5';

const player = (id: string, reason: string, facts: object = {}) => ({
  id,
  name: `Name of ${id}`,
  username: '0812345678',
  createdAt: '2026-11-01T05:00:00Z',
  isActive: true,
  reason,
  at: '2026-11-27T05:00:00Z',
  facts: { others: [], ...facts },
});

const PAGES: Record<string, unknown> = {
  flagged: { players: [player('p-1', 'FLAG', { flag: 'VULNERABLE' })], nextCursor: 'c-1' },
  limit: {
    players: [
      player('p-2', 'LIMIT_REACHED', {
        amount: '500.00',
        used: '480.00',
        currency: 'THB',
        period: 'day',
      }),
    ],
  },
  excluded: { players: [player('p-3', 'BREAK')] },
  bank: { players: [player('p-4', 'SHARED_BANK_ACCOUNT', { others: [OTHER] })] },
  frozen: { players: [] },
};

let calls: Call[];

beforeEach(() => {
  calls = gateway(({ path }) => {
    if (calls.length > 1 && path.endsWith('flagged')) {
      return Response.json({ players: [player('p-9', 'FLAG', { flag: 'VIP' })] });
    }
    const list = /lists\/(\w+)$/.exec(path)?.[1] ?? '';
    return PAGES[list] ? Response.json(PAGES[list]) : refusal(429, 'STAFF_QUOTA');
  });
});
afterEach(() => vi.unstubAllGlobals());

function show(list: string) {
  const { hook } = memoryLocation({ path: `/players/lists/${list}` });
  render(
    <Provider store={createSupportStore()}>
      <IntlProvider locale="en" messages={words}>
        <Router hook={hook}>
          <Route path="/players/lists/:list?" component={PlayerListsPage} />
        </Router>
      </IntlProvider>
    </Provider>,
  );
}

describe('a list of players', () => {
  it.each([
    ['flagged', /Vulnerable, since 27\/11\/2026/],
    ['limit', 'Used ฿480.00 of ฿500.00 per day'],
    ['excluded', /On a break with no end date/],
    ['bank', /Same account number or holder as another player/],
  ])('has the reason in each row of %s', async (list, reason) => {
    show(list);
    expect(await screen.findByText(reason)).toBeInTheDocument();
  });

  it('leads to the players who share something', async () => {
    show('bank');
    const other = await screen.findByRole('link', { name: '01a1fdd8-2731' });
    expect(other).toHaveAttribute('href', `/players/${OTHER}`);
  });

  it('is read alone, and another page only when it is asked for', async () => {
    show('flagged');
    await screen.findByRole('link', { name: 'Name of p-1' });
    expect(calls.map(({ path }) => path)).toEqual(['GET /api/support/players/lists/flagged']);
    await userEvent.click(screen.getByRole('button', { name: 'Show more' }));
    expect(await screen.findByRole('link', { name: 'Name of p-9' })).toBeInTheDocument();
    expect(calls).toHaveLength(2);
  });

  it('says that it is empty, and that the hour’s searches are used up', async () => {
    show('frozen');
    expect(await screen.findByText('No players in this list')).toBeInTheDocument();
    await userEvent.click(screen.getByRole('link', { name: 'Shared device' }));
    expect(await screen.findByText(/You have reached this hour's limit/)).toBeInTheDocument();
  });
});
