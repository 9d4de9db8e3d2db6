import { fireEvent, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createAppStore } from '../../app/store';
import { fill, gateway, giveDialogs, memberStore, show } from '../../stage';
import LogInAgain from './LogInAgain';
import { LoginPage } from './LoginPage';

const PASSWORD = 'Papaya-Salad-9';

beforeEach(giveDialogs);
afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
  sessionStorage.clear();
  window.history.replaceState(null, '', '/');
});

/** Presses the form's button; the answer is what the log-in request and the two stores hold. */
async function logIn(form: ReactNode, prepare: () => void, store = createAppStore()) {
  const calls = gateway(({ path }) =>
    path.endsWith('/login')
      ? Response.json({ token: 'new-token', expiresAt: null })
      : Response.json({}),
  );
  show(form, store);
  prepare();
  fireEvent.click(screen.getByRole('button', { name: 'Log in' }));
  await waitFor(() => expect(store.getState().session.current?.token).toBe('new-token'));
  const { body } = calls.find(({ path }) => path.endsWith('/login')) ?? {};
  return {
    asked: (body as { remember: boolean }).remember,
    onDevice: localStorage.getItem('wallet.session') !== null,
    inTab: sessionStorage.getItem('wallet.session') !== null,
  };
}

const REMEMBERED = { asked: true, onDevice: true, inTab: true };
const FORGOTTEN = { asked: false, onDevice: false, inTab: true };

const rememberMe = () => screen.getByRole('checkbox', { name: 'Remember me' });

function fillIn() {
  fill('Phone number / username', '0812345678');
  fill('Password', PASSWORD);
}

describe('a log-in', () => {
  it('is of this tab alone unless the player asks to be remembered', async () => {
    const answer = logIn(<LoginPage />, () => {
      expect(rememberMe()).not.toBeChecked();
      fillIn();
    });
    expect(await answer).toEqual(FORGOTTEN);
  });

  it('is remembered when the player asks for it', async () => {
    const answer = logIn(<LoginPage />, () => {
      fillIn();
      fireEvent.click(rememberMe());
    });
    expect(await answer).toEqual(REMEMBERED);
  });

  it.each([
    [true, REMEMBERED],
    [false, FORGOTTEN],
  ])('over the screen keeps what the player chose: %s', async (remember, expected) => {
    const again = <LogInAgain username="0812345678" remember={remember} />;
    expect(await logIn(again, () => fill('Password', PASSWORD), memberStore())).toEqual(expected);
  });
});
