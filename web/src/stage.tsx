/** For tests: what a component needs – a store, English texts, dialogs, and a gateway. */
import { fireEvent, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { IntlProvider } from 'react-intl';
import { Provider } from 'react-redux';
import { vi } from 'vitest';
import { type AppStore, createAppStore } from './app/store';
import { signedIn } from './client/session';
import english from './intl/messages/en.json';

// The test config compiles the messages as the build does.
const messages = english as unknown as Record<string, string>;

export const MEMBER = { token: 'secret-token', username: '0812345678', expiresAt: null };

export function memberStore(): AppStore {
  const store = createAppStore();
  store.dispatch(signedIn({ session: MEMBER, remember: false }));
  return store;
}

/** Renders a component in English; `show(..).replace(..)` renders another in its place. */
export function show(children: ReactNode, store = createAppStore()) {
  const page = (content: ReactNode) => (
    <Provider store={store}>
      <IntlProvider locale="en" messages={messages}>
        {content}
      </IntlProvider>
    </Provider>
  );
  const view = render(page(children));
  return { store, ...view, replace: (content: ReactNode) => view.rerender(page(content)) };
}

/** Fills a field at once, because typing key by key is slow. */
export function fill(label: string, value: string): void {
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
}

/** Adds what jsdom lacks to open and close dialogs. */
export function giveDialogs(): void {
  HTMLDialogElement.prototype.showModal = function show() {
    this.setAttribute('open', '');
  };
  HTMLDialogElement.prototype.close = function close() {
    this.removeAttribute('open');
  };
}

export interface Call {
  path: string;
  body: unknown;
}

const keys = new WeakMap<Call, string | null>();

/** The idempotency key of a command. */
export const keyOf = (call: Call | undefined) => (call && keys.get(call)) ?? null;

/** A gateway that answers every call by `answer`, and remembers what it was asked. */
export function gateway(answer: (call: Call) => Response | Promise<Response>): Call[] {
  const calls: Call[] = [];
  // Node's Request wants whole addresses, browsers do not.
  vi.stubGlobal(
    'Request',
    class extends Request {
      constructor(input: RequestInfo | URL, init?: RequestInit) {
        super(typeof input === 'string' ? new URL(input, 'http://wallet.test') : input, init);
      }
    },
  );
  vi.stubGlobal('fetch', async (request: Request) => {
    const text = await request.clone().text();
    const call: Call = {
      path: `${request.method} ${new URL(request.url).pathname}`,
      body: text ? JSON.parse(text) : null,
    };
    calls.push(call);
    keys.set(call, request.headers.get('Idempotency-Key'));
    return answer(call);
  });
  return calls;
}

/** A refusal as the gateway words it. */
export function refusal(status: number, message: string): Response {
  return Response.json({ message, requestId: 'req-1' }, { status });
}
