import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { beginIntent } from '../../api/command/moneyIntent';
import { gameMemory } from '../../client/gameMemory';
import { balanceVisibilityToggled } from '../../client/preferences';
import { serviceGone } from '../../client/session';
import {
  type Call,
  gateway,
  giveDialogs,
  keyOf,
  MEMBER,
  memberStore,
  refusal,
  show,
} from '../../stage';
import { eventually } from '../../vitest.patience';
import GameDialog from './GameDialog';

const SLOT = {
  code: 'pg',
  name: 'PG Soft',
  category: 'slot',
  isActive: true,
  amount: '0.00',
  readAt: '2026-11-21T10:00:00Z',
  ftWalletSlot: '1',
  colour: '#5b3df5',
  maintenance: false,
  embedded: false,
};
const BONUS = {
  code: 'WELCOME',
  title: { th: 'Welcome bonus', la: 'Welcome bonus', en: 'Welcome bonus' },
  quote: { status: 'READY', closesOnPlay: true, closesOnWithdrawal: true, figures: null },
};
const MOVED = { status: 'SUCCESS', id: 't1', position: '9', amount: '100.00', balance: '400.00' };
const LINK = 'https://games.example/play?token=once';

const TRANSFER = 'POST /api/wallet/transfer';
const OPEN = 'POST /api/autoLogin/pg/p1';
const REFRESH = 'POST /api/wallet/refresh/slot';
const ACCOUNT = 'GET /api/wallet/account/pg';

type Answer = (call: Call) => Response | Promise<Response>;
let calls: Call[];
let tab: { closed: boolean; close: () => void; location: { replace: ReturnType<typeof vi.fn> } };

/** Opens the dialog of a game in front of a gateway; `answers` replace what that says by itself. */
function open(slot: Partial<typeof SLOT> = {}, answers: Record<string, Answer> = {}) {
  const wallet = { wallet: { amount: '500.00', currency: 'THB' }, slots: [{ ...SLOT, ...slot }] };
  const usual: Record<string, object> = {
    'GET /api/wallet': wallet,
    'GET /api/bonus': { bonuses: [BONUS] },
    'POST /api/statement': { statements: [] },
    [ACCOUNT]: { username: 'p1', password: 'secret' },
    'POST /api/wallet/activate/pg': { account: { username: 'p1', password: 'secret' } },
    [REFRESH]: { slots: [], position: '9' },
    [TRANSFER]: MOVED,
    [OPEN]: { link: LINK },
  };
  calls = gateway((call) => answers[call.path]?.(call) ?? Response.json(usual[call.path] ?? {}));
  const store = memberStore();
  show(<GameDialog slotCode="pg" onClose={() => undefined} />, store);
  return store;
}

const button = (name: string | RegExp) => screen.findByRole('button', { name });
const press = async (name: string | RegExp) => userEvent.click(await button(name));
const sent = (path: string) => calls.filter((call) => call.path === path);
/** What was sent to change something, in order. */
const acts = () =>
  calls.flatMap(({ path }) => (/^POST.*(activate|transfer|autoLogin)/.test(path) ? path : []));

beforeEach(() => {
  giveDialogs();
  localStorage.clear();
  sessionStorage.clear();
  const replace = vi.fn();
  const next = {
    closed: false,
    document: document.implementation.createHTMLDocument(),
    opener: null,
    location: { replace },
  };
  tab = { ...next, close: () => (tab.closed = true) };
  vi.stubGlobal(
    'open',
    vi.fn(() => tab),
  );
});

describe('the game that is about to be played', () => {
  it('says which bonuses the first bet closes, and leads to them', async () => {
    const store = open();
    expect(await screen.findByText(/Your first bet closes/)).toBeInTheDocument();
    await press('Welcome bonus');
    expect(store.getState().dialog.stack).toEqual([{ name: 'bonus', props: { code: 'WELCOME' } }]);
  });

  it('says nothing of them where nothing can be played', async () => {
    open({ maintenance: true });
    await button(/^Play/);
    await eventually(() => expect(sent('GET /api/bonus')).not.toHaveLength(0));
    expect(screen.queryByText(/Your first bet closes/)).toBeNull();
  });

  it('asks for the password when logging in by hand is opened, and not before', async () => {
    open();
    await button(/^Play with/);
    expect(sent(ACCOUNT)).toHaveLength(0);
    await press('Log in manually');
    expect(await screen.findByText('p1')).toBeInTheDocument();
  });

  it('leads to a deposit where there is nothing to play with, and opens all the same', async () => {
    const empty = { wallet: { amount: '0.00', currency: 'THB' }, slots: [SLOT] };
    const store = open({}, { 'GET /api/wallet': () => Response.json(empty) });
    await press('Deposit to start');
    expect(store.getState().dialog.stack).toEqual([{ name: 'deposit', props: {} }]);
    await press(/^Play/);
    await eventually(() => expect(acts()).toEqual([OPEN]));
  });

  it('asks for no deposit while the game holds money', async () => {
    const inGame = {
      wallet: { amount: '0.00', currency: 'THB' },
      slots: [{ ...SLOT, amount: '80.00' }],
    };
    open({}, { 'GET /api/wallet': () => Response.json(inGame) });
    await button(/^Continue/);
    expect(screen.queryByRole('button', { name: 'Deposit to start' })).toBeNull();
  });

  it('has a star that this device remembers', async () => {
    open();
    await press('Favourite');
    expect(await button('Favourite')).toHaveAttribute('aria-pressed', 'true');
    expect(gameMemory(MEMBER.username).favourites).toEqual(['pg']);
  });
});

