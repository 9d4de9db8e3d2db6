import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { IntlProvider } from 'react-intl';
import { Provider } from 'react-redux';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import portal from '../../intl/messages/en.json';
import { gateway, refusal } from '../../stage';
import { staffSignedIn } from '../api/session';
import { createSupportStore } from '../app/store';
import own from '../messages/en.json';
import { FoundConversations, SearchField } from './FoundConversations';

const words = { ...portal, ...own } as unknown as Record<string, string>;

const record = (text: string) => ({
  sender: 'customer',
  isErased: false,
  createdAt: '2026-11-27T05:00:00Z',
  message: { message_type: 'text', payload: { message: text } },
});

const found = (id: string, text: string | null) => ({
  matched: text ? 'message' : 'person',
  message: text && record(text),
  conversation: {
    id,
    who: { kind: 'member', id: `player-${id}`, name: `Player ${id}`, username: '0812345678' },
    unread: 0,
    waitingSince: null,
    lastMessage: record('the last words'),
    isEnded: false,
    assignedTo: null,
    answering: [],
  },
});

let asked: string[];

afterEach(() => vi.unstubAllGlobals());

function show(pages: Record<string, object>) {
  asked = [];
  gateway(() => refusal(404, 'NO_DATA'));
  vi.stubGlobal('fetch', async (request: Request) => {
    const { search, searchParams } = new URL(request.url);
    asked.push(search);
    return Response.json(pages[searchParams.get('cursor') ?? '']);
  });
  const store = createSupportStore();
  const staff = { id: 's', username: 'nok', name: 'Nok', role: 'agent' as const };
  store.dispatch(staffSignedIn({ token: 'st_1', expiresAt: '2026-11-28T05:00:00Z', staff }));
  const onSearch = vi.fn();
  const { hook } = memoryLocation({ path: '/inbox' });
  render(
    <Provider store={store}>
      <IntlProvider locale="en" messages={words}>
        <Router hook={hook}>
          <SearchField words="" onSearch={onSearch} />
          <FoundConversations words="slip" openId={null} search="?filter=all&q=slip" />
        </Router>
      </IntlProvider>
    </Provider>,
  );
  return onSearch;
}

describe('a search in conversations', () => {
  it('shows the message with the words, and leads to its conversation', async () => {
    show({ '': { found: [found('1', 'my slip'), found('2', null)] } });
    const row = await screen.findByRole('link', { name: /Player 1/ });
    expect(row).toHaveTextContent('my slip');
    expect(row).toHaveAttribute('href', '/inbox/1?filter=all&q=slip');
    expect(screen.getByRole('link', { name: /Player 2/ })).toHaveTextContent('the last words');
    expect(asked).toEqual(['?q=slip']);
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('goes further back when it is asked to, also where nothing was found so far', async () => {
    show({
      '': { found: [], nextCursor: 'c', searchedUntil: '2026-11-27T05:00:00Z' },
      c: { found: [found('1', 'an old slip'), found('1', 'an older slip')] },
    });
    expect(await screen.findByText('No conversation found')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Search before 27/11/2026 12:00' }));
    expect(await screen.findByRole('link', { name: /Player 1/ })).toHaveTextContent('an old slip');
    expect(screen.getAllByRole('link')).toHaveLength(1);
    expect(asked).toEqual(['?q=slip', '?q=slip&cursor=c']);
  });

  it('waits for Enter, as each one is recorded', async () => {
    const onSearch = show({ '': { found: [] } });
    const field = screen.getByRole('searchbox');
    await userEvent.type(field, 's');
    await userEvent.type(field, '{Enter}');
    expect(onSearch).not.toHaveBeenCalled();
    await userEvent.type(field, 'lip{Enter}');
    expect(onSearch).toHaveBeenCalledExactlyOnceWith('slip');
  });
});
