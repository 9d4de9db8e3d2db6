import { act, screen, waitFor } from '@testing-library/react';
import { Suspense } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useGetWalletQuery } from '../api/walletApi';
import { type AppStore, createAppStore } from '../app/store';
import { rememberIntended, takeIntended } from '../client/intended';
import {
  serviceActive,
  serviceGone,
  sessionConfirmed,
  sessionExpired,
  signedOut,
} from '../client/session';
import { gateway, memberStore, show } from '../stage';
import { fetchMemberPage, Routes } from './routes';

// The addresses are what is looked at here, not the pages.
vi.mock('../features/session/LoginPage', () => ({ LoginPage: () => <p>Log-in form</p> }));
vi.mock('../features/session/LogInAgain', () => ({ default: () => <p>Log in again</p> }));
vi.mock('./shell/PublicShell', () => ({
  PublicShell: ({ children }: { children: string }) => <div data-testid="public">{children}</div>,
}));
vi.mock('./shell/UserShell', () => ({
  default: ({ children }: { children: string }) => <div data-testid="member">{children}</div>,
}));
vi.mock('../features/home/HomePage', () => ({ default: () => <p>Home</p> }));
vi.mock('../features/statement/StatementPage', () => ({ default: () => <p>Statement</p> }));
vi.mock('../features/contact/ContactPage', () => ({ default: () => <p>Contact</p> }));
vi.mock('../features/forgot/ForgotPage', () => ({ default: () => <p>Forgot</p> }));
vi.mock('../features/howto/HowtoPage', () => ({ default: () => <p>How to</p> }));
vi.mock('../features/session/TerminatedPage', () => ({ default: () => <p>Gone</p> }));
vi.mock('../features/errors/NotFoundPage', () => ({ default: () => <p>Not found</p> }));

/** Opens an address as the bar of the browser does. */
function open(address: string, store: AppStore) {
  window.history.replaceState(null, '', address);
  return show(
    <Suspense>
      <Routes />
    </Suspense>,
    store,
  );
}

const place = () => window.location.pathname + window.location.search;

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => window.history.replaceState(null, '', '/'));

describe('a member', () => {
  it.each(['/', '/user', '/user/home'])('is led home from %s', async (address) => {
    open(address, memberStore());
    expect(await screen.findByText('Home')).toBeVisible();
    expect(screen.getByTestId('member')).toBeVisible();
    expect(place()).toBe('/user/home');
  });

  it.each([
    ['/user/contact', 'Contact'],
    ['/user/howto', 'How to'],
  ])('stays signed in at %s, which visitors have, too', async (address, text) => {
    const store = memberStore();
    open(address, store);
    expect(await screen.findByText(text)).toBeVisible();
    expect(screen.getByTestId('member')).toBeVisible();
    expect(place()).toBe(address);
    expect(store.getState().session.current).not.toBeNull();
  });

  it('who logs out leaves the page at once', async () => {
    const { store } = open('/user/statement', memberStore());
    await screen.findByText('Statement');
    act(() => {
      store.dispatch(signedOut());
    });
    expect(screen.queryByText('Statement')).toBeNull();
    expect(await screen.findByText('Log-in form')).toBeVisible();
  });

  it('whose session ends stays on the page and is asked for the password', async () => {
    const store = memberStore();
    open('/user/statement', store);
    await screen.findByText('Statement');
    act(() => {
      store.dispatch(sessionConfirmed());
      store.dispatch(sessionExpired({ token: 'secret-token' }));
    });
    expect(await screen.findByText('Log in again')).toBeVisible();
    expect(screen.getByText('Statement')).toBeVisible();
    expect(place()).toBe('/user/statement');
  });
});

