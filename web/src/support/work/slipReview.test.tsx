import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { IntlProvider } from 'react-intl';
import { Provider } from 'react-redux';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import portal from '../../intl/messages/en.json';
import { type Call, gateway, giveDialogs, refusal } from '../../stage';
import { ToastHost } from '../../ui/feedback/ToastHost';
import { lookOpened, staffSignedIn } from '../api/session';
import type { WorkItem } from '../api/workApi';
import { createSupportStore } from '../app/store';
import own from '../messages/en.json';
import { SlipReview } from './SlipReview';

const words = { ...portal, ...own } as unknown as Record<string, string>;
const text = (id: string) => (words[id] as unknown as { value: string }[])[0]?.value ?? id;

const ID = '01a1fdd8-2731-70b2-a92f-d498fe5cc7e5';
const PAYMENT = {
  reference: '015073144041ATF00999',
  sendingBank: '014',
  transferredAt: '2026-11-27T04:59:00Z',
  amount: '500.00',
  currency: 'THB',
  sender: { names: ['SOMSRI JAIDEE'], account: 'xxx-x-x9191-x' },
  receiver: { names: ['WALLET CO'], account: 'xxx-x-x1234-x' },
  depositAccount: 'scb-1',
  isSamePayment: true,
  likeness: { name: 'SAME', bank: 'SAME', account: 'SAME' },
};
const WAITING = {
  item: {
    kind: 'slips',
    id: ID,
    player: { id: 'player-1', name: 'Somsri' },
    amount: null,
    currency: null,
    since: '2026-11-27T05:00:00Z',
    reason: 'SENDER_UNCLEAR',
    detail: { sendingBank: '014', reference: PAYMENT.reference, status: 'PENDING', endedAt: null },
    waiting: null,
    claim: null,
  },
  isWaiting: true,
  isRefused: false,
  picture: `/api/support/work/slips/${ID}/picture`,
  bank: { said: 'CONFIRMED', payment: PAYMENT },
  owner: { bankCode: 'SCB', accountNo: '••••••9191', holder: 'SOMSRI JAIDEE', phone: '0812345678' },
};
const REFUSED = {
  ...WAITING,
  item: {
    ...WAITING.item,
    reason: 'EXPIRED_SLIP',
    detail: { ...WAITING.item.detail, status: 'FAILED', endedAt: '2026-11-27T05:01:00Z' },
  },
  isWaiting: false,
  isRefused: true,
};
const SIDE = { player: null, wallet: null, notes: null, work: [], decisions: [], lines: [] };

let calls: Call[];
/** The accesses that the calls had, by path. */
let looks: Record<string, string | null>;

beforeAll(giveDialogs);
afterEach(() => vi.unstubAllGlobals());

interface Shown {
  slip?: unknown;
  listed?: unknown;
  hasLook?: boolean;
  status?: 'SUCCESS' | 'PENDING';
}

function show({ slip, listed, hasLook = false, status = 'PENDING' }: Shown) {
  calls = gateway(({ path }) => {
    if (path === 'GET /api/support/work') return Response.json({ items: [] });
    if (path.endsWith('/picture')) return new Response(null, { status: 404 });
    if (path.endsWith('/side')) return Response.json({ owner: WAITING.owner, side: SIDE });
    if (path.endsWith(`/work/slips/${ID}`)) {
      return slip ? Response.json(slip) : refusal(403, 'LOOK_REQUIRED');
    }
    return Response.json({ status, id: 'decision-1' });
  });
  looks = {};
  const { fetch } = globalThis;
  vi.stubGlobal('fetch', (input: Request | string, init?: RequestInit) => {
    const request = new Request(input, init);
    looks[new URL(request.url).pathname] = request.headers.get('X-Look');
    return fetch(request);
  });
  const store = createSupportStore();
  const staff = { id: 's', username: 'nok', name: 'Nok', role: 'agent' as const };
  store.dispatch(staffSignedIn({ token: 'st_1', expiresAt: '2026-11-28T05:00:00Z', staff }));
  if (hasLook) {
    const look = { lookId: 'look-1', until: '2026-11-27T06:00:00Z' };
    store.dispatch(lookOpened({ playerId: 'player-1', look }));
  }
  render(
    <Provider store={store}>
      <IntlProvider locale="en" messages={words}>
        <SlipReview id={ID} listed={listed as WorkItem | undefined} />
        <ToastHost />
      </IntlProvider>
    </Provider>,
  );
}

describe('the sender of a slip', () => {
  it('is compared by the gateway alone', async () => {
    // To the eye, name and number are the registered ones.
    const likeness = { name: 'UNCLEAR', bank: 'SAME', account: 'OTHER' };
    show({ slip: { ...WAITING, bank: { said: 'CONFIRMED', payment: { ...PAYMENT, likeness } } } });
    const table = await screen.findByRole('table');
    const wordOf = (id: string) => within(table).getByText(text(id)).closest('tr')?.textContent;
    expect(wordOf('support.work.holder')).toContain(text('support.likeness.UNCLEAR'));
    expect(wordOf('support.likeness.bank')).toContain(text('support.likeness.SAME'));
    expect(wordOf('support.player.bankAccount')).toContain(text('support.likeness.OTHER'));
    expect(screen.getByText(text('support.work.reason.OTHER_ACCOUNT'))).toBeVisible();
    expect(screen.getByText(text('support.work.bankDiffers'))).toBeVisible();
  });
});

