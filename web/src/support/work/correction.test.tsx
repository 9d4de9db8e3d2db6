import { fireEvent, render, screen } from '@testing-library/react';
import { IntlProvider } from 'react-intl';
import { Provider } from 'react-redux';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import portal from '../../intl/messages/en.json';
import { type Call, gateway, giveDialogs } from '../../stage';
import { staffSignedIn } from '../api/session';
import { createSupportStore } from '../app/store';
import own from '../messages/en.json';
import { CorrectionButton } from './CorrectionButton';

const words = { ...portal, ...own } as unknown as Record<string, string>;

const OPEN = {
  kind: 'manual',
  id: '01a1fdd8-2731-70b2-a92f-d498fe5cc7e5',
  status: 'referred',
  amount: '60.00',
  from: null,
  to: null,
  until: null,
};

let calls: Call[];

beforeEach(giveDialogs);
afterEach(() => vi.unstubAllGlobals());

async function show(open: object[]) {
  calls = gateway(({ path }) =>
    path.startsWith('POST ')
      ? Response.json({ status: 'PENDING', id: 'one' }, { status: 202 })
      : Response.json({ wallet: null, open, sameAmount: [] }),
  );
  const store = createSupportStore();
  const staff = { id: 's', username: 'nok', name: 'Nok', role: 'agent' as const };
  store.dispatch(staffSignedIn({ token: 'st_1', expiresAt: '2026-11-28T05:00:00Z', staff }));
  render(
    <Provider store={store}>
      <IntlProvider locale="en" messages={words}>
        <CorrectionButton playerId="player-1" />
      </IntlProvider>
    </Provider>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Correct the balance' }));
  await screen.findByText(open.length > 0 ? /Announced deposit 01a1/ : 'Everything is finished');
}

const fill = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const send = () => {
  const buttons = screen.getAllByRole('button', { name: 'Correct the balance' });
  fireEvent.click(buttons.at(-1) as HTMLElement);
};
const sent = () => calls.filter(({ path }) => path.startsWith('POST '));

describe('a correction', () => {
  it('asks for no excuse where everything is finished', async () => {
    await show([]);
    expect(screen.queryByLabelText('Why it is about something else')).toBeNull();
    fill('Amount', '-12.50');
    fill('Reason', 'Credited twice');
    send();
    await vi.waitFor(() => expect(sent()).toHaveLength(1));
    expect(sent()[0]?.body).toEqual({ amount: '-12.50', reason: 'Credited twice' });
  });

  it('is not sent while an operation is open until it says that it is about something else', async () => {
    await show([OPEN]);
    fill('Amount', '60');
    fill('Reason', 'Credited too little');
    send();
    const excuse = screen.getByLabelText('Why it is about something else');
    await vi.waitFor(() => expect(excuse).toBeInvalid());
    expect(sent()).toEqual([]);
    fill('Why it is about something else', 'A bonus of last week');
    send();
    await vi.waitFor(() => expect(sent()).toHaveLength(1));
    expect(sent()[0]?.body).toEqual({
      amount: '60',
      unrelated: 'A bonus of last week',
      reason: 'Credited too little',
    });
  });
});