describe('playing with money', () => {
  it('opens the account, moves the money in and opens the game by one press', async () => {
    open({ isActive: false });
    await press(/^Play with ฿100\.00/);
    expect(window.open).toHaveBeenCalledTimes(1);
    await eventually(() => expect(tab.location.replace).toHaveBeenCalledWith(LINK));
    expect(acts()).toEqual(['POST /api/wallet/activate/pg', TRANSFER, OPEN]);
    const [transfer] = sent(TRANSFER);
    expect(transfer?.body).toEqual({ from: 'WALLET', to: 'pg', amount: '100.00' });
    expect(keyOf(transfer)).toMatch(/^[0-9a-f]{32}$/);
    expect(gameMemory(MEMBER.username).played).toEqual(['pg']);
  });

  it('takes along what is chosen, and all of it only when that is pressed', async () => {
    const rich = { wallet: { amount: '900.00', currency: 'THB' }, slots: [SLOT] };
    open({}, { 'GET /api/wallet': () => Response.json(rich) });
    await button(/^Play with ฿100\.00/);
    expect(await button('100')).toHaveAttribute('aria-pressed', 'true');
    await press('All');
    await button(/^Play with ฿900\.00/);
    await press('500');
    await press(/^Play with ฿500\.00/);
    await eventually(() => expect(acts()).toEqual([TRANSFER, OPEN]));
    expect(sent(TRANSFER)[0]?.body).toMatchObject({ amount: '500.00' });
    // What was chosen once is not what another press moves.
    await button(/^Play with ฿100\.00/);
  });

  it('takes along all of a wallet that holds less than the smallest preset', async () => {
    const poor = { wallet: { amount: '80.00', currency: 'THB' }, slots: [SLOT] };
    open({}, { 'GET /api/wallet': () => Response.json(poor) });
    await press(/^Play with ฿80\.00/);
    await eventually(() => expect(acts()).toEqual([TRANSFER, OPEN]));
    expect(sent(TRANSFER)[0]?.body).toMatchObject({ amount: '80.00' });
  });

  it('continues with what the game holds, and moves nothing', async () => {
    const store = open({ amount: '3.00', ftWalletSlot: '100' });
    await press(/^Continue with ฿300\.00/);
    await eventually(() => expect(tab.location.replace).toHaveBeenCalledWith(LINK));
    expect(acts()).toEqual([OPEN]);
    expect(screen.queryByRole('group', { name: 'Money to take with you' })).toBeNull();
    await press('Transfer in');
    const into = { name: 'transfer', props: { slotCode: 'pg', direction: 'in' } };
    expect(store.getState().dialog.stack).toEqual([into]);
  });

  it('moves nothing into a game that turns out to hold money', async () => {
    const won = { slots: [{ code: 'pg', amount: '300.00', ok: true }], position: '9' };
    open({}, { [REFRESH]: () => Response.json(won) });
    await press(/^Play with ฿100\.00/);
    await eventually(() => expect(tab.location.replace).toHaveBeenCalledWith(LINK));
    expect(acts()).toEqual([OPEN]);
  });

  it('moves the money where the game does not answer what it holds', async () => {
    const silent = { slots: [{ code: 'pg', amount: '300.00', ok: false }], position: '9' };
    open({}, { [REFRESH]: () => Response.json(silent) });
    await press(/^Play with ฿100\.00/);
    await eventually(() => expect(acts()).toEqual([TRANSFER, OPEN]));
  });

  it('shows no amount on the button while amounts are hidden', async () => {
    const store = open();
    await button(/^Play with ฿100\.00/);
    act(() => void store.dispatch(balanceVisibilityToggled()));
    await button(/^Play(?! with)/);
    await press('500');
    await button(/^Play with ฿500\.00/);
  });

  it('hides what the game holds, too', async () => {
    const store = open({ amount: '50.00' });
    act(() => void store.dispatch(balanceVisibilityToggled()));
    await button(/^Continue with •+/);
  });

  it('is closed during a break, and the way back is open', async () => {
    const exclusion = { kind: 'TIME_OUT', until: null, beganAt: '2026-11-21T10:00:00Z' };
    open({ amount: '50.00' }, { 'GET /api/limits': () => Response.json({ exclusion }) });
    await eventually(async () => expect(await button(/^Continue with/)).toBeDisabled());
    expect(await button('Bring ฿50.00 back')).toBeEnabled();
    expect(screen.queryByRole('button', { name: 'Log in manually' })).toBeNull();
  });

  it('moves the money once, however often it is pressed', async () => {
    let finish: (answer: Response) => void = () => undefined;
    open({}, { [TRANSFER]: () => new Promise((resolve) => (finish = resolve)) });
    const play = await button(/^Play with/);
    play.click();
    play.click();
    await eventually(() => expect(sent(TRANSFER)).toHaveLength(1));
    await userEvent.click(await button(/^Play with/));
    await act(async () => finish(Response.json(MOVED)));
    await eventually(() => expect(tab.location.replace).toHaveBeenCalledWith(LINK));
    expect(acts()).toEqual([TRANSFER, OPEN]);
    expect(window.open).toHaveBeenCalledTimes(1);
  });

  it('opens nothing after a refusal, says why, and the next press is a new intent', async () => {
    open({}, { [TRANSFER]: () => refusal(422, 'MONEY_NOT_ENOUGH') });
    await press(/^Play with/);
    expect(await screen.findByRole('alertdialog')).toHaveTextContent('Insufficient funds');
    expect(tab.closed).toBe(true);
    await press('OK');
    await press(/^Play with/);
    await eventually(() => expect(sent(TRANSFER)).toHaveLength(2));
    const [one, two] = sent(TRANSFER);
    expect(keyOf(one)).not.toBe(keyOf(two));
    expect(acts()).not.toContain(OPEN);
  });

  it('moves nothing where the account cannot be opened', async () => {
    open(
      { isActive: false },
      { 'POST /api/wallet/activate/pg': () => refusal(403, 'PLAYER_EXCLUDED') },
    );
    await press(/^Play with/);
    expect(await screen.findByRole('alertdialog')).toBeInTheDocument();
    expect(acts()).toEqual(['POST /api/wallet/activate/pg']);
    expect(tab.closed).toBe(true);
  });

  it('opens nothing while the transfer is unanswered, and never sends a second one', async () => {
    const store = open({}, { [TRANSFER]: () => Promise.reject(new TypeError('lost')) });
    await press(/^Play with/);
    await eventually(() =>
      expect(store.getState().dialog.stack).toEqual([{ name: 'transfer', props: {} }]),
    );
    expect(tab.closed).toBe(true);
    expect(screen.getByText('A transfer of ฿100.00 is not confirmed yet.')).toBeInTheDocument();
    // What is pressed now only plays with what the game has.
    await press(/^Play(?! with)/);
    await eventually(() => expect(acts()).toContain(OPEN));
    // It asks about the first one by itself.
    expect(new Set(sent(TRANSFER).map(keyOf)).size).toBe(1);
  });

  it('sends nothing when the transfer of another screen is unanswered by then', async () => {
    let finish: (answer: Response) => void = () => undefined;
    const store = open({}, { [ACCOUNT]: () => new Promise((resolve) => (finish = resolve)) });
    await press(/^Play with/);
    await eventually(() => expect(sent(ACCOUNT)).toHaveLength(1));
    const { key } = beginIntent(MEMBER.username, 'transfer', {
      from: 'imi',
      to: 'WALLET',
      amount: '5.00',
    });
    const mark = `wallet.intent.${MEMBER.username}.transfer.sent`;
    sessionStorage.setItem(mark, JSON.stringify(key));
    await act(async () => finish(Response.json({ username: 'p1', password: 'secret' })));
    await eventually(() => expect(store.getState().dialog.stack).toHaveLength(1));
    expect(acts()).toEqual([]);
    expect(tab.closed).toBe(true);
  });

  it('knows of it after a reload, too', async () => {
    open({}, { [TRANSFER]: () => Promise.reject(new TypeError('lost')) });
    await press(/^Play with/);
    await screen.findByText(/is not confirmed yet/);
    document.body.innerHTML = '';
    open({ amount: '50.00' }, { [TRANSFER]: () => Promise.reject(new TypeError('lost')) });
    expect(await screen.findByText(/is not confirmed yet/)).toBeInTheDocument();
    expect(await button(/^Bring/)).toBeDisabled();
    expect(screen.queryByRole('button', { name: /^Play with/ })).toBeNull();
  });

  it('opens nothing while the provider has not settled the transfer', async () => {
    open({}, { [TRANSFER]: () => Response.json({ ...MOVED, status: 'PENDING' }, { status: 202 }) });
    await press(/^Play with/);
    expect(await screen.findByText(/The transfer is being checked/)).toBeInTheDocument();
    expect(tab.closed).toBe(true);
    expect(acts()).toEqual([TRANSFER]);
    expect(screen.queryByRole('button', { name: /^Play with/ })).toBeNull();
  });
});

