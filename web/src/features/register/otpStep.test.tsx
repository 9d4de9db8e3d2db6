import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Call, gateway, refusal, show } from '../../stage';
import { eventually } from '../../vitest.patience';
import { type Draft, loadDraft } from './draft';
import { OtpStep } from './OtpStep';

const go = vi.fn();
let draft: Draft;
let calls: Call[];
let answer: (call: Call) => Response;

beforeEach(() => {
  go.mockReset();
  vi.useFakeTimers({ shouldAdvanceTime: true });
  answer = () => Response.json({ message: 'ok' });
  calls = gateway((call) => answer(call));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function Held({ start }: { start: Draft }) {
  const [held, setHeld] = useState(start);
  draft = held;
  return <OtpStep draft={held} change={(part) => setHeld({ ...held, ...part })} go={go} />;
}

function begin(resendInS = 60) {
  const sent = { phone: '0812345678', otpToken: 'token-1', otpRef: 'REF1', otpPhone: '0812345678' };
  show(<Held start={{ ...loadDraft(), ...sent, resendAt: Date.now() + resendInS * 1000 }} />);
  return userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
}

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const resend = (name: string) => screen.getByRole('button', { name });

describe('the code of a registration', () => {
  it('names its reference and shows the number masked', () => {
    begin();
    expect(screen.getByText('Reference: REF1')).toBeVisible();
    expect(document.body.textContent).not.toContain('0812345678');
    expect(document.body.textContent).not.toContain('081-234-5678');
  });

  it('can be asked for again only when the countdown is over', async () => {
    begin(3);
    expect(resend('Resend in 3 s')).toBeDisabled();
    await pass(1000);
    expect(resend('Resend in 2 s')).toBeDisabled();
    await pass(2000);
    expect(resend('Resend code')).toBeEnabled();
  });

  it('that is sent again replaces the old one and starts the countdown of the server', async () => {
    const user = begin(0);
    answer = () => Response.json({ otpToken: 'token-2', otpRef: 'REF2', code: 'OK', resendIn: 30 });
    await user.click(resend('Resend code'));
    await eventually(() => expect(draft.otpToken).toBe('token-2'));
    expect(calls[0]?.body).toEqual({ phoneNumber: '0812345678', otpToken: 'token-1' });
    expect(screen.getByText('Reference: REF2')).toBeVisible();
    expect(screen.getByRole('button', { name: /^Resend in (30|29) s$/ })).toBeDisabled();
  });

  it('is checked with its sixth digit, and leads on', async () => {
    const user = begin();
    await user.type(screen.getByLabelText('Enter the 6-digit OTP'), '123456');
    await eventually(() => expect(go).toHaveBeenCalledExactlyOnceWith('profile'));
    const username = '0812345678';
    expect(calls).toEqual([
      { path: 'POST /api/otp/verify', body: { otpToken: 'token-1', otpCode: '123456' } },
      {
        path: 'POST /api/account/validate',
        body: { step: 'phone', username, otpToken: 'token-1' },
      },
    ]);
    expect(draft.clearedPhone).toBe('0812345678');
  });

  it('of a member’s number is refused once it is proved, and leads nowhere', async () => {
    const user = begin();
    answer = ({ path }) =>
      path.endsWith('/validate') ? refusal(409, 'EXISTING_USER') : Response.json({ message: 'ok' });
    await user.type(screen.getByLabelText('Enter the 6-digit OTP'), '123456');
    expect(await screen.findByText('This phone number already exists')).toBeVisible();
    expect(go).not.toHaveBeenCalled();
    expect(draft.clearedPhone).toBe('');
  });

  it('that is wrong says so, empties the field and leads nowhere', async () => {
    const user = begin();
    answer = () => refusal(422, 'OTP_CODE_INVALID');
    await user.type(screen.getByLabelText('Enter the 6-digit OTP'), '000000');
    expect(await screen.findByText('Incorrect OTP code')).toBeVisible();
    expect(screen.getByLabelText('Enter the 6-digit OTP')).toHaveValue('');
    expect(screen.getByRole('alert')).toHaveTextContent('Incorrect OTP code');
    expect(screen.getByLabelText('Enter the 6-digit OTP')).toHaveFocus();
    expect(go).not.toHaveBeenCalled();
    expect(draft.clearedPhone).toBe('');
  });

  it.each(['at sending', 'at checking'])(
    'of a number that is verified already is skipped %s',
    async (at) => {
      const user = begin(0);
      answer = ({ path }) => {
        if (path.endsWith('/verify')) return refusal(422, 'OTP_VERIFIED');
        return Response.json({ otpToken: '', otpRef: '', code: 'OTP_VERIFIED', resendIn: 0 });
      };
      if (at === 'at sending') await user.click(resend('Resend code'));
      else await user.type(screen.getByLabelText('Enter the 6-digit OTP'), '123456');
      await eventually(() => expect(go).toHaveBeenCalledExactlyOnceWith('profile'));
    },
  );

  it('with too few digits is not sent', async () => {
    const user = begin();
    await user.type(screen.getByLabelText('Enter the 6-digit OTP'), '123{Enter}');
    expect(calls).toEqual([]);
    expect(screen.getByLabelText('Enter the 6-digit OTP')).toBeInvalid();
  });
});
