import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fill, gateway, giveDialogs, memberStore, refusal, show } from '../../stage';
import LogInAgain from './LogInAgain';
import { LoginPage } from './LoginPage';

const PASSWORD = 'not-the-one';

const FORMS = [
  ['at the front door', <LoginPage key="page" />],
  ['over the screen', <LogInAgain key="again" username="0812345678" remember />],
] as const;

beforeEach(giveDialogs);
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const username = () => screen.queryByLabelText('Phone number / username');
const button = () => screen.getByRole('button', { name: 'Log in' });

/** Tries to log in with the given form; the answer is how often the gateway was asked to. */
async function tryOn(form: ReactNode, answer: () => Response) {
  const calls = gateway(({ path }) => (path.endsWith('/login') ? answer() : Response.json({})));
  show(form, memberStore());
  const name = username();
  if (name) fireEvent.change(name, { target: { value: '0812345678' } });
  fill('Password', PASSWORD);
  fireEvent.click(button());
  await screen.findByRole('alert');
  return () => calls.filter(({ path }) => path.endsWith('/login')).length;
}

const busy = () =>
  Response.json(
    { message: 'REQUEST_LIMIT', requestId: 'req-1' },
    { status: 429, headers: { 'Retry-After': '400' } },
  );

describe('a log-in that has to wait', () => {
  beforeEach(() => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
  });

  it.each(FORMS)('%s says for how long, and takes no other try before', async (_, form) => {
    const tries = await tryOn(form, busy);
    expect(screen.getByRole('alert')).toHaveTextContent(/Try again in 6:[0-4]\d min\./);
    expect(button()).toBeDisabled();
    fireEvent.submit(button().closest('form') as HTMLFormElement);
    await act(() => vi.advanceTimersByTimeAsync(300_000));
    expect(button()).toBeDisabled();
    expect(tries()).toBe(1);
    await act(() => vi.advanceTimersByTimeAsync(100_000));
    expect(button()).toBeEnabled();
    fireEvent.click(button());
    await waitFor(() => expect(tries()).toBe(2));
  });

  it('keeps only the name waiting that was tried', async () => {
    await tryOn(<LoginPage />, busy);
    expect(button()).toBeDisabled();
    fill('Phone number / username', '0898765432');
    expect(button()).toBeEnabled();
  });

  it('does not wait where only the name or the password was wrong', async () => {
    await tryOn(<LoginPage />, () => refusal(401, 'WRONG_CREDENTIAL'));
    expect(button()).toBeEnabled();
  });
});

describe('a log-in that is refused', () => {
  it.each(FORMS)('%s says why, and the next key replaces the password', async (_, form) => {
    await tryOn(form, () => refusal(401, 'WRONG_CREDENTIAL'));
    expect(screen.getByRole('alert')).toHaveTextContent(/Incorrect phone number/);
    const field = screen.getByLabelText('Password') as HTMLInputElement;
    await waitFor(() => expect(field).toHaveFocus());
    expect(field).toHaveValue(PASSWORD);
    expect([field.selectionStart, field.selectionEnd]).toEqual([0, PASSWORD.length]);
  });
});