describe('bringing the money back', () => {
  it('moves all that the game holds by one press', async () => {
    const store = open({ amount: '3.00', ftWalletSlot: '100' });
    await press('Bring ฿300.00 back');
    await eventually(() => expect(sent(TRANSFER)).toHaveLength(1));
    const [transfer] = sent(TRANSFER);
    expect(transfer?.body).toEqual({ from: 'pg', to: 'WALLET', amount: 'ALL' });
    expect(keyOf(transfer)).toMatch(/^[0-9a-f]{32}$/);
    await eventually(() =>
      expect(store.getState().toasts.notices).toMatchObject([
        { text: '฿100.00 is back in your main wallet' },
      ]),
    );
  });

  it('is not offered where there is nothing', async () => {
    open();
    await button(/^Play with/);
    expect(screen.queryByRole('button', { name: /^Bring/ })).toBeNull();
  });

  it('asks the game for its balance when the player comes to it', async () => {
    open({ amount: '3.00' });
    await eventually(() => expect(sent(REFRESH)).toHaveLength(1));
  });
});

describe('a game of a service that has closed', () => {
  it('gives its money back, and takes none', async () => {
    const store = open({ amount: '80.00' });
    expect(await button(/^Continue/)).toBeEnabled();
    act(() => {
      store.dispatch(serviceGone());
    });
    expect(screen.getByText(/^Deposits and games are closed/)).toBeVisible();
    expect(await button(/^Continue/)).toBeDisabled();
    expect(await button('Transfer in')).toBeDisabled();
    expect(screen.queryByRole('group', { name: 'Money to take with you' })).toBeNull();
    expect(await button('Bring ฿80.00 back')).toBeEnabled();
    expect(await button('Transfer out')).toBeEnabled();
  });
});

