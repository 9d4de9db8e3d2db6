import { render, screen, within } from '@testing-library/react';
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
import { Approvals } from './Approvals';
import { PasswordResetButton } from './PasswordResetButton';

const words = { ...portal, ...own } as unknown as Record<string, string>;

const WAITING = {
  id: 'decision-1',
  subjectKind: 'password',
  subjectId: 'player-1',
  player: { id: 'player-1', name: 'Somchai' },
  amount: null,
  currency: null,
  decision: { kind: 'reset_password', player: 'player-1' },
  terms: {},
  evidence: { reference: null, ourAccount: null, player: null, paidTo: null, referenceUses: [] },
  reason: 'lost the phone',
  askedBy: { id: 'staff-1', name: 'Malee' },
  askedAt: '2026-11-27T05:00:00Z',
  expiresAt: '2026-11-28T05:00:00Z',
  isAgreed: false,
  isMine: false,
};

let calls: Call[];
let waiting: unknown[];

beforeAll(giveDialogs);
beforeEach(() => {
  waiting = [WAITING];
  calls = gateway(({ path }) => {
    if (path.endsWith('/password-resets')) {
      return Response.json({ status: 'PENDING', id: 'decision-1', approvalId: 'decision-1' });
    }
    if (path.endsWith('/approve')) {
      waiting = [];
      const passwordCode = { code: 'ABCD-EFGH-2345', expiresAt: '2026-11-27T06:00:00Z' };
      return Response.json({ status: 'SUCCESS', id: 'decision-1', position: '9', passwordCode });
    }
    if (path.startsWith('GET /api/support/approvals/')) {
      const situation = { wallet: null, open: [], sameAmount: [] };
      return Response.json({ situation, seen: null, whyTwo: null });
    }
    return Response.json({ approvals: waiting });
  });
});
afterEach(() => vi.unstubAllGlobals());

function show(role: StaffRole, children: React.ReactNode) {
  const store = createSupportStore();
  const staff = { id: 'staff-2', username: 'second', name: 'Somsak', role };
  store.dispatch(staffSignedIn({ token: 'st_1', expiresAt: '2026-11-28T05:00:00Z', staff }));
  render(
    <Provider store={store}>
      <IntlProvider locale="en" messages={words}>
        {children}
      </IntlProvider>
    </Provider>,
  );
}

const posted = () => calls.filter(({ path }) => path.startsWith('POST'));

describe('a password that staff lets a player set', () => {
  it('is asked for with a reason', async () => {
    const user = userEvent.setup();
    show('agent', <PasswordResetButton playerId="player-1" />);
    await user.click(screen.getByRole('button', { name: 'Let the player set a password' }));
    const dialog = within(await screen.findByRole('dialog'));
    const send = dialog.getByRole('button', { name: 'Let the player set a password' });
    await user.click(send);
    expect(posted()).toEqual([]);
    fill('Reason', ' lost the phone ');
    await user.click(send);
    await vi.waitFor(() =>
      expect(posted()).toEqual([
        {
          path: 'POST /api/support/players/player-1/password-resets',
          body: { reason: 'lost the phone' },
        },
      ]),
    );
  });

  it('is nothing that an auditor asks for', () => {
    show('auditor', <PasswordResetButton playerId="player-1" />);
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('is approved by a second person, who is shown the code once', async () => {
    const user = userEvent.setup();
    show('supervisor', <Approvals counts={undefined} openId="decision-1" />);
    const effect = 'Lets Somchai set a new password; withdrawals are held';
    expect(await screen.findByText(effect)).toBeVisible();
    expect(screen.getByText('“lost the phone”')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Approve' }));
    fill('Reason', 'seen the ID card');
    const dialog = within(screen.getByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Approve' }));
    expect(await screen.findByText('ABCD-EFGH-2345')).toBeVisible();
    expect(screen.getByText(/Read this code to the player only/)).toBeVisible();
    const shown = within(screen.getByRole('dialog'));
    await user.click(shown.getAllByRole('button', { name: 'Close' })[0] as HTMLElement);
    await vi.waitFor(() => expect(screen.queryByText('ABCD-EFGH-2345')).toBeNull());
  });
});
