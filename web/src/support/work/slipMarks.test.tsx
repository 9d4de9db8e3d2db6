import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { IntlProvider } from 'react-intl';
import { Provider } from 'react-redux';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import portal from '../../intl/messages/en.json';
import { type Call, fill, gateway, giveDialogs, keyOf, refusal } from '../../stage';
import { ToastHost } from '../../ui/feedback/ToastHost';
import { staffSignedIn } from '../api/session';
import type { StaffRole } from '../api/types';
import { createSupportStore } from '../app/store';
import own from '../messages/en.json';
import WorkPage from './WorkPage';

vi.mock('./useWorkLive', () => ({ useWorkLive: () => undefined }));

const words = { ...portal, ...own } as unknown as Record<string, string>;

const slip = (name: string, more: object = {}) => ({
  kind: 'slips',
  id: `slip-${name}`,
  player: { id: `player-${name}`, name },
  amount: null,
  currency: null,
  since: '2026-11-27T05:00:00Z',
  reason: 'NOT_VERIFIED',
  detail: {},
  waiting: null,
  claim: null,
  ...more,
});
const MALEE = {
  by: { id: 'malee', name: 'Malee' },
  since: '2026-11-27T05:00:00Z',
  until: '2026-11-27T05:05:00Z',
  isMine: false,
};
const SLIPS = [slip('Aree'), slip('Somsri'), slip('Mali'), slip('Nok', { claim: MALEE })];
const COUNTS = {
  slips: 4,
  qr: 0,
  manual: 0,
  withdrawals: 0,
  transfers: 0,
  differences: 0,
  approvals: 0,
};

let calls: Call[];
/** The answers to a slip's rejection, in turn; after them it succeeds. */
let answers: Record<string, (() => Response)[]>;

beforeEach(() => {
  giveDialogs();
  answers = {};
});
afterEach(() => vi.unstubAllGlobals());

function show(role: StaffRole = 'agent') {
  window.history.replaceState(null, '', '/work?kind=slips');
  calls = gateway(({ path }) => {
    if (path === 'GET /api/support/work') {
      return Response.json({ items: SLIPS, nextCursor: null, counts: COUNTS });
    }
    const name = /slip-(\w+)\/reject$/.exec(path)?.[1];
    if (!name) return refusal(404, 'NO_DATA');
    return answers[name]?.shift()?.() ?? Response.json({ status: 'SUCCESS', id: name });
  });
  const store = createSupportStore();
  const staff = { id: 's', username: 'nok', name: 'Nok', role };
  store.dispatch(staffSignedIn({ token: 'st_1', expiresAt: '2026-11-28T05:00:00Z', staff }));
  render(
    <Provider store={store}>
      <IntlProvider locale="en" messages={words}>
        <WorkPage />
        <ToastHost />
      </IntlProvider>
    </Provider>,
  );
}

const box = (name: string) => screen.getByRole('checkbox', { name: `Mark ${name}’s slip` });
const rejections = () => calls.filter(({ path }) => path.endsWith('/reject'));
const dialog = () => screen.getByRole('dialog');
const press = (name: string) => userEvent.click(within(dialog()).getByRole('button', { name }));

async function mark(...names: string[]) {
  await userEvent.click(await screen.findByRole('button', { name: 'Reject several' }));
  for (const name of names) await userEvent.click(box(name));
  await userEvent.click(screen.getByRole('button', { name: 'Reject' }));
}

describe('several slips', () => {
  it('are rejected with one reason, each by its own decision, one after the other', async () => {
    show();
    await mark('Aree', 'Mali');
    expect(dialog()).toHaveTextContent('Reject 2 slips');
    expect(dialog()).not.toHaveTextContent('Somsri');
    await press('Reject');
    expect(rejections()).toEqual([]);
    fill('Reason', 'Copies of one picture');
    await press('Reject');
    await screen.findByText('2 slips rejected');
    const body = { code: 'NOT_MATCH', reason: 'Copies of one picture' };
    expect(rejections().map(({ path }) => path)).toEqual([
      'POST /api/support/work/slips/slip-Aree/reject',
      'POST /api/support/work/slips/slip-Mali/reject',
    ]);
    expect(rejections().map((call) => call.body)).toEqual([body, body]);
    expect(new Set(rejections().map(keyOf)).size).toBe(2);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.queryByRole('checkbox')).toBeNull();
  });

  it('say what failed, and a repeat after a lost answer is the same decision', async () => {
    answers = {
      Aree: [() => refusal(409, 'NOT_REFERRED')],
      Somsri: [() => Response.error()],
    };
    show();
    await mark('Aree', 'Somsri', 'Mali');
    fill('Reason', 'Copies of one picture');
    await press('Reject');
    await screen.findByText('1 of 3 rejected');
    expect(dialog()).toHaveTextContent('2 were not rejected');
    const state = (name: string) =>
      within(dialog())
        .getAllByRole('listitem')
        .find((row) => row.textContent?.includes(name));
    expect(state('Aree')).toHaveTextContent('Not done');
    expect(state('Aree')).toHaveTextContent('This is not waiting for staff');
    expect(state('Somsri')).toHaveTextContent('No answer');
    expect(state('Mali')).toHaveTextContent('Rejected');
    await press('Try 2 again');
    await screen.findByText('3 slips rejected');
    const [first, second, third, again, repeat] = rejections();
    expect(rejections()).toHaveLength(5);
    expect(third?.path).toContain('slip-Mali');
    expect(keyOf(again)).not.toBe(keyOf(first));
    expect(keyOf(repeat)).toBe(keyOf(second));
    expect(repeat?.body).toEqual(second?.body);
  });

  it('keep the key of a lost answer when the dialog is closed and opened again', async () => {
    answers = { Aree: [() => Response.error()] };
    show();
    await mark('Aree');
    fill('Reason', 'Copies of one picture');
    await press('Reject');
    await screen.findByText('No answer');
    await press('Cancel');
    await userEvent.click(screen.getByRole('button', { name: 'Reject' }));
    fill('Reason', 'Copies of one picture');
    await press('Reject');
    await screen.findByText('1 slip rejected');
    const [lost, repeat] = rejections();
    expect(keyOf(repeat)).toBe(keyOf(lost));
  });

  it('do not include what a colleague has open', async () => {
    show();
    await userEvent.click(await screen.findByRole('button', { name: 'Reject several' }));
    expect(box('Nok')).toBeDisabled();
    expect(screen.getByRole('button', { name: 'Reject' })).toBeDisabled();
  });

  it('are not marked by auditors', async () => {
    show('auditor');
    await screen.findByText('Somsri');
    expect(screen.queryByRole('button', { name: 'Reject several' })).toBeNull();
  });
});