describe('a game that opens inside the portal', () => {
  const framed = { [OPEN]: () => Response.json({ link: LINK, framed: true }) };
  const frame = () => screen.findByTitle('PG Soft');

  it('is in a frame that can do no more than it needs, and no tab opens', async () => {
    open({ embedded: true }, framed);
    await press(/^Play with ฿100/);
    expect(await frame()).toHaveAttribute('src', LINK);
    const { sandbox, allow, referrerpolicy } = Object.fromEntries(
      [...(await frame()).attributes].map(({ name, value }) => [name, value]),
    );
    expect(sandbox).toBe(
      'allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox',
    );
    expect(allow).toBe('fullscreen; autoplay');
    expect(referrerpolicy).toBe('no-referrer');
    expect(window.open).not.toHaveBeenCalled();
    expect(acts()).toEqual([TRANSFER, OPEN]);
  });

  it('asks the game what it holds when it closes', async () => {
    open({ embedded: true }, framed);
    await press(/^Play with ฿100/);
    await frame();
    const before = sent(REFRESH).length;
    const [close] = screen.getAllByRole('button', { name: 'Close' }).slice(-1);
    await userEvent.click(close as HTMLElement);
    expect(screen.queryByTitle('PG Soft')).toBeNull();
    await eventually(() => expect(sent(REFRESH)).toHaveLength(before + 1));
  });

  it('opens in a window by another link, and moves no money again', async () => {
    open({ embedded: true }, framed);
    await press(/^Play with ฿100/);
    await frame();
    await press('Open in a window');
    await eventually(() => expect(tab.location.replace).toHaveBeenCalledExactlyOnceWith(LINK));
    expect(screen.queryByTitle('PG Soft')).toBeNull();
    expect(acts()).toEqual([TRANSFER, OPEN, OPEN]);
  });

  it('is in a tab where the provider gives no link for a frame', async () => {
    open({ embedded: true });
    await press(/^Play with ฿100/);
    await eventually(() => expect(tab.location.replace).toHaveBeenCalledExactlyOnceWith(LINK));
    expect(screen.queryByTitle('PG Soft')).toBeNull();
  });

  it('is in a tab, opened within the press, where the operator embeds no game', async () => {
    open({}, framed);
    await press(/^Play with ฿100/);
    await eventually(() => expect(tab.location.replace).toHaveBeenCalledExactlyOnceWith(LINK));
    expect(screen.queryByTitle('PG Soft')).toBeNull();
  });
});