describe('a payment that is credited already', () => {
  it('says to whom before anybody decides, and leaves the rejection', async () => {
    const credit = { player: { id: 'player-2', name: 'Malee' }, at: '2026-11-27T05:10:00Z' };
    show({ slip: { ...WAITING, bank: { said: 'CONFIRMED', payment: { ...PAYMENT, credit } } } });
    expect(await screen.findByText(/This payment was credited to Malee on/)).toBeVisible();
    expect(screen.queryByText(text('support.work.bank.CONFIRMED'))).toBeNull();
    expect(await button('support.work.accept')).toBeDisabled();
    expect(await button('support.work.recordReturn')).toBeDisabled();
    expect(await button('support.work.reject')).toBeEnabled();
  });
});

const button = (id: string) => screen.findByRole('button', { name: text(id) });
const dialog = () => screen.findByRole('dialog');
const sent = (end: string) => calls.find(({ path }) => path.endsWith(end))?.body;

async function decide(id: string, fields: Record<string, string>) {
  await userEvent.click(await button(id));
  const shown = within(await dialog());
  for (const [label, value] of Object.entries(fields)) {
    await userEvent.type(shown.getByLabelText(text(label)), value);
  }
  await userEvent.click(shown.getByRole('button', { name: text(id) }));
}

describe('a refused slip', () => {
  it('names its reason, and cannot be rejected again', async () => {
    show({ slip: REFUSED });
    expect(await screen.findByText(text('slipReason.EXPIRED_SLIP'))).toBeVisible();
    expect(screen.getByText(text('support.work.slipState.refused'))).toBeVisible();
    expect(await button('support.work.credit')).toBeEnabled();
    expect(screen.queryByRole('button', { name: text('support.work.reject') })).toBeNull();
    expect(screen.queryByText(text('support.work.one.slips'))).toBeNull();
  });

  it('is credited by two people, with the amount on the screen', async () => {
    show({ slip: REFUSED });
    await userEvent.click(await button('support.work.credit'));
    expect(await dialog()).toHaveTextContent('a second person must agree');
    const shown = within(await dialog());
    await userEvent.type(shown.getByLabelText(text('support.look.reason')), 'Paid in time');
    await userEvent.click(shown.getByRole('button', { name: text('support.work.credit') }));
    await vi.waitFor(() =>
      expect(sent('/accept')).toEqual({ amount: '500.00', reason: 'Paid in time' }),
    );
  });

  it('ends with the bank’s reference of the transfer back', async () => {
    show({ slip: REFUSED });
    await decide('support.work.recordReturn', {
      'support.work.returnReference': '015073144041BTF00001',
      'support.look.reason': 'Not the player’s account',
    });
    await vi.waitFor(() =>
      expect(sent('/return')).toEqual({
        reference: '015073144041BTF00001',
        reason: 'Not the player’s account',
      }),
    );
  });

  it('is decided only if the bank shows its payment', async () => {
    show({ slip: { ...REFUSED, bank: { said: 'UNREACHABLE' } } });
    expect(await button('support.work.credit')).toBeDisabled();
    expect(await button('support.work.recordReturn')).toBeDisabled();
  });
});

describe('a slip that waits', () => {
  it('can be rejected, sent back or accepted', async () => {
    show({ slip: WAITING });
    expect(await button('support.work.reject')).toBeEnabled();
    expect(await button('support.work.recordReturn')).toBeEnabled();
    expect(await button('support.work.accept')).toBeEnabled();
  });

  it.each([
    ['SUCCESS', 'support.work.accept', '฿500.00 credited to Somsri'],
    ['SUCCESS', 'support.work.reject', 'Somsri’s slip rejected'],
    ['PENDING', 'support.work.accept', 'Sent to a second person'],
  ] as const)('says on %s of “%s”: %s', async (status, id, said) => {
    show({ slip: WAITING, status });
    await decide(id, { 'support.look.reason': 'Seen at the bank' });
    expect(await screen.findByText(said)).toBeVisible();
  });
});

describe('a slip that has ended for good', () => {
  const detail = { ...WAITING.item.detail, status: 'SUCCESS' };
  const item = { ...WAITING.item, reason: null, detail };

  it('opens with the access to its player, and offers no decision', async () => {
    show({ slip: { ...REFUSED, item, isRefused: false }, listed: item, hasLook: true });
    expect(await screen.findByText(text('support.work.slipState.credited'))).toBeVisible();
    expect(screen.queryByRole('button', { name: text('support.work.recordReturn') })).toBeNull();
    const path = `/api/support/work/slips/${ID}`;
    await vi.waitFor(() =>
      expect(looks).toMatchObject({ [path]: 'look-1', [`${path}/picture`]: 'look-1' }),
    );
    // The player next to it would be refused.
    expect(calls.filter(({ path }) => path.endsWith('/side'))).toEqual([]);
  });

  it('leads to its player, where the reason for the access is given', async () => {
    show({ listed: item });
    const link = await screen.findByRole('link', { name: text('support.inbox.replay') });
    expect(link).toHaveAttribute('href', `/players/player-1?from=slips:${ID}`);
  });
});
