import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Call, fill, gateway, refusal, show } from '../../stage';
import { eventually } from '../../vitest.patience';
import ForgotPage from './ForgotPage';

const PASSWORD = 'Papaya-Salad-9';

let calls: Call[];
let answers: Record<string, () => Response>;

beforeEach(() => {
  answers = {
    '/code': () =>
      Response.json({ otpToken: 'token-1', otpRef: 'REF1', code: 'OTP_SENT', resendIn: 60 }),
    '/reset': () => Response.json({ heldUntil: '2026-11-28T05:00:00Z' }),
  };
  calls = gateway(({ path }) => {
    const end = Object.keys(answers).find((it) => path.endsWith(it));
    return answers[end ?? '']?.() ?? Response.json({ laoMode: false });
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  localStorage.clear();
  sessionStorage.clear();
  window.history.replaceState(null, '', '/');
});

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

const busy = (message: string, seconds: number) =>
  Response.json(
    { message, requestId: 'req-1' },
    { status: 429, headers: { 'Retry-After': String(seconds) } },
  );

async function setPassword(user: ReturnType<typeof userEvent.setup>) {
  fill('Enter the 6-digit OTP', '123456');
  fill('New password', PASSWORD);
  fill('Confirm password', PASSWORD);
  await user.click(screen.getByRole('button', { name: 'Set password' }));
}

const asked = () => calls.filter(({ path }) => path.startsWith('POST'));

async function toSetStep() {
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
  vi.useFakeTimers({ shouldAdvanceTime: true });
  show(<ForgotPage />);
  fill('Phone number', '081-234-5678');
  await user.click(screen.getByRole('button', { name: 'Send code' }));
  await screen.findByText('Reference: REF1');
  return user;
}

describe('a forgotten password', () => {
  it('is replaced by the code of the message', async () => {
    const user = await toSetStep();
    await setPassword(user);
    expect(await screen.findByText('Your password is set')).toBeVisible();
    expect(screen.getByText(/withdrawals are held until/)).toBeVisible();
    expect(asked()).toEqual([
      { path: 'POST /api/account/password/code', body: { phoneNumber: '0812345678' } },
      {
        path: 'POST /api/account/password/reset',
        body: {
          phoneNumber: '0812345678',
          otpToken: 'token-1',
          otpCode: '123456',
          password: PASSWORD,
        },
      },
    ]);
  });

  it('that is replaced logs in, for this tab alone', async () => {
    answers['/login'] = () => Response.json({ token: 'new-token', expiresAt: null });
    const user = await toSetStep();
    await setPassword(user);
    await user.click(await screen.findByRole('button', { name: 'Log in' }));
    await eventually(() =>
      expect(asked().at(-1)).toEqual({
        path: 'POST /api/login',
        body: { username: '0812345678', password: PASSWORD, remember: false },
      }),
    );
    await eventually(() => expect(sessionStorage.getItem('wallet.session')).not.toBeNull());
    expect(localStorage.getItem('wallet.session')).toBeNull();
  });

  it('is not replaced by passwords that differ, nor without the whole code', async () => {
    const user = await toSetStep();
    fill('Enter the 6-digit OTP', '123');
    fill('New password', PASSWORD);
    fill('Confirm password', `${PASSWORD}x`);
    await user.click(screen.getByRole('button', { name: 'Set password' }));
    expect(screen.getByText("Passwords don't match")).toBeVisible();
    expect(screen.getByLabelText('Enter the 6-digit OTP')).toBeInvalid();
    expect(asked()).toHaveLength(1);
  });

  it('says that a code is wrong, and keeps the password that was typed', async () => {
    answers['/reset'] = () => refusal(400, 'OTP_CODE_INVALID');
    const user = await toSetStep();
    await setPassword(user);
    expect(await screen.findByText('Incorrect OTP code')).toBeVisible();
    await eventually(() => expect(screen.getByLabelText('Enter the 6-digit OTP')).toHaveValue(''));
    expect(screen.getByLabelText('Enter the 6-digit OTP')).toBeInvalid();
    expect(screen.getByLabelText('New password')).toHaveValue(PASSWORD);
  });

  it('is replaced by a code of support, without a message', async () => {
    const user = userEvent.setup();
    show(<ForgotPage />);
    await user.click(screen.getByRole('button', { name: 'I have a code from support' }));
    fill('Phone number', '081-234-5678');
    fill('Code from support', 'abcd-efgh-234');
    fill('New password', PASSWORD);
    fill('Confirm password', PASSWORD);
    await user.click(screen.getByRole('button', { name: 'Set password' }));
    expect(screen.getByLabelText('Code from support')).toBeInvalid();
    expect(asked()).toEqual([]);
    fill('Code from support', ' abcd-efgh-2345 ');
    await user.click(screen.getByRole('button', { name: 'Set password' }));
    expect(await screen.findByText('Your password is set')).toBeVisible();
    expect(asked()).toEqual([
      {
        path: 'POST /api/account/password/reset',
        body: { phoneNumber: '0812345678', staffCode: 'abcd-efgh-2345', password: PASSWORD },
      },
    ]);
  });

  it('says that a code of support is wrong', async () => {
    answers['/reset'] = () => refusal(400, 'OTP_CODE_INVALID');
    const user = userEvent.setup();
    show(<ForgotPage />);
    await user.click(screen.getByRole('button', { name: 'I have a code from support' }));
    fill('Phone number', '081-234-5678');
    fill('Code from support', 'ABCD-EFGH-2345');
    fill('New password', PASSWORD);
    fill('Confirm password', PASSWORD);
    await user.click(screen.getByRole('button', { name: 'Set password' }));
    expect(await screen.findByText('Incorrect OTP code')).toBeVisible();
    expect(screen.getByLabelText('New password')).toHaveValue(PASSWORD);
  });

  it('needs another code once this one was mistyped too often', async () => {
    answers['/reset'] = () => refusal(429, 'OTP_BLOCK');
    const user = await toSetStep();
    await setPassword(user);
    expect(await screen.findByText(/^Too many wrong codes/)).toBeVisible();
    await pass(60_000);
    await user.click(screen.getByRole('button', { name: 'Resend code' }));
    await eventually(() => expect(screen.queryByText(/^Too many wrong codes/)).toBeNull());
    expect(screen.getByLabelText('New password')).toHaveValue(PASSWORD);
  });

  it('may be replaced although no answer came, and the code stays for another try', async () => {
    answers['/reset'] = () => Response.error();
    const user = await toSetStep();
    await setPassword(user);
    expect(await screen.findByText(/may already be set/)).toBeVisible();
    expect(screen.getByLabelText('Enter the 6-digit OTP')).toHaveValue('123456');
  });

  it('is not replaced, for sure, where the server says so', async () => {
    answers['/reset'] = () => refusal(403, 'INACTIVE_USER');
    const user = await toSetStep();
    await setPassword(user);
    expect(await screen.findByRole('alert')).toBeVisible();
    expect(screen.queryByText(/may already be set/)).toBeNull();
  });

  it('says that another code has to wait, and for how long', async () => {
    const user = await toSetStep();
    answers['/code'] = () => busy('REQUEST_LIMIT', 600);
    await pass(60_000);
    await user.click(screen.getByRole('button', { name: 'Resend code' }));
    expect(await screen.findByRole('alert')).toHaveTextContent(
      /Try again in (10:00|9:[0-5]\d) min\./,
    );
    expect(screen.getByRole('button', { name: 'Resend code' })).toBeDisabled();
    await pass(601_000);
    expect(screen.getByRole('button', { name: 'Resend code' })).toBeEnabled();
  });

  it('needs no second message for the number that was just asked for', async () => {
    const user = await toSetStep();
    await user.click(screen.getByRole('button', { name: 'Another number' }));
    await user.click(screen.getByRole('button', { name: 'Send code' }));
    expect(await screen.findByText('Reference: REF1')).toBeVisible();
    expect(asked()).toHaveLength(1);
    await user.click(screen.getByRole('button', { name: 'Another number' }));
    fill('Phone number', '0898765432');
    await user.click(screen.getByRole('button', { name: 'Send code' }));
    await eventually(() => expect(asked()).toHaveLength(2));
  });
});

describe('a code that is not sent', () => {
  const ask = async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
    show(<ForgotPage />);
    fill('Phone number', '0812345678');
    await user.click(screen.getByRole('button', { name: 'Send code' }));
    return user;
  };

  it('leads to the support where the operator sends none', async () => {
    answers['/code'] = () => refusal(502, 'OTP_SEND_FAIL');
    await ask();
    expect(await screen.findByRole('alert')).toHaveTextContent(/^We cannot send codes/);
    expect(screen.getByRole('link', { name: 'Contact us' })).toHaveAttribute('href', '/contact');
    expect(screen.getByLabelText('Phone number')).toBeValid();
  });

  it('says how long to wait, and waits', async () => {
    answers['/code'] = () => busy('REQUEST_LIMIT_1MIN', 45);
    const user = await ask();
    expect(await screen.findByRole('alert')).toHaveTextContent(/Try again in (4[0-5]|[123]\d) s\./);
    const send = screen.getByRole('button', { name: 'Send code' });
    expect(send).toBeDisabled();
    await pass(46_000);
    expect(send).toBeEnabled();
    await user.click(send);
    await eventually(() => expect(asked()).toHaveLength(2));
  });

  it('keeps another number from waiting', async () => {
    answers['/code'] = () => busy('OTP_BLOCK', 45);
    await ask();
    expect(await screen.findByRole('alert')).toBeVisible();
    fill('Phone number', '081-234-5678');
    expect(screen.getByRole('alert')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Send code' })).toBeDisabled();
    fill('Phone number', '0898765432');
    expect(screen.getByRole('button', { name: 'Send code' })).toBeEnabled();
  });
});
