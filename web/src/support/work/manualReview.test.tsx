import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { IntlProvider } from 'react-intl';
import { Provider } from 'react-redux';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import portal from '../../intl/messages/en.json';
import { type Call, gateway, giveDialogs, refusal } from '../../stage';
import { staffSignedIn } from '../api/session';
import { createSupportStore } from '../app/store';
import own from '../messages/en.json';
import { ManualReview } from './ManualReview';

const words = { ...portal, ...own } as unknown as Record<string, string>;
const text = (id: string) => (words[id] as unknown as { value: string }[])[0]?.value ?? id;

const ID = '01a1fdd8-2731-70b2-a92f-d498fe5cc7e5';
const RECEIPT = {
  depositAccount: 'scb-1',
  reference: '015073144041ATF00999',
  amount: '500.00',
  currency: 'THB',
  transferredAt: '2026-11-27T04:59:00Z',
  sendingBank: '014',
  senderName: 'SOMSRI JAIDEE',
  senderAccount: '1230109191',
  isSameAmount: true,
  credit: null,
};
const OTHER_AMOUNT = { ...RECEIPT, reference: 'OTHER1', amount: '200.00', isSameAmount: false };
const USED = {
  ...RECEIPT,
  reference: 'USED1',
  credit: { player: { id: 'player-2', name: 'Malee' }, at: '2026-11-27T05:10:00Z' },
};
const ACCOUNT = {
  account: {
    id: 'scb-1',
    bankCode: 'SCB',
    holder: 'Demo Wallet',
    accountNo: '4681234567',
    currency: 'THB',
    isPaymentService: false,
  },
  state: 'READ',
  isComplete: true,
};
const KBANK = {
  account: { ...ACCOUNT.account, id: 'kbank-1', bankCode: 'KBANK', accountNo: '0352345678' },
  state: 'UNREACHABLE',
  isComplete: false,
};
const ITEM = {
  kind: 'manual',
  id: ID,
  player: { id: 'player-1', name: 'Somsri' },
  amount: '500.00',
  currency: 'THB',
  since: '2026-11-27T05:00:00Z',
  reason: null,
  detail: {},
  waiting: null,
  claim: null,
};
const OWNER = {
  bankCode: 'SCB',
  accountNo: '••••••9191',
  holder: 'SOMSRI JAIDEE',
  phone: '0812345678',
};
const SIDE = { player: 'player-1', wallet: null, notes: null, work: [], decisions: [], lines: [] };
const DEPOSIT = { item: ITEM, receipts: [RECEIPT, USED, OTHER_AMOUNT], accounts: [ACCOUNT] };

let calls: Call[];

beforeAll(giveDialogs);
afterEach(() => vi.unstubAllGlobals());

function show(deposit: unknown = DEPOSIT, role: 'agent' | 'auditor' = 'agent') {
  calls = gateway(({ path }) => {
    if (path === 'GET /api/support/work') return Response.json({ items: [] });
    if (path.endsWith('/side')) return Response.json({ owner: OWNER, side: SIDE });
    if (path.endsWith('/deposit-accounts')) return Response.json({ accounts: [ACCOUNT.account] });
    if (path === `GET /api/support/work/manual/${ID}`) {
      return deposit ? Response.json(deposit) : refusal(404, 'NO_DATA');
    }
    return Response.json({ status: 'PENDING', id: 'decision-1', approvalId: 'decision-1' });
  });
  const store = createSupportStore();
  const staff = { id: 's', username: 'nok', name: 'Nok', role };
  store.dispatch(staffSignedIn({ token: 'st_1', expiresAt: '2026-11-28T05:00:00Z', staff }));
  render(
    <Provider store={store}>
      <IntlProvider locale="en" messages={words}>
        <ManualReview id={ID} listed={undefined} />
      </IntlProvider>
    </Provider>,
  );
}

const receipts = async () =>
  within(await screen.findByRole('list', { name: text('support.work.receipts') }));
const rowOf = async (reference: string) =>
  within((await receipts()).getByText(reference).closest('li') as HTMLElement);
const match = { name: text('support.work.receipt.match') };
const dialog = async () => within(await screen.findByRole('dialog'));
const sent = () => calls.find(({ path }) => path.endsWith('/accept'))?.body;

async function typeByHand(reference: string) {
  const id = 'support.work.receipt.byHand';
  await userEvent.click(await screen.findByRole('button', { name: text(id) }));
  const shown = await dialog();
  await userEvent.type(shown.getByLabelText(text('support.work.bankReference')), reference);
  return shown;
}

