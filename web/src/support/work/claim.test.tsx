import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { IntlProvider } from 'react-intl';
import { Provider } from 'react-redux';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import portal from '../../intl/messages/en.json';
import { type Call, gateway, giveDialogs } from '../../stage';
import { staffSignedIn } from '../api/session';
import type { StaffRole } from '../api/types';
import type { WorkClaim, WorkItem } from '../api/workApi';
import { createSupportStore } from '../app/store';
import own from '../messages/en.json';
import { ClaimMark } from './ClaimMark';
import { WithdrawalReview } from './WithdrawalReview';

const words = { ...portal, ...own } as unknown as Record<string, string>;
const text = (id: string) => (words[id] as unknown as { value: string }[])[0]?.value ?? id;

const ID = '01a1fdd8-2731-70b2-a92f-d498fe5cc7e5';
const CLAIM = `POST /api/support/work/${ID}/claim`;
const RELEASE = `POST /api/support/work/${ID}/release`;
const HAND = `POST /api/support/work/${ID}/hand`;
const DECIDE = `POST /api/support/work/withdrawals/${ID}/release`;

/** Since 12:03 in Bangkok, and for some minutes more. */
const claimOf = (id: string, name: string): WorkClaim => ({
  by: { id, name },
  since: '2026-11-27T05:03:00Z',
  until: new Date(Date.now() + 600_000).toISOString(),
  isMine: id === 'nok',
});
const MINE = claimOf('nok', 'Nok');
const MALEES = claimOf('malee', 'Malee');

const ITEM: WorkItem = {
  kind: 'withdrawals',
  id: ID,
  player: { id: 'player-1', name: 'Somsri' },
  amount: '200.00',
  currency: 'THB',
  since: '2026-11-27T05:00:00Z',
  reason: 'BANK_ACCOUNT_CHANGED',
  detail: { heldUntil: '2026-11-28T05:00:00Z' },
  waiting: null,
  claim: null,
};
const OWNER = { bankCode: 'SCB', accountNo: '••••••9191', holder: 'SOMSRI', phone: '0812345678' };
const SIDE = { player: null, wallet: null, notes: null, work: [], decisions: [], lines: [] };
const READ = { owner: OWNER, bankChange: null, side: SIDE };
const colleague = (id: string, name: string, role: StaffRole) => ({
  id,
  name,
  role,
  isHere: true,
  conversations: 0,
});
const COLLEAGUES = [colleague('nok', 'Nok', 'agent'), colleague('malee', 'Malee', 'supervisor')];

let calls: Call[];
const count = (path: string) => calls.filter((call) => call.path === path).length;
const sent = (path: string) => calls.findLast((call) => call.path === path)?.body;

beforeAll(giveDialogs);
afterEach(async () => {
  cleanup();
  // What leaving sends is still answered by the test's gateway.
  await new Promise((resolve) => setTimeout(resolve));
  vi.unstubAllGlobals();
});

interface Shown {
  claim?: WorkClaim | null;
  role?: StaffRole;
  /** The answer to a claim. */
  answer?: () => Response;
}

const claimed = (renewAfterSeconds = 200) => Response.json({ claim: MINE, renewAfterSeconds });
const refused = () => {
  const body = { message: 'WORK_CLAIMED', requestId: 'req-1', data: { claim: MALEES } };
  return Response.json(body, { status: 409 });
};

function show({ claim = null, role = 'agent', answer = claimed }: Shown) {
  calls = gateway(({ path }) => {
    if (path === 'GET /api/support/work') return Response.json({ items: [] });
    if (path === 'GET /api/support/colleagues') return Response.json({ colleagues: COLLEAGUES });
    if (path.endsWith('/side')) return Response.json(READ);
    if (path === CLAIM) return answer();
    if (path === HAND) return Response.json(MALEES);
    return Response.json({ status: 'SUCCESS', id: 'decision-1', position: '7' });
  });
  const store = createSupportStore();
  const staff = { id: 'nok', username: 'nok', name: 'Nok', role };
  store.dispatch(staffSignedIn({ token: 'st_1', expiresAt: '2026-11-28T05:00:00Z', staff }));
  return render(
    <Provider store={store}>
      <IntlProvider locale="en" messages={words}>
        <WithdrawalReview item={{ ...ITEM, claim }} />
      </IntlProvider>
    </Provider>,
  );
}

async function pick(id: string) {
  const menu = { name: text('support.work.claim.actions') };
  await userEvent.click(await screen.findByRole('button', menu));
  await userEvent.click(screen.getByRole('menuitem', { name: text(id) }));
}

