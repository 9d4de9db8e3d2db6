import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { IntlProvider } from 'react-intl';
import { Provider } from 'react-redux';
import { afterEach, describe, expect, it, vi } from 'vitest';
import portal from '../../intl/messages/en.json';
import { gateway, giveDialogs } from '../../stage';
import { staffSignedIn } from '../api/session';
import type { WorkItem } from '../api/workApi';
import { createSupportStore } from '../app/store';
import own from '../messages/en.json';
import { WithdrawalReview } from './WithdrawalReview';

const words = { ...portal, ...own } as unknown as Record<string, string>;
const text = (id: string) => (words[id] as unknown as { value: string }[])[0]?.value ?? id;

const ITEM: WorkItem = {
  kind: 'withdrawals',
  id: '01a1fdd8-2731-70b2-a92f-d498fe5cc7e5',
  player: { id: 'player-1', name: 'Somsri' },
  amount: '200.00',
  currency: 'THB',
  since: '2026-11-27T05:00:00Z',
  reason: 'BANK_ACCOUNT_CHANGED',
  detail: { heldUntil: '2026-11-28T05:00:00Z' },
  waiting: null,
  claim: null,
};

const account = (end: string) => ({
  bankCode: 'SCB',
  accountNo: `••••••${end}`,
  holder: 'SOMSRI JAIDEE',
});

const CHANGE = {
  before: account('0091'),
  now: account('9191'),
  changedAt: '2026-11-27T04:00:00Z',
  changedBy: 'MEMBER',
};

afterEach(() => vi.unstubAllGlobals());

function show(bankChange: typeof CHANGE | null) {
  const side = { player: null, wallet: null, notes: null, work: [], decisions: [], lines: [] };
  const owner = { ...account('9191'), phone: '0812345678' };
  gateway(({ path }) =>
    Response.json(path === 'GET /api/support/work' ? { items: [] } : { owner, bankChange, side }),
  );
  const store = createSupportStore();
  const staff = { id: 's', username: 'nok', name: 'Nok', role: 'agent' as const };
  store.dispatch(staffSignedIn({ token: 'st_1', expiresAt: '2026-11-28T05:00:00Z', staff }));
  render(
    <Provider store={store}>
      <IntlProvider locale="en" messages={words}>
        <WithdrawalReview item={ITEM} />
      </IntlProvider>
    </Provider>,
  );
}

describe('a held withdrawal', () => {
  it('shows the account before and the one that the money goes to', async () => {
    show(CHANGE);
    expect(await screen.findByText('••••••0091')).toBeVisible();
    expect(screen.getByText('••••••9191')).toBeVisible();
    expect(screen.getByText(text('support.work.reason.BANK_ACCOUNT_CHANGED'))).toBeVisible();
  });

  it('blames no change of the account where it waits for another reason', async () => {
    show(null);
    expect(await screen.findByText(text('support.change.none'))).toBeVisible();
    expect(screen.getByText(text('support.work.reason.PAYOUTS_HELD'))).toBeVisible();
    expect(screen.queryByText(text('support.work.reason.BANK_ACCOUNT_CHANGED'))).toBeNull();
  });

  it('names the account that is paid next to the question', async () => {
    giveDialogs();
    show(CHANGE);
    await screen.findByText('••••••9191');
    const release = { name: text('support.work.release') };
    await userEvent.click(screen.getByRole('button', release));
    const dialog = await screen.findByRole('dialog');
    expect(dialog).toHaveTextContent('SCB ••••••9191 · SOMSRI JAIDEE');
  });

  it('can be talked about with the player at once', async () => {
    show(CHANGE);
    const call = await screen.findByRole('link', { name: /081-234-5678/ });
    expect(call).toHaveAttribute('href', 'tel:0812345678');
  });
});
