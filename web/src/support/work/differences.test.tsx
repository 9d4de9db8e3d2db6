import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { IntlProvider } from 'react-intl';
import { Provider } from 'react-redux';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import portal from '../../intl/messages/en.json';
import { type Call, gateway, giveDialogs } from '../../stage';
import type { Difference } from '../api/differencesApi';
import { staffSignedIn } from '../api/session';
import type { StaffRole } from '../api/types';
import { createSupportStore } from '../app/store';
import own from '../messages/en.json';
import { DifferenceReview } from './DifferenceReview';
import { Differences } from './Differences';

const words = { ...portal, ...own } as unknown as Record<string, string>;
const text = (id: string) => (words[id] as unknown as { value: string }[])[0]?.value ?? id;

const ID = '01a1fdd8-2731-70b2-a92f-d498fe5cc7e5';
const ITEM: Difference = {
  kind: 'amount',
  id: ID,
  source: 'game:pg',
  subject: 'transfer-1',
  player: { id: 'player-1', name: 'Somsri' },
  amount: '0.01',
  currency: 'THB',
  ours: 'IN 300',
  theirs: 'IN 300.01',
  occurredAt: '2026-11-26T05:00:00Z',
  foundAt: '2026-11-27T05:00:00Z',
  seenAt: '2026-11-28T05:00:00Z',
  goneAt: null,
  waiting: null,
  claim: null,
};
const NOTE = { id: '7', at: '2026-11-27T06:00:00Z', by: 'Malee', text: 'The provider was called' };
const COUNTS = {
  slips: 0,
  qr: 0,
  manual: 0,
  withdrawals: 0,
  transfers: 0,
  differences: 1,
  approvals: 0,
};

let calls: Call[];
const sent = (end: string) => calls.find(({ path }) => path.endsWith(end))?.body;

beforeAll(giveDialogs);
afterEach(async () => {
  // The list keeps its kind in the address.
  window.history.replaceState(null, '', '/');
  cleanup();
  // What leaving sends is still answered by the test's gateway.
  await new Promise((resolve) => setTimeout(resolve));
  vi.unstubAllGlobals();
});

interface Shown {
  item?: Partial<Difference>;
  /** Behind it in the list. */
  others?: Difference[];
  role?: StaffRole;
  isList?: boolean;
  openId?: string | null;
  explained?: unknown;
}

function show(asked: Shown = {}) {
  const { item, others = [], role = 'agent', isList = false } = asked;
  const { openId = null, explained = null } = asked;
  const shown = { ...ITEM, ...item };
  calls = gateway(({ path }) => {
    if (path.endsWith('/claim')) return Response.json({}, { status: 503 });
    if (path.startsWith('GET /api/support/discrepancies/')) {
      return Response.json({ item: shown, notes: [NOTE], explained });
    }
    if (path.startsWith('GET /api/support/discrepancies')) {
      return Response.json({ items: [shown, ...others], nextCursor: null, counts: COUNTS });
    }
    return Response.json({ status: 'SUCCESS', id: 'decision-1', position: '7' });
  });
  const store = createSupportStore();
  const staff = { id: 'nok', username: 'nok', name: 'Nok', role };
  store.dispatch(staffSignedIn({ token: 'st_1', expiresAt: '2026-11-28T05:00:00Z', staff }));
  const shownPart = isList ? (
    <Differences counts={undefined} openId={openId} />
  ) : (
    <DifferenceReview id={ID} listed={undefined} nextHref="/work?kind=differences" />
  );
  const { hook, history } = memoryLocation({ path: '/work', record: true });
  render(
    <Provider store={store}>
      <IntlProvider locale="en" messages={words}>
        {openId ? <Router hook={hook}>{shownPart}</Router> : shownPart}
      </IntlProvider>
    </Provider>,
  );
  return history;
}

