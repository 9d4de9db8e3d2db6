import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { IntlProvider } from 'react-intl';
import { Provider } from 'react-redux';
import { afterEach, describe, expect, it, vi } from 'vitest';
import portal from '../../intl/messages/en.json';
import { gateway, refusal } from '../../stage';
import { staffSignedIn } from '../api/session';
import { createSupportStore } from '../app/store';
import own from '../messages/en.json';
import WorkPage from './WorkPage';

vi.mock('./useWorkLive', () => ({ useWorkLive: () => undefined }));

const words = { ...portal, ...own } as unknown as Record<string, string>;
const text = (id: string) => (words[id] as unknown as { value: string }[])[0]?.value ?? id;

const ID = '01a1fdd8-2731-70b2-a92f-d498fe5cc7e5';
const ITEM = {
  kind: 'slips',
  id: ID,
  player: { id: 'player-1', name: 'Somsri' },
  amount: null,
  currency: null,
  since: '2026-11-27T05:00:00Z',
  reason: 'EXPIRED_SLIP',
  detail: { sendingBank: '014', reference: '015073144041ATF00999', status: 'FAILED' },
  waiting: null,
  claim: null,
};
const CREDITED = {
  ...ITEM,
  id: 'slip-2',
  reason: null,
  amount: '500.00',
  currency: 'THB',
  detail: { ...ITEM.detail, status: 'SUCCESS' },
};
const COUNTS = {
  slips: 0,
  qr: 0,
  manual: 0,
  withdrawals: 0,
  transfers: 0,
  differences: 0,
  approvals: 0,
};

let asked: string[];

afterEach(() => vi.unstubAllGlobals());

function show(address: string, found: unknown[] = [ITEM]) {
  window.history.replaceState(null, '', address);
  asked = [];
  gateway(({ path }) => {
    if (path.endsWith('/work')) {
      return Response.json({ items: [], nextCursor: null, counts: COUNTS });
    }
    if (path.endsWith('/work/slips')) return Response.json({ items: found, nextCursor: null });
    return refusal(404, 'NO_DATA');
  });
  const { fetch } = globalThis;
  vi.stubGlobal('fetch', (request: Request) => {
    const { pathname, search } = new URL(request.url);
    if (pathname.endsWith('/work/slips')) asked.push(search);
    return fetch(request);
  });
  const store = createSupportStore();
  const staff = { id: 's', username: 'nok', name: 'Nok', role: 'agent' as const };
  store.dispatch(staffSignedIn({ token: 'st_1', expiresAt: '2026-11-28T05:00:00Z', staff }));
  render(
    <Provider store={store}>
      <IntlProvider locale="en" messages={words}>
        <WorkPage />
      </IntlProvider>
    </Provider>,
  );
}

const link = (id: string) => screen.findByRole('link', { name: text(id) });
const row = (name: RegExp) => screen.findByRole('link', { name });

describe('the slips of the work page', () => {
  it('are those that wait, until others are chosen', async () => {
    show('/work?kind=slips');
    expect(await screen.findByText(text('support.work.allDone'))).toBeVisible();
    expect(asked).toEqual([]);
    await userEvent.click(await link('support.work.slipState.refused'));
    const refused = await row(/Somsri/);
    expect(refused).toHaveTextContent(text('slipReason.EXPIRED_SLIP'));
    expect(refused).toHaveTextContent('27/11/2026 12:00');
    expect(refused).toHaveTextContent('015073144041ATF00999');
    expect(refused).toHaveAttribute('href', `/work/slips/${ID}?state=REFUSED`);
    expect(asked).toEqual(['?state=REFUSED']);
  });

  it('are found by the bank’s reference', async () => {
    show('/work?kind=slips&state=REFUSED');
    const field = await screen.findByRole('searchbox');
    await userEvent.type(field, ' 015073144041ATF00999{Enter}');
    await vi.waitFor(() => expect(asked.at(-1)).toBe('?reference=015073144041ATF00999'));
    expect(window.location.search).toBe('?kind=slips&reference=015073144041ATF00999');
  });

  it('are those of one player, each with what became of it', async () => {
    show('/work?kind=slips&player=player-1', [ITEM, CREDITED]);
    expect(await row(/฿500\.00/)).toHaveTextContent(text('support.work.slipState.credited'));
    expect(await row(/Expired slip/)).toHaveTextContent(text('support.work.slipState.refused'));
    expect(asked).toEqual(['?player=player-1']);
  });

  it('are none where nothing is found', async () => {
    show('/work?kind=slips&reference=1', []);
    expect(await screen.findByText(text('support.work.noSlips'))).toBeVisible();
  });
});
