import { fireEvent, render, screen } from '@testing-library/react';
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

const prepared = (title: string, message: unknown, translations: object = {}) => ({
  translations,
  id: title,
  title,
  shortcut: title.toLowerCase(),
  message,
  changedBy: 'Nok',
  changedAt: '2026-11-28T05:00:00Z',
});
const REPLIES = [
  prepared(
    'Hello',
    { message_type: 'text', payload: { message: 'Hello {name}' } },
    { th: { message_type: 'text', payload: { message: 'สวัสดี {name}' } } },
  ),
  prepared('Choice', {
    message_type: 'buttons',
    payload: { message: 'Which bank?', buttons: [] },
  }),
  prepared('Guest', { message_type: 'text', payload: { message: 'Hello {name}, welcome' } }),
  prepared('Cards', { message_type: 'generic', payload: [{ title: 'For {name}', buttons: [] }] }),
];
const FILLED: Record<string, unknown> = {
  Hello: { message: { message_type: 'text', payload: { message: 'Hello Aree' } }, missing: [] },
  Choice: { message: REPLIES[1]?.message, missing: [] },
  Guest: {
    message: { message_type: 'text', payload: { message: 'Hello {name}, welcome' } },
    missing: ['name'],
  },
  Cards: {
    message: { message_type: 'generic', payload: [{ title: 'For {name}', buttons: [] }] },
    missing: ['name'],
  },
};

function answer({ path }: Call): Response {
  const filled = /conversations\/c-1\/replies\/(.+)$/.exec(path)?.[1];
  if (filled) return Response.json(FILLED[filled]);
  return Response.json(path.endsWith('/replies') ? { replies: REPLIES } : { status: 'SUCCESS' });
}

let calls: Call[];
/** The languages in which prepared answers were filled in. */
let languages: (string | null)[];

beforeAll(giveDialogs);
beforeEach(() => {
  calls = gateway(answer);
  languages = [];
  const { fetch } = globalThis;
  vi.stubGlobal('fetch', (request: Request) => {
    const { pathname, searchParams } = new URL(request.url);
    if (pathname.includes('/c-1/replies/')) languages.push(searchParams.get('language'));
    return fetch(request);
  });
});
afterEach(() => vi.unstubAllGlobals());

const said = (text: string) => ({ sender: 'customer', content: { type: 'text', text } });

function show(isFree: boolean, entries: unknown[] = []) {
  const conversation = {
    noteTyping: vi.fn(),
    sendText: vi.fn(),
    sendMessage: vi.fn(),
    getState: () => ({ entries }),
  };
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

describe('a saved reply', () => {
  const box = () => screen.getByRole('textbox');

  it('takes the place of the slash that opened the list', async () => {
    show(false);
    const person = userEvent.setup();
    await person.type(box(), 'Hi! /');
    await person.click(await screen.findByRole('button', { name: /^Hello/ }));
    await vi.waitFor(() => expect(box()).toHaveValue('Hi! Hello Aree'));
    await vi.waitFor(() => expect(box()).toHaveFocus());
    expect((box() as HTMLTextAreaElement).selectionStart).toBe('Hi! Hello Aree'.length);
  });

  it('takes the place of what is selected', async () => {
    show(false);
    const person = userEvent.setup();
    await person.type(box(), 'Dear you');
    (box() as HTMLTextAreaElement).setSelectionRange(5, 8);
    await person.click(screen.getByRole('button', { name: 'Add' }));
    await person.click(screen.getByRole('menuitem', { name: /saved reply/ }));
    await person.click(await screen.findByRole('button', { name: /^Hello/ }));
    await vi.waitFor(() => expect(box()).toHaveValue('Dear Hello Aree'));
  });

  it('with more than text is shown before it is sent', async () => {
    const conversation = show(false);
    const person = userEvent.setup();
    await person.type(box(), 'Hi! /');
    await person.click(await screen.findByRole('button', { name: /^Choice/ }));
    expect(await screen.findByText('Which bank?')).toBeVisible();
    expect(conversation.sendMessage).not.toHaveBeenCalled();
    await person.click(
      screen.getAllByRole('button', { name: 'Send the message' }).at(-1) as HTMLElement,
    );
    expect(conversation.sendMessage).toHaveBeenCalledWith(REPLIES[1]?.message);
    expect(box()).toHaveValue('Hi! ');
  });

  it('is in the language that the visitor writes, until staff choose another one', async () => {
    show(false, [said('hello'), said('ขอบคุณค่ะ')]);
    const person = userEvent.setup();
    await person.type(box(), '/');
    expect(await screen.findByRole('button', { name: /สวัสดี/ })).toBeVisible();
    await person.click(screen.getByRole('button', { name: 'ລາວ' }));
    await person.click(screen.getByRole('button', { name: /Hello \{name\}$/ }));
    await vi.waitFor(() => expect(box()).toHaveValue('Hello Aree'));
    expect(languages).toEqual(['la']);
  });
});

describe('a variable that is left', () => {
  const box = () => screen.getByRole('textbox') as HTMLTextAreaElement;

  it('is selected, named and not sent; what is typed takes its place', async () => {
    const conversation = show(false);
    const person = userEvent.setup();
    await person.type(box(), '/');
    await person.click(await screen.findByRole('button', { name: /^Guest/ }));
    await vi.waitFor(() => expect(box()).toHaveValue('Hello {name}, welcome'));
    expect(await screen.findByRole('alert')).toHaveTextContent('would read {name}');
    expect(box()).toBeInvalid();
    const selected = () => box().value.slice(box().selectionStart, box().selectionEnd);
    await vi.waitFor(() => expect(selected()).toBe('{name}'));
    await person.keyboard('{Enter}');
    expect(conversation.sendText).not.toHaveBeenCalled();
    fireEvent.change(box(), { target: { value: 'Hello Mali, welcome' } });
    expect(screen.queryByRole('alert')).toBeNull();
    await person.keyboard('{Enter}');
    expect(conversation.sendText).toHaveBeenCalledWith('Hello Mali, welcome');
  });

  it('in anything but text keeps it from being sent', async () => {
    show(false);
    const person = userEvent.setup();
    await person.type(box(), '/');
    await person.click(await screen.findByRole('button', { name: /^Cards/ }));
    expect(await screen.findByText(/would read \{name\}/)).toBeVisible();
    const send = screen.getAllByRole('button', { name: 'Send the message' }).at(-1);
    expect(send).toBeDisabled();
  });
});