describe('a receipt', () => {
  it('that fits is matched with the bank’s own reference, and nothing is typed', async () => {
    show();
    await userEvent.click((await rowOf(RECEIPT.reference)).getByRole('button', match));
    const shown = await dialog();
    expect(shown.queryByLabelText(text('support.work.bankReference'))).toBeNull();
    expect(shown.getByText(RECEIPT.reference)).toBeVisible();
    await userEvent.type(shown.getByLabelText(text('support.look.reason')), 'Same sender');
    expect(shown.getByText(/ gets ฿/)).toBeVisible();
    await userEvent.click(shown.getByRole('button', match));
    await vi.waitFor(() =>
      expect(sent()).toEqual({
        reference: RECEIPT.reference,
        depositAccount: 'scb-1',
        reason: 'Same sender',
      }),
    );
  });

  it('is compared with the player in the dialog', async () => {
    const stranger = { ...RECEIPT, sendingBank: '004', senderAccount: '1230100000' };
    show({ ...DEPOSIT, receipts: [stranger] });
    await screen.findByText(OWNER.holder, { selector: 'dd' });
    await userEvent.click((await rowOf(RECEIPT.reference)).getByRole('button', match));
    const table = within((await dialog()).getByRole('table'));
    const wordOf = (id: string) => table.getByText(text(id)).closest('tr')?.textContent;
    expect(wordOf('support.work.receipt.money')).toContain(text('support.likeness.SAME'));
    expect(wordOf('support.work.holder')).toContain(text('support.likeness.SAME'));
    expect(wordOf('support.likeness.bank')).toContain(text('support.likeness.OTHER'));
    expect(wordOf('support.player.bankAccount')).toContain(text('support.likeness.OTHER'));
  });

  it('that another credit has used says whose it is, and cannot be chosen', async () => {
    show();
    const row = await rowOf(USED.reference);
    expect(row.getByText(/^Credited to Malee on /)).toBeVisible();
    expect(row.queryByRole('button')).toBeNull();
  });

  it('of a slip that waits leads to the slip, and cannot be chosen', async () => {
    const slip = { id: 'slip-1', player: { id: 'player-2', name: 'Malee' } };
    show({ ...DEPOSIT, receipts: [{ ...RECEIPT, slip }] });
    const row = await rowOf(RECEIPT.reference);
    const link = row.getByRole('link', { name: 'Slip of Malee waits' });
    expect(link).toHaveAttribute('href', '/work/slips/slip-1');
    expect(row.queryByRole('button', match)).toBeNull();
    expect(screen.queryByText(text('support.work.receipt.none'))).toBeNull();
  });

  it('of another amount is shown and cannot be chosen', async () => {
    show();
    const row = await rowOf(OTHER_AMOUNT.reference);
    expect(row.getByText(text('support.work.receipt.otherAmount'))).toBeVisible();
    expect(row.queryByRole('button')).toBeNull();
  });

  it('is only read by an auditor', async () => {
    show(DEPOSIT, 'auditor');
    expect((await receipts()).queryByRole('button')).toBeNull();
    expect(screen.queryByText(text('support.work.receipt.byHand'))).toBeNull();
  });
});

describe('the lists of receipts', () => {
  it('say what to do if none fits', async () => {
    show({ ...DEPOSIT, receipts: [] });
    expect(await screen.findByText(text('support.work.receipt.none'))).toBeVisible();
    expect(screen.getByText(text('support.work.receipt.noneLead'))).toBeVisible();
  });

  it('name an account whose bank cannot be asked', async () => {
    show({ ...DEPOSIT, accounts: [ACCOUNT, KBANK] });
    expect(await screen.findByText(/receipts of KBANK 0352345678 are missing/)).toBeVisible();
  });
});

describe('a reference by hand', () => {
  it('that the bank does not know is said before it is asked for', async () => {
    show();
    const shown = await typeByHand('MADEUP1');
    expect(shown.getByText(text('support.work.receipt.unknown'))).toBeVisible();
  });

  it('is only unlisted while a list is missing', async () => {
    show({ ...DEPOSIT, accounts: [ACCOUNT, KBANK] });
    const shown = await typeByHand('MADEUP1');
    expect(shown.getByText(text('support.work.receipt.unlisted'))).toBeVisible();
    expect(shown.queryByText(text('support.work.receipt.unknown'))).toBeNull();
  });

  it('that is listed has no warning, in any spelling', async () => {
    show();
    const shown = await typeByHand(RECEIPT.reference.toLowerCase());
    expect(shown.queryByText(text('support.work.receipt.unknown'))).toBeNull();
  });

  it('of a used receipt says who was credited', async () => {
    show();
    const shown = await typeByHand('used1');
    expect(shown.getByText(/credited to Malee/)).toBeVisible();
  });
});

describe('an announced deposit', () => {
  it('can be rejected', async () => {
    show();
    const name = text('support.work.reject');
    expect(await screen.findByRole('button', { name })).toBeEnabled();
  });

  it('that waits no more says so', async () => {
    show(null);
    expect(await screen.findByText(text('support.work.gone'))).toBeVisible();
  });
});