describe('a visitor', () => {
  it('is sent to the log-in, and the wanted address with its filters is kept', async () => {
    open('/user/statement?type=deposit', createAppStore());
    expect(await screen.findByText('Log-in form')).toBeVisible();
    expect(screen.queryByText('Statement')).toBeNull();
    expect(place()).toBe('/login');
    expect(takeIntended()).toBe('/user/statement?type=deposit');
  });

  it('with a token that no longer works sees why and is sent to the log-in', async () => {
    localStorage.setItem(
      'wallet.session',
      JSON.stringify({ token: 'old', username: '0812345678', expiresAt: null }),
    );
    const store = createAppStore();
    open('/user/statement', store);
    act(() => {
      store.dispatch(sessionExpired({ token: 'old' }));
    });
    expect(await screen.findByText('Log-in form')).toBeVisible();
    expect(store.getState().session.current).toBeNull();
    const said = store.getState().toasts.notices.map((notice) => notice.text);
    expect(said).toEqual(['Your session has expired. Please log in again.']);
  });

  it('reads the public pages without a session', async () => {
    open('/howto', createAppStore());
    expect(await screen.findByText('How to')).toBeVisible();
    expect(screen.getByTestId('public')).toBeVisible();
    expect(place()).toBe('/howto');
  });

  it.each(['/nowhere', '/user/nowhere', '/userhome', '/login/more'])(
    'at %s reads that there is no such page',
    async (address) => {
      open(address, createAppStore());
      expect(await screen.findByText('Not found')).toBeVisible();
      expect(place()).toBe(address);
    },
  );
});

describe('a service that is gone', () => {
  const gone = (store: AppStore) => {
    store.dispatch(serviceGone());
    return store;
  };

  it.each(['/login', '/register', '/howto', '/contact'])(
    'leads from %s to its notice',
    async (address) => {
      open(address, gone(createAppStore()));
      expect(await screen.findByText('Gone')).toBeVisible();
      expect(screen.getByTestId('public')).toBeVisible();
      expect(place()).toBe('/terminated');
    },
  );

  it('leads visitors of other pages to its notice as well, and keeps the wanted address', async () => {
    open('/user/statement', gone(createAppStore()));
    expect(await screen.findByText('Gone')).toBeVisible();
    expect(place()).toBe('/terminated');
    expect(takeIntended()).toBe('/user/statement');
  });

  it('still lets a forgotten password be replaced', async () => {
    open('/forgot', gone(createAppStore()));
    expect(await screen.findByText('Forgot')).toBeVisible();
    expect(place()).toBe('/forgot');
  });

  it('leaves a member on the page', async () => {
    const store = memberStore();
    open('/user/statement', store);
    await screen.findByText('Statement');
    act(() => {
      store.dispatch(serviceGone());
    });
    expect(screen.getByText('Statement')).toBeVisible();
    expect(place()).toBe('/user/statement');
  });

  it('has its pages again once it is back', async () => {
    const store = gone(createAppStore());
    open('/howto', store);
    await screen.findByText('Gone');
    act(() => {
      store.dispatch(serviceActive());
      window.history.pushState(null, '', '/howto');
    });
    await waitFor(() => expect(screen.getByText('How to')).toBeVisible());
  });
});

describe('the address that was wanted', () => {
  it('never leads out of the area of members', () => {
    for (const address of ['/login', '//evil.example/user', '/users', 'javascript:alert(1)']) {
      rememberIntended(address);
      expect(takeIntended()).toBe('/user');
    }
  });
});

function WalletPage() {
  return <p>{useGetWalletQuery().data ? 'Wallet' : 'Nothing'}</p>;
}

describe('a member’s page', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('has asked for the wallet before it is drawn, and the page does not ask again', async () => {
    const calls = gateway(() => Response.json({ wallet: { currency: 'THB' } }));
    const store = memberStore();
    fetchMemberPage('/user/statement', store);
    await waitFor(() => expect(calls.map(({ path }) => path)).toEqual(['GET /api/wallet']));
    show(<WalletPage />, store);
    expect(await screen.findByText('Wallet')).toBeVisible();
    expect(calls).toHaveLength(1);
  });
});
