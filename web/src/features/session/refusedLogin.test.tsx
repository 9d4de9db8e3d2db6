import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fill, gateway, giveDialogs, memberStore, refusal, show } from '../../stage';
import LogInAgain from './LogInAgain';
import { LoginPage } from './LoginPage';

const PASSWORD = 'not-the-one';

beforeEach(giveDialogs);
afterEach(() => vi.unstubAllGlobals());

describe('a log-in that is refused', () => {
  it.each([
    ['at the front door', <LoginPage key="page" />],
    ['over the screen', <LogInAgain key="again" username="0812345678" remember />],
  ])('%s says why, and the next key replaces the password', async (_, form) => {
    gateway(({ path }) =>
      path.endsWith('/login') ? refusal(401, 'WRONG_CREDENTIAL') : Response.json({}),
    );
    show(form, memberStore());
    const username = screen.queryByLabelText('Phone number / username');
    if (username) fireEvent.change(username, { target: { value: '0812345678' } });
    fill('Password', PASSWORD);
    screen.getByRole('button', { name: 'Log in' }).focus();
    fireEvent.click(screen.getByRole('button', { name: 'Log in' }));
    expect(await screen.findByRole('alert')).toHaveTextContent(/Incorrect phone number/);
    const field = screen.getByLabelText('Password') as HTMLInputElement;
    await waitFor(() => expect(field).toHaveFocus());
    expect(field).toHaveValue(PASSWORD);
    expect([field.selectionStart, field.selectionEnd]).toEqual([0, PASSWORD.length]);
  });
});
