import { fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { IntlProvider } from 'react-intl';
import { Provider } from 'react-redux';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import portal from '../../intl/messages/en.json';
import { type Call, fill, gateway, giveDialogs } from '../../stage';
import { staffSignedIn } from '../api/session';
import type { PlayerFreeze, StaffRole } from '../api/types';
import { createSupportStore } from '../app/store';
import own from '../messages/en.json';
import { FreezeBanner, VoidBanner } from '../players/FreezeBanner';
import { AccessButtons } from './AccessButtons';
import { Approvals } from './Approvals';
import { FreezeButton } from './FreezeButton';
import { VoidButton } from './VoidButton';

const words = { ...portal, ...own } as unknown as Record<string, string>;

const FREEZE: PlayerFreeze = {
  reach: 'MONEY_OUT',
  since: '2026-11-27T05:00:00Z',
  askedBy: 'Malee',
  approvedBy: 'Somsak',
  reason: 'the phone was stolen',
};

const waiting = (decision: object) => ({
  id: 'decision-1',
  subjectKind: 'freeze',
  subjectId: 'player-1',
  player: { id: 'player-1', name: 'Somchai' },
  amount: null,
  currency: null,
  decision,
  terms: {},
  evidence: { reference: null, ourAccount: null, player: null, paidTo: null, referenceUses: [] },
  reason: 'the phone was stolen',
  askedBy: { id: 'staff-1', name: 'Malee' },
  askedAt: '2026-11-27T05:00:00Z',
  expiresAt: '2026-11-28T05:00:00Z',
  isAgreed: false,
  isMine: false,
});

let calls: Call[];
let decision: object;

beforeAll(giveDialogs);
beforeEach(() => {
  calls = gateway(({ path }) => {
    if (path.startsWith('POST')) {
      return Response.json({ status: 'PENDING', id: 'decision-1', approvalId: 'decision-1' });
    }
    const situation = { wallet: null, open: [], sameAmount: [] };
    return path.startsWith('GET /api/support/approvals/')
      ? Response.json({ situation, seen: null, whyTwo: null })
      : Response.json({ approvals: [waiting(decision)] });
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

async function send(title: string) {
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: title }));
  const dialog = within(await screen.findByRole('dialog'));
  fill('Reason', 'the phone was stolen');
  await user.click(dialog.getByRole('button', { name: title }));
}

/** A button of a player whose freeze changes while the page is open. */
function FrozenMeanwhile() {
  const [freeze, setFreeze] = useState<PlayerFreeze | null>(null);
  return (
    <>
      <button type="button" onClick={() => setFreeze(FREEZE)}>
        Elsewhere
      </button>
      <FreezeButton playerId="player-1" freeze={freeze} />
    </>
  );
}

describe('money that staff freezes', () => {
  it('that is asked for stays the question, also when somebody else freezes meanwhile', async () => {
    show('agent', <FrozenMeanwhile />);
    const user = userEvent.setup();
    await user.click(screen.getByRole('button', { name: 'Freeze money' }));
    fireEvent.click(screen.getByText('Elsewhere'));
    const dialog = within(screen.getByRole('dialog'));
    fill('Reason', 'the phone was stolen');
    await user.click(dialog.getByRole('button', { name: 'Freeze money' }));
    await vi.waitFor(() => expect(posted()).toHaveLength(1));
    expect(posted()[0]?.path).toBe('POST /api/support/players/player-1/freezes');
  });

  it('is asked for with what is frozen, and why', async () => {
    show('agent', <FreezeButton playerId="player-1" freeze={null} />);
    await send('Freeze money');
    await vi.waitFor(() =>
      expect(posted()).toEqual([
        {
          path: 'POST /api/support/players/player-1/freezes',
          body: { reach: 'MONEY_OUT', reason: 'the phone was stolen' },
        },
      ]),
    );
  });

  it('is let go by the same button', async () => {
    show('agent', <FreezeButton playerId="player-1" freeze={FREEZE} />);
    await send('Unfreeze money');
    await vi.waitFor(() =>
      expect(posted()).toEqual([
        {
          path: 'POST /api/support/players/player-1/unfreezes',
          body: { reason: 'the phone was stolen' },
        },
      ]),
    );
  });

  it.each([
    ['Block log-in', false, 'login-freeze'],
    ['Unblock log-in', true, 'login-unfreeze'],
    ['End all sessions', false, 'sessions/end'],
  ])('is not all: %s', async (title, isLoginFrozen, word) => {
    show('agent', <AccessButtons playerId="player-1" isLoginFrozen={isLoginFrozen} />);
    await send(title);
    await vi.waitFor(() =>
      expect(posted()).toEqual([
        {
          path: `POST /api/support/players/player-1/${word}`,
          body: { reason: 'the phone was stolen' },
        },
      ]),
    );
  });

  it('is nothing that an auditor asks for', () => {
    show('auditor', <FreezeButton playerId="player-1" freeze={null} />);
    expect(screen.queryByRole('button')).toBeNull();
  });

  it.each([
    [{ kind: 'freeze', reach: 'MONEY_OUT' }, 'Freezes Somchai’s withdrawals'],
    [
      { kind: 'freeze', reach: 'ALL' },
      'Freezes all of Somchai’s money: withdrawals, games, bonuses and deposits',
    ],
    [{ kind: 'unfreeze' }, 'Unfreezes Somchai’s money'],
    [{ kind: 'declare_void' }, 'Lets Somchai’s money out again despite the void events'],
  ])('says to the second person what %o does', async (what, effect) => {
    decision = what;
    show('supervisor', <Approvals counts={undefined} openId="decision-1" />);
    expect(await screen.findByText(effect)).toBeVisible();
  });

  it('says since when, by whom and why', () => {
    show('agent', <FreezeBanner freeze={FREEZE} />);
    expect(screen.getByText(/^Money out frozen since/)).toBeVisible();
    expect(screen.getByText('Requested by Malee, approved by Somsak')).toBeVisible();
    expect(screen.getByText('“the phone was stolen”')).toBeVisible();
  });

  it('says so where no decision is known', () => {
    const nobody = { ...FREEZE, askedBy: null, approvedBy: null, reason: null };
    show('agent', <FreezeBanner freeze={nobody} />);
    expect(screen.getByText(/No decision matches this freeze/)).toBeVisible();
  });
});

describe('money that void events stop', () => {
  it('is let out by a declaration that is asked for with a reason', async () => {
    show('agent', <VoidButton playerId="player-1" />);
    await send('Declare void');
    await vi.waitFor(() =>
      expect(posted()).toEqual([
        {
          path: 'POST /api/support/players/player-1/void-declarations',
          body: { reason: 'the phone was stolen' },
        },
      ]),
    );
  });

  it('is nothing that an auditor lets out', () => {
    show('auditor', <VoidButton playerId="player-1" />);
    expect(screen.queryByRole('button')).toBeNull();
  });

  it.each([
    [1, /^One event is void/],
    [2, /^2 events are void/],
  ])('is a warning that counts them: %d', (rows, words) => {
    show('agent', <VoidBanner rows={rows} />);
    expect(screen.getByText(words)).toBeVisible();
  });
});
