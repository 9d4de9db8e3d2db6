import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createAppStore } from '../../app/store';
import { type Call, gateway, refusal, show } from '../../stage';
import { Registered } from './Registered';

const PASSWORD = 'secret-password';

let calls: Call[];
let answer: () => Response;

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  window.history.replaceState(null, '', '/register?step=bank');
  answer = () => Response.json({ token: 'new-token', expiresAt: null });
  calls = gateway(({ path }) => (path.endsWith('/login') ? answer() : Response.json({})));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  localStorage.clear();
  sessionStorage.clear();
  window.history.replaceState(null, '', '/');
});

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const logins = () => calls.filter(({ path }) => path.endsWith('/login'));

function register() {
  const store = createAppStore();
  show(<Registered username="0812345678" password={PASSWORD} />, store);
  return store;
}

describe('a new member', () => {
  it('reads for two seconds that it worked, and then is signed in and at home', async () => {
    const store = register();
    await pass(1_900);
    expect(screen.getByRole('heading', { name: 'Registration successful' })).toBeVisible();
    expect(logins()).toEqual([]);
    await pass(200);
    expect(logins()).toHaveLength(1);
    expect(logins()[0]?.body).toMatchObject({ username: '0812345678', password: PASSWORD });
    expect(store.getState().session.current?.token).toBe('new-token');
    expect(window.location.pathname).toBe('/user/home');
  });

  it('is not remembered on the device, as nobody asked for it', async () => {
    register();
    await pass(2_100);
    expect(logins()[0]?.body).toMatchObject({ remember: false });
    expect(localStorage.getItem('wallet.session')).toBeNull();
    expect(sessionStorage.getItem('wallet.session')).toContain('new-token');
  });

  it('whom the log-in refuses is at the log-in form', async () => {
    answer = () => refusal(503, 'SERVICE_UNAVAILABLE');
    const store = register();
    await pass(2_100);
    expect(store.getState().session.current).toBeNull();
    expect(window.location.pathname).toBe('/login');
  });

  it('has the password written down nowhere', async () => {
    register();
    await pass(2_100);
    const kept = JSON.stringify([{ ...localStorage }, { ...sessionStorage }]);
    expect(kept).not.toContain(PASSWORD);
  });
});
