import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { IntlProvider } from 'react-intl';
import { Provider } from 'react-redux';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import portal from '../../../intl/messages/en.json';
import { type Call, gateway, giveDialogs } from '../../../stage';
import own from '../../messages/en.json';
import { createSupportStore } from '../store';
import { SearchButton } from './SearchButton';

const words = { ...portal, ...own } as unknown as Record<string, string>;

const player = (id: string, name: string) => ({
  id,
  name,
  username: '0812345678',
  createdAt: '2026-11-01T05:00:00Z',
  isActive: true,
  matched: 'name',
  operation: null,
});

let calls: Call[];

beforeAll(giveDialogs);
beforeEach(() => {
  const players = [player('p-1', 'Aree'), player('p-2', 'Areeya')];
  calls = gateway(() => Response.json({ players }));
});
afterEach(() => vi.unstubAllGlobals());

function show() {
  const { hook, history } = memoryLocation({ path: '/work', record: true });
  render(
    <Provider store={createSupportStore()}>
      <IntlProvider locale="en" messages={words}>
        <Router hook={hook}>
          <SearchButton />
        </Router>
      </IntlProvider>
    </Provider>,
  );
  return history;
}

const open = async (keys: Record<string, unknown>) => {
  fireEvent.keyDown(document.body, keys);
  return screen.findByRole('searchbox', { name: 'Search players' });
};

describe('the search above any page', () => {
  it.each([
    { key: 'k', code: 'KeyK', ctrlKey: true },
    { key: 'k', code: 'KeyK', metaKey: true },
    { key: 'า', code: 'KeyK', ctrlKey: true },
  ])('opens by %o with the focus in its field', async (keys) => {
    show();
    expect(await open(keys)).toHaveFocus();
  });

  it('opens by its button, and makes one call for one search', async () => {
    show();
    await userEvent.click(screen.getByRole('button', { name: 'Search players' }));
    const field = await screen.findByRole('searchbox');
    await userEvent.type(field, 'aree{Enter}');
    await screen.findByRole('link', { name: /Areeya/ });
    expect(calls.map(({ path }) => path)).toEqual(['GET /api/support/players']);
  });

  it('is chosen from by arrow keys, and closes where a player opens', async () => {
    const history = show();
    const field = await open({ key: 'k', code: 'KeyK', ctrlKey: true });
    await userEvent.type(field, 'aree{Enter}');
    const second = await screen.findByRole('link', { name: /Areeya/ });
    await userEvent.keyboard('{ArrowDown}{ArrowDown}');
    expect(second).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    expect(history.at(-1)).toBe('/players/p-2');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('goes back to the field above the first result', async () => {
    show();
    const field = await open({ key: 'k', code: 'KeyK', ctrlKey: true });
    await userEvent.type(field, 'aree{Enter}');
    await screen.findByRole('link', { name: /Areeya/ });
    await userEvent.keyboard('{ArrowDown}{ArrowUp}');
    expect(field).toHaveFocus();
  });

  it('stays closed while K is typed', () => {
    show();
    fireEvent.keyDown(document.body, { key: 'k', code: 'KeyK' });
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });
});