async function say(button: string, label: string, said: string) {
  await userEvent.click(await screen.findByRole('button', { name: button }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.type(dialog.getByLabelText(label), said);
  await userEvent.click(dialog.getByRole('button', { name: button }));
}

const EXPLAIN = text('support.difference.explain');

describe('a difference', () => {
  it('shows both sides, the player and the notes', async () => {
    show();
    expect(await screen.findByText('Into the game ฿300.00')).toBeVisible();
    expect(screen.getByText('Into the game ฿300.01')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Somsri' })).toHaveAttribute(
      'href',
      '/players/player-1',
    );
    expect(screen.getByText('The provider was called')).toBeVisible();
    expect(screen.getByText('฿0.01')).toBeVisible();
    // Whose records they are, and the name of their side.
    expect(screen.getAllByText('PG’s records')).toHaveLength(2);
  });

  it('leads to the player, and to the search by the reference', async () => {
    show({ item: { kind: 'missing_here', source: 'bank:scb-1', subject: 'KBANK:015073 ATF' } });
    const search = await screen.findByRole('link', { name: text('support.difference.search') });
    expect(search).toHaveAttribute('href', '/players?q=015073%20ATF');
    const player = screen.getByRole('link', { name: text('support.inbox.replay') });
    expect(player).toHaveAttribute('href', '/players/player-1');
    cleanup();
    // A balance is named by the player's name in the game, which the search does not know.
    show({ item: { kind: 'balance' } });
    expect(await screen.findByText('transfer-1')).toBeVisible();
    expect(screen.queryByRole('link', { name: text('support.difference.search') })).toBeNull();
  });

  it.each([
    ['game:pg', 'Answer of PG'],
    ['payout', 'Answer of the payout bank'],
  ])(
    'that was not compared with %s has its answer, and no record of ours',
    async (source, label) => {
      const theirs = '/v1/transfers: HTTP_500 INTERNAL';
      show({ item: { kind: 'not_compared', source, subject: source, ours: null, theirs } });
      expect(await screen.findByText(label)).toBeVisible();
      expect(screen.getByText(theirs)).toBeVisible();
      expect(screen.queryByText(text('support.difference.ours'))).toBeNull();
      expect(screen.queryByText(text('support.difference.nothing'))).toBeNull();
    },
  );

  it('says where a side has no record, and that it is no longer seen', async () => {
    show({ item: { kind: 'missing_here', ours: null, player: null, goneAt: ITEM.seenAt } });
    expect(await screen.findByText(text('support.difference.nothing'))).toBeVisible();
    expect(screen.getByText(text('support.difference.noPlayer'))).toBeVisible();
    expect(screen.getByText(text('support.difference.goneLead'))).toBeVisible();
  });

  it('has an id of ours in its short form, and what others call it whole', async () => {
    show({ item: { subject: ID } });
    expect(await screen.findByText('01a1fdd8-2731')).toBeVisible();
    expect(screen.queryByText(ID)).toBeNull();
    expect(screen.getByRole('button', { name: 'Copy: Reference' })).toBeVisible();
    cleanup();
    show();
    expect(await screen.findByText('transfer-1')).toBeVisible();
    cleanup();
    show({ item: { kind: 'not_compared', subject: ITEM.source } });
    expect(await screen.findByText('PG’s records')).toBeVisible();
    expect(screen.queryByText('Reference')).toBeNull();
  });

  it('says before its end that a second person may have to approve', async () => {
    show();
    await userEvent.click(await screen.findByRole('button', { name: EXPLAIN }));
    expect(screen.getByText(text('support.difference.explainLimit'))).toBeVisible();
  });

  it('is explained with a reason', async () => {
    show();
    await say(EXPLAIN, text('support.look.reason'), 'Rounded by the provider');
    await vi.waitFor(() =>
      expect(sent(`/discrepancies/${ID}/explain`)).toEqual({ reason: 'Rounded by the provider' }),
    );
  });

  it('takes a note for the next one', async () => {
    show();
    await say(text('support.notes.add'), text('support.notes.text'), 'Asked the provider');
    await vi.waitFor(() =>
      expect(sent(`/discrepancies/${ID}/note`)).toEqual({ text: 'Asked the provider' }),
    );
  });

  it('without an amount is ended by a supervisor only', async () => {
    show({ item: { amount: null, currency: null } });
    expect(await screen.findByText(text('support.difference.needsSupervisor'))).toBeVisible();
    expect(screen.queryByRole('button', { name: EXPLAIN })).toBeNull();
    cleanup();
    show({ item: { amount: null, currency: null }, role: 'supervisor' });
    expect(await screen.findByRole('button', { name: EXPLAIN })).toBeVisible();
  });

  it('that was explained says how, and is not ended again', async () => {
    const at = '2026-11-28T05:00:00Z';
    show({ explained: { at, by: 'Nok', approvedBy: 'Malee', reason: 'Paid by hand' } });
    expect(await screen.findByText('“Paid by hand”')).toBeVisible();
    expect(screen.getByText('Approved by Malee')).toBeVisible();
    expect(screen.queryByRole('button', { name: EXPLAIN })).toBeNull();
  });

  it('is only read by an auditor', async () => {
    show({ role: 'auditor' });
    expect(await screen.findByText(text('support.readOnly'))).toBeVisible();
    expect(screen.queryByRole('button', { name: text('support.notes.add') })).toBeNull();
  });
});

describe('the list of differences', () => {
  it('names the source where no player is known', async () => {
    show({ isList: true, item: { source: 'payout', player: null } });
    expect((await screen.findAllByText('The payout bank'))[0]).toBeVisible();
  });

  it('shows what does not fit, of one kind if that is chosen', async () => {
    show({ isList: true });
    expect((await screen.findAllByText('Somsri'))[0]).toBeVisible();
    const kinds = screen.getByLabelText(text('support.difference.ofKind'));
    await userEvent.selectOptions(kinds, 'unclaimed');
    const lists = () => calls.filter(({ path }) => path === 'GET /api/support/discrepancies');
    await vi.waitFor(() => expect(lists()).toHaveLength(2));
    expect(window.location.search).toContain('of=unclaimed');
  });

  it('has next to it what waits longest and the role can end', async () => {
    show({ isList: true, item: { amount: null, currency: null }, others: [other('two')] });
    const begin = await screen.findByRole('link', { name: text('support.work.begin') });
    expect(begin).toHaveAttribute('href', '/work/differences/two');
    cleanup();
    show({ isList: true, item: { amount: null, currency: null } });
    expect(await screen.findByText(text('support.difference.choose'))).toBeVisible();
  });
});

const other = (id: string, change: Partial<Difference> = {}): Difference => ({
  ...ITEM,
  id,
  ...change,
});

const BY = { id: 'dao', name: 'Dao' };
const ASKED = {
  askedAt: ITEM.foundAt,
  askedBy: BY,
  decisionId: 'd',
  isAgreed: false,
  isMine: false,
};
const CLAIM = { by: BY, isMine: false, since: ITEM.foundAt, until: ITEM.seenAt };
/** What an agent cannot end now. */
const TAKEN = [
  other('no-amount', { kind: 'not_compared', amount: null, currency: null }),
  other('waits', { waiting: ASKED }),
  other('open', { claim: CLAIM as Difference['claim'] }),
];

describe('after the end of a difference', () => {
  const end = () => say(EXPLAIN, text('support.look.reason'), 'Rounded by the provider');

  it('the next one that the role can end opens', async () => {
    const history = show({ isList: true, openId: ID, others: [...TAKEN, other('two')] });
    await end();
    await vi.waitFor(() => expect(history.at(-1)).toBe('/work/differences/two'));
  });

  it('a supervisor continues with one without an amount', async () => {
    const others = [...TAKEN, other('two')];
    const history = show({ isList: true, openId: ID, others, role: 'supervisor' });
    await end();
    await vi.waitFor(() => expect(history.at(-1)).toBe('/work/differences/no-amount'));
  });

  it('none opens if the role can end none', async () => {
    const history = show({ isList: true, openId: ID, others: TAKEN });
    await end();
    await vi.waitFor(() => expect(history.at(-1)).toBe('/work?kind=differences'));
  });
});
