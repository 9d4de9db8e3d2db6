import { fireEvent, render, screen } from '@testing-library/react';
import { IntlProvider } from 'react-intl';
import { Provider } from 'react-redux';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import portal from '../../intl/messages/en.json';
import { type Call, gateway, giveDialogs } from '../../stage';
import { staffSignedIn } from '../api/session';
import { createSupportStore } from '../app/store';
import own from '../messages/en.json';
import { Approvals } from './Approvals';

const words = { ...portal, ...own } as unknown as Record<string, string>;

const asked = (id: string, more: object = {}) => ({
  id,
  subjectKind: 'correction',
  subjectId: id,
  player: { id: `player-${id}`, name: `Player ${id}` },
  amount: '60.00',
  currency: 'THB',
  decision: { kind: 'correct', unrelated: 'a bonus of last week' },
  terms: null,
  evidence: { reference: null, referenceUses: [] },
  reason: 'Credited too little',
  askedBy: { id: 'nok', name: 'Nok' },
  askedAt: '2026-11-27T05:00:00Z',
  expiresAt: '2026-11-28T05:00:00Z',
  isAgreed: false,
  isMine: false,
  ...more,
});

const WALLET = {
  currency: 'THB',
  main: '440.00',
  inTransit: '60.00',
  pendingWithdrawal: '0.00',
  total: '500.00',
  coins: '0',
  games: [],
};

const TRANSFER = {
  kind: 'transfer',
  id: '01a1fdd8-2731-70b2-a92f-d498fe5cc7e5',
  status: 'unknown',
  amount: '60.00',
  from: 'WALLET',
  to: 'pg',
  until: null,
};

const BASIS = {
  situation: { wallet: WALLET, open: [TRANSFER], sameAmount: [] },
  seen: { sequence: 7, main: '500.00', hasOpenOperation: false },
  whyTwo: 'WORD_OF_STAFF',
};

const DIFFERENCE = {
  item: {
    kind: 'amount',
    id: 'difference-1',
    source: 'game:pg',
    subject: 'transfer-1',
    player: { id: 'player-1', name: 'Somsri' },
    amount: '6000.00',
    currency: 'THB',
    ours: 'IN 300',
    theirs: 'IN 6300',
    occurredAt: '2026-11-26T05:00:00Z',
    foundAt: '2026-11-27T05:00:00Z',
    seenAt: '2026-11-28T05:00:00Z',
    goneAt: null,
    waiting: null,
    claim: null,
  },
  notes: [{ id: '7', at: '2026-11-27T06:00:00Z', by: 'Malee', text: 'The provider was called' }],
  explained: null,
};

let calls: Call[];

beforeEach(giveDialogs);
afterEach(() => vi.unstubAllGlobals());

function show(openId: string | null, approvals: object[]) {
  calls = gateway(({ path }) => {
    if (path === 'GET /api/support/approvals') return Response.json({ approvals });
    if (path.startsWith('GET /api/support/discrepancies/')) return Response.json(DIFFERENCE);
    if (path.startsWith('POST ')) return Response.json({ status: 'SUCCESS', id: 'one' });
    return Response.json(BASIS);
  });
  const store = createSupportStore();
  const staff = { id: 's', username: 'kanya', name: 'Kanya', role: 'supervisor' as const };
  store.dispatch(staffSignedIn({ token: 'st_1', expiresAt: '2026-11-28T05:00:00Z', staff }));
  const { hook, history } = memoryLocation({ path: '/work', record: true });
  render(
    <Provider store={store}>
      <IntlProvider locale="en" messages={words}>
        <Router hook={hook}>
          <Approvals counts={undefined} openId={openId} />
        </Router>
      </IntlProvider>
    </Provider>,
  );
  return history;
}

describe('what waits for a second person', () => {
  it('is listed without opening any of it, as each reading is recorded', async () => {
    show(null, [asked('one'), asked('two')]);
    const rows = await screen.findAllByRole('listitem');
    expect(rows).toHaveLength(2);
    expect(rows[0]).toHaveTextContent('Player one');
    expect(calls.map(({ path }) => path)).toEqual(['GET /api/support/approvals']);
  });

  it('says why two are needed, what the asker saw, and that the balance has moved since', async () => {
    show('one', [asked('one')]);
    expect(await screen.findByText('Only the word of staff supports it')).toBeVisible();
    expect(screen.getByText('Main balance: ฿500.00')).toBeVisible();
    expect(screen.getByText('The balance has changed since then')).toBeVisible();
    expect(screen.getByText(/Transfer 01a1/)).toBeVisible();
    expect(screen.getByText('No line has this amount')).toBeVisible();
    expect(screen.getByText(/a bonus of last week/)).toBeVisible();
  });

  it('shows both sides of a difference and the notes, and that its amount exceeds the limit', async () => {
    const more = {
      decision: { kind: 'explain' },
      subjectKind: 'difference',
      subjectId: 'difference-1',
      amount: '6000.00',
    };
    show('one', [asked('one', more)]);
    expect(await screen.findByText('Into the game ฿300.00')).toBeVisible();
    expect(screen.getByText('Into the game ฿6,300.00')).toBeVisible();
    expect(screen.getByText('PG’s records')).toBeVisible();
    expect(screen.getByText('Different amounts · PG’s records')).toBeVisible();
    expect(screen.getByText('transfer-1')).toBeVisible();
    expect(screen.getByText('The provider was called')).toBeVisible();
    expect(
      screen.getByText('The amount of ฿6,000.00 exceeds the limit for one person'),
    ).toBeVisible();
  });

  it('opens the next one that the caller can answer', async () => {
    const history = show('one', [asked('one'), asked('mine', { isMine: true }), asked('two')]);
    fireEvent.click(await screen.findByRole('button', { name: 'Approve' }));
    fireEvent.change(screen.getByLabelText('Reason'), { target: { value: 'Looked at it' } });
    fireEvent.click(screen.getAllByRole('button', { name: 'Approve' }).at(-1) as HTMLElement);
    await vi.waitFor(() => expect(history.at(-1)).toBe('/work/approvals/two'));
  });
});
