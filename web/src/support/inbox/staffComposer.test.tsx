import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { IntlProvider } from 'react-intl';
import { Provider } from 'react-redux';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Conversation } from '../../chat/conversation';
import portal from '../../intl/messages/en.json';
import { type Call, gateway, giveDialogs } from '../../stage';
import { staffSignedIn } from '../api/session';
import { createSupportStore } from '../app/store';
import own from '../messages/en.json';
import { StaffComposer } from './StaffComposer';

const words = { ...portal, ...own } as unknown as Record<string, string>;
const BOUNDS = { maxBytes: 1_000, types: ['image/png'] };
const CONFIG = {
  isOn: true,
  invite: { th: '', en: '', la: '' },
  maxLength: 100,
  image: BOUNDS,
  video: BOUNDS,
} as never;

let calls: Call[];

beforeAll(giveDialogs);
beforeEach(() => {
  calls = gateway(() => Response.json({ status: 'SUCCESS' }));
});
afterEach(() => vi.unstubAllGlobals());

function show(isFree: boolean) {
  const conversation = { noteTyping: vi.fn(), sendText: vi.fn() };
  const store = createSupportStore();
  const staff = { id: 'staff-1', username: 'nok', name: 'Nok', role: 'agent' as const };
  store.dispatch(staffSignedIn({ token: 'st_1', expiresAt: '2026-11-28T05:00:00Z', staff }));
  render(
    <Provider store={store}>
      <IntlProvider locale="en" messages={words}>
        <StaffComposer
          conversationId="c-1"
          isFree={isFree}
          conversation={conversation as unknown as Conversation}
          config={CONFIG}
          isReady
        />
      </IntlProvider>
    </Provider>,
  );
  return conversation;
}

const taken = () => calls.filter(({ path }) => path.endsWith('/conversations/c-1/take'));

describe('an answer of staff', () => {
  it('takes a conversation that nobody holds', async () => {
    const conversation = show(true);
    const person = userEvent.setup();
    await person.type(screen.getByRole('textbox'), 'Hello');
    expect(taken()).toEqual([]);
    await person.keyboard('{Enter}');
    expect(conversation.sendText).toHaveBeenCalledWith('Hello');
    await vi.waitFor(() => expect(taken()).toHaveLength(1));
  });

  it('takes nothing from a colleague', async () => {
    const conversation = show(false);
    const person = userEvent.setup();
    await person.type(screen.getByRole('textbox'), 'Hello{Enter}');
    expect(conversation.sendText).toHaveBeenCalledOnce();
    expect(taken()).toEqual([]);
  });
});