describe('an open item', () => {
  it('is claimed, and released on leaving', async () => {
    const { unmount } = show({});
    expect(await screen.findByText('This has been yours since 12:03')).toBeVisible();
    expect(sent(CLAIM)).toEqual({ kind: 'withdrawals' });
    expect(count(RELEASE)).toBe(0);
    unmount();
    await vi.waitFor(() => expect(sent(RELEASE)).toEqual({ kind: 'withdrawals' }));
  });

  it('is released when the tab is closed', async () => {
    show({});
    expect(await screen.findByText('This has been yours since 12:03')).toBeVisible();
    window.dispatchEvent(new Event('pagehide'));
    await vi.waitFor(() => expect(count(RELEASE)).toBe(1));
  });

  it('is claimed again while it stays open', async () => {
    show({ answer: () => claimed(0.02) });
    await vi.waitFor(() => expect(count(CLAIM)).toBeGreaterThan(2));
  });

  it('is left to the colleague who has it', async () => {
    const { unmount } = show({ claim: MALEES });
    expect(await screen.findByText('Malee has had this open since 12:03')).toBeVisible();
    expect(await screen.findByText(text('support.change.none'))).toBeVisible();
    unmount();
    expect([count(CLAIM), count(RELEASE)]).toEqual([0, 0]);
  });

  it('shows the colleague who was a moment faster', async () => {
    const { unmount } = show({ answer: refused });
    expect(await screen.findByText('Malee has had this open since 12:03')).toBeVisible();
    unmount();
    expect(count(RELEASE)).toBe(0);
  });

  it('is not claimed by an auditor, who sees who has it', async () => {
    show({ claim: MALEES, role: 'auditor' });
    expect(await screen.findByText('Malee has had this open since 12:03')).toBeVisible();
    expect(await screen.findByText(text('support.change.none'))).toBeVisible();
    const menu = { name: text('support.work.claim.actions') };
    expect(screen.queryByRole('button', menu)).toBeNull();
    expect(count(CLAIM)).toBe(0);
  });

  it('is taken over from the colleague who has it', async () => {
    show({ claim: MALEES });
    await pick('support.work.claim.takeOver');
    const shown = within(await screen.findByRole('alertdialog'));
    const name = text('support.work.claim.takeOver');
    await userEvent.click(shown.getByRole('button', { name }));
    expect(await screen.findByText('This has been yours since 12:03')).toBeVisible();
    const first = calls.find(({ path }) => path === CLAIM)?.body;
    expect(first).toEqual({ kind: 'withdrawals', from: 'malee' });
  });

  it('is handed over to a colleague, and is not released after that', async () => {
    const { unmount } = show({});
    await pick('support.work.claim.handOver');
    const shown = within(await screen.findByRole('dialog'));
    expect(shown.queryByLabelText(/Nok/)).toBeNull();
    await userEvent.click(await shown.findByLabelText(/Malee/));
    const name = text('support.inbox.handOver');
    await userEvent.click(shown.getByRole('button', { name }));
    expect(await screen.findByText('Malee has had this open since 12:03')).toBeVisible();
    expect(sent(HAND)).toEqual({ kind: 'withdrawals', to: 'malee' });
    unmount();
    expect(count(RELEASE)).toBe(0);
  });
});

describe('a decision about an item that a colleague has open', () => {
  it('is sent only after a confirmation', async () => {
    show({ claim: MALEES });
    const name = text('support.work.release');
    await userEvent.click(await screen.findByRole('button', { name }));
    const dialog = await screen.findByRole('dialog');
    expect(dialog).toHaveTextContent('Malee has had this open since 12:03. Decide anyway?');
    const shown = within(dialog);
    const reason = shown.getByLabelText(text('support.look.reason'));
    await userEvent.type(reason, 'Called the player');
    await userEvent.click(shown.getByRole('button', { name }));
    expect(shown.getByText(text('support.work.claim.anywayMissing'))).toBeVisible();
    expect(count(DECIDE)).toBe(0);
    await userEvent.click(shown.getByLabelText(text('support.work.claim.anyway')));
    await userEvent.click(shown.getByRole('button', { name }));
    await vi.waitFor(() => expect(sent(DECIDE)).toEqual({ reason: 'Called the player' }));
  });

  it('needs none while the caller has it', async () => {
    show({ claim: MINE });
    const name = text('support.work.release');
    await userEvent.click(await screen.findByRole('button', { name }));
    const dialog = await screen.findByRole('dialog');
    expect(dialog).not.toHaveTextContent('Decide anyway?');
  });
});

describe('a row of a list', () => {
  it.each([
    [MALEES, 'Open with Malee since 12:03'],
    [MINE, 'Yours since 12:03'],
  ])('says who has the item open', (claim, line) => {
    render(
      <IntlProvider locale="en" messages={words}>
        <ClaimMark claim={claim} />
      </IntlProvider>,
    );
    expect(screen.getByText(line)).toBeVisible();
  });
});
