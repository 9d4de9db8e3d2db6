import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { IntlProvider } from 'react-intl';
import { Provider } from 'react-redux';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import portal from '../../intl/messages/en.json';
import { type Call, gateway, giveDialogs } from '../../stage';
import { staffSignedIn } from '../api/session';
import { createSupportStore } from '../app/store';
import own from '../messages/en.json';
import { QrReview } from './QrReview';

const words = { ...portal, ...own } as unknown as Record<string, string>;
const text = (id: string) => (words[id] as unknown as { value: string }[])[0]?.value ?? id;

const ID = '01a1fdd8-2731-70b2-a92f-d498fe5cc7e5';
const ITEM = {
  kind: 'qr',
  id: ID,
  player: { id: 'player-1', name: 'Somsri' },
  amount: '300.00',
  currency: 'THB',
  since: '2026-11-27T05:00:00Z',
  reason: 'OTHER_AMOUNT',
  detail: { channel: 'KBANK' },
  waiting: null,
  claim: null,
};
const OWNER = { bankCode: 'SCB', accountNo: '••••••9191', holder: 'SOMSRI', phone: '0812345678' };
const SIDE = { player: null, wallet: null, notes: null, work: [], decisions: [], lines: [] };

const paid = (said: string, amount: string, currency = 'THB') => ({
  said,
  amount,
  currency,
  reference: 'KB202611270001',
});

let calls: Call[];

beforeAll(giveDialogs);
afterEach(() => vi.unstubAllGlobals());

function show(service: unknown) {
  calls = gateway(({ path }) => {
    if (path === 'GET /api/support/work') return Response.json({ items: [] });
    if (path.endsWith('/side')) return Response.json({ owner: OWNER, side: SIDE });
    if (path.endsWith(`/work/qr/${ID}`)) return Response.json({ item: ITEM, service });
    return Response.json({ status: 'PENDING', id: 'decision-1', approvalId: 'decision-1' });
  });
  const store = createSupportStore();
  const staff = { id: 's', username: 'nok', name: 'Nok', role: 'agent' as const };
  store.dispatch(staffSignedIn({ token: 'st_1', expiresAt: '2026-11-28T05:00:00Z', staff }));
  render(
    <Provider store={store}>
      <IntlProvider locale="en" messages={words}>
        <QrReview id={ID} listed={undefined} />
      </IntlProvider>
    </Provider>,
  );
}

const button = (name: string) => screen.findByRole('button', { name });
const sent = (end: string) => calls.find(({ path }) => path.endsWith(end))?.body;

/** Presses a button, and its namesake in the dialog after a reason. */
async function decide(name: string) {
  await userEvent.click(await button(name));
  const dialog = await screen.findByRole('dialog');
  const shown = within(dialog);
  await userEvent.type(shown.getByLabelText(text('support.look.reason')), 'Called the player');
  const lead = dialog.textContent;
  await userEvent.click(shown.getByRole('button', { name }));
  return lead;
}

describe('a QR payment of another amount', () => {
  it('shows what was ordered next to what was paid', async () => {
    show(paid('OTHER_PAID', '250.00'));
    expect(await screen.findByText(text('support.work.service.OTHER_PAID'))).toBeVisible();
    const amountOf = (id: string) => screen.getByText(text(id)).parentElement;
    expect(amountOf('support.work.paid')).toHaveTextContent('฿250.00');
    expect(amountOf('support.work.ordered')).toHaveTextContent('฿300.00');
    expect(screen.getByText('KB202611270001')).toBeVisible();
    expect(screen.queryByRole('button', { name: text('support.work.accept') })).toBeNull();
  });

  it('has what was paid as its amount, and what was ordered by name', async () => {
    show(paid('OTHER_PAID', '250.00'));
    const head = await screen.findByRole('heading', { level: 2 });
    expect(head).toHaveTextContent('Ordered ฿300.00');
    expect(screen.getAllByText('฿250.00')).toHaveLength(2);
  });

  it('is credited as paid, with the amount on the screen and a second person', async () => {
    show(paid('OTHER_PAID', '250.00'));
    const lead = await decide('Credit ฿250.00 as paid');
    expect(lead).toContain('฿300.00 was ordered, but ฿250.00 was paid');
    expect(lead).toContain('A second person must approve');
    await vi.waitFor(() =>
      expect(sent('/accept')).toEqual({ amount: '250.00', reason: 'Called the player' }),
    );
  });

  it('is sent back', async () => {
    show(paid('OTHER_PAID', '250.00'));
    const lead = await decide(text('support.work.sendBack'));
    expect(lead).toContain('The system does not return the money. Return ฿250.00 to the payer');
    await vi.waitFor(() => expect(sent('/reject')).toEqual({ reason: 'Called the player' }));
  });

  it('is only sent back if the wallet cannot hold it', async () => {
    show(paid('OTHER_PAID', '250.00', 'LAK'));
    expect(await screen.findByText(text('support.work.otherPaidCurrency'))).toBeVisible();
    expect(await button(text('support.work.accept'))).toBeDisabled();
    expect(await button(text('support.work.sendBack'))).toBeEnabled();
  });
});

describe('a QR payment as ordered', () => {
  it('is accepted without naming the amount', async () => {
    show(paid('PAID', '300.00'));
    expect(await screen.findByText(text('support.work.service.PAID'))).toBeVisible();
    expect(await decide(text('support.work.accept'))).toContain('Somsri gets ฿300.00');
    await vi.waitFor(() => expect(sent('/accept')).toEqual({ reason: 'Called the player' }));
  });
});

describe('a QR order without a payment', () => {
  it.each(['UNPAID', 'UNKNOWN'])('is not credited while the service says %s', async (said) => {
    show({ said });
    expect(await screen.findByText(text(`support.work.service.${said}`))).toBeVisible();
    expect(await button(text('support.work.accept'))).toBeDisabled();
    expect(await button(text('support.work.reject'))).toBeEnabled();
  });
});
