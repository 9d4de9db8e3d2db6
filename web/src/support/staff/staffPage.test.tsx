import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { IntlProvider } from 'react-intl';
import { Provider } from 'react-redux';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import portal from '../../intl/messages/en.json';
import { type Call, fill, gateway, giveDialogs } from '../../stage';
import { staffSignedIn } from '../api/session';
import type { StaffRole } from '../api/types';
import { createSupportStore } from '../app/store';
import own from '../messages/en.json';
import StaffPage from './StaffPage';

const words = { ...portal, ...own } as unknown as Record<string, string>;

/** Messages are parsed when they are built. */
const text = (id: string) => (words[id] as unknown as { value: string }[])[0]?.value ?? id;
const posted = () => calls.filter(({ path }) => path.startsWith('POST'));

const account = (id: string, username: string, role: StaffRole) => ({
  id,
  username,
  name: `Name of ${username}`,
  role,
  isActive: true,
  createdAt: '2026-11-01T05:00:00Z',
  searches: { used: 3, limit: 120, more: 10 },
  players: { used: 1, limit: 60, more: 0 },
});

const ACCOUNTS = [account('staff-1', 'first', 'supervisor'), account('staff-2', 'nok', 'agent')];

const request = (isMine: boolean, staffId: string) => ({
  id: `request-${isMine}-${staffId}`,
  kind: 'add',
  staffId,
  username: 'mali',
  name: 'Mali',
  role: 'agent',
  reason: 'a new colleague',
  askedBy: isMine ? 'first' : 'second',
  askedAt: '2026-11-27T05:00:00Z',
  expiresAt: '2026-11-28T05:00:00Z',
  isMine,
});

let calls: Call[];
let requests: unknown[];

beforeAll(giveDialogs);
beforeEach(() => {
  requests = [];
  calls = gateway(({ path }) => {
    if (path.startsWith('GET')) return Response.json({ accounts: ACCOUNTS, requests });
    if (path.endsWith('/staff')) return Response.json({ id: 'r', password: 'ABCD-2345' });
    if (path.endsWith('/approve')) return Response.json({ otpauth: 'otpauth://totp/x:mali' });
    return Response.json({ message: 'SUCCESS' });
  });
});
afterEach(() => vi.unstubAllGlobals());

function show(role: StaffRole) {
  const store = createSupportStore();
  const staff = { id: 'staff-1', username: 'first', name: 'Somsak', role };
  store.dispatch(staffSignedIn({ token: 'st_1', expiresAt: '2026-11-28T05:00:00Z', staff }));
  render(
    <Provider store={store}>
      <IntlProvider locale="en" messages={words}>
        <StaffPage />
      </IntlProvider>
    </Provider>,
  );
}

const rowOf = async (text: string) =>
  within((await screen.findByText(text)).closest('li') as HTMLElement);

describe('the accounts of staff', () => {
  it('show what was used of this hour, with what was granted', async () => {
    show('supervisor');
    const row = await rowOf('Name of nok');
    expect(row.getByText('3 of 130')).toBeVisible();
    expect(row.getByText('1 of 60')).toBeVisible();
  });

  it('offer nothing about one’s own account, and nothing to an auditor', async () => {
    show('supervisor');
    const row = await rowOf('Name of first');
    expect(row.queryByRole('button')).toBeNull();
    cleanup();
    show('auditor');
    await screen.findByText('Name of nok');
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('hand the password to who asks and the authenticator to who agrees', async () => {
    requests = [request(false, 'staff-3')];
    show('supervisor');
    const person = userEvent.setup();
    await person.click(await screen.findByRole('button', { name: text('support.staff.add') }));
    let dialog = within(screen.getByRole('dialog'));
    fill(text('support.login.username'), 'dao');
    fill(text('support.staff.name'), 'Dao');
    fill(text('support.look.reason'), 'a new colleague');
    await person.click(dialog.getByRole('button', { name: text('support.staff.add') }));
    expect(await screen.findByText('ABCD-2345')).toBeVisible();
    expect(posted()[0]?.body).toEqual({
      username: 'dao',
      name: 'Dao',
      role: 'agent',
      reason: 'a new colleague',
    });
    await person.click(screen.getByRole('button', { name: text('support.staff.handedOver') }));
    await vi.waitFor(() => expect(screen.queryByText('ABCD-2345')).toBeNull());
    const approve = text('support.work.approve');
    await person.click(screen.getByRole('button', { name: approve }));
    dialog = within(screen.getByRole('dialog'));
    fill(text('support.look.reason'), 'I know her');
    await person.click(dialog.getByRole('button', { name: approve }));
    expect(await screen.findByText('otpauth://totp/x:mali')).toBeVisible();
  });

  it('let nobody approve one’s own request or one’s own account', async () => {
    requests = [request(true, 'staff-3'), request(false, 'staff-1')];
    show('supervisor');
    await screen.findByText(text('support.staff.waiting'));
    expect(screen.queryByRole('button', { name: text('support.work.approve') })).toBeNull();
    expect(screen.getByRole('button', { name: text('support.staff.takeBack') })).toBeVisible();
  });

  it('grant more for an hour only with a number and a reason', async () => {
    show('supervisor');
    const person = userEvent.setup();
    const grant = text('support.staff.grant');
    await person.click((await rowOf('Name of nok')).getByRole('button'));
    await person.click(screen.getByRole('menuitem', { name: grant }));
    const dialog = within(screen.getByRole('alertdialog'));
    await person.click(dialog.getByRole('button', { name: grant }));
    expect(posted()).toEqual([]);
    const field = dialog.getByLabelText(text('support.staff.moreSearches'));
    await person.clear(field);
    await person.type(field, '20');
    await person.type(dialog.getByLabelText(text('support.look.reason')), 'a busy day');
    await person.click(dialog.getByRole('button', { name: grant }));
    await vi.waitFor(() => {
      expect(posted()[0]?.path).toBe('POST /api/support/staff/staff-2/quota');
      expect(posted()[0]?.body).toEqual({ searches: 20, players: 0, reason: 'a busy day' });
    });
  });
});
