import { screen } from '@testing-library/react';
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
afterEach(() => vi.unstubAllGlobals());

const asked = () => calls.filter(({ path }) => path.startsWith('POST'));

async function toSetStep() {
  const user = userEvent.setup();
  show(<ForgotPage />);
  fill('Phone number', '081-234-5678');
  await user.click(screen.getByRole('button', { name: 'Send code' }));
  await screen.findByText('Reference: REF1');
  return user;
}

describe('a forgotten password', () => {
  it('is replaced by the code of the message', async () => {
    const user = await toSetStep();
    fill('Enter the 6-digit OTP', '123456');
    fill('New password', PASSWORD);
    fill('Confirm password', PASSWORD);
    await user.click(screen.getByRole('button', { name: 'Set password' }));
    expect(await screen.findByText('Your password is set')).toBeVisible();
    expect(screen.getByText(/withdrawals wait until/)).toBeVisible();
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
    fill('Enter the 6-digit OTP', '123456');
    fill('New password', PASSWORD);
    fill('Confirm password', PASSWORD);
    await user.click(screen.getByRole('button', { name: 'Set password' }));
    expect(await screen.findByText('Incorrect OTP code')).toBeVisible();
    await eventually(() => expect(screen.getByLabelText('Enter the 6-digit OTP')).toHaveValue(''));
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
});
