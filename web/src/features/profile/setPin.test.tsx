import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Call, fill, gateway, giveDialogs, memberStore, refusal, show } from '../../stage';
import { ToastHost } from '../../ui/feedback/ToastHost';
import SetPinDialog from './SetPinDialog';

const onClose = vi.fn();
let calls: Call[];
let answers: Record<string, () => Response>;

beforeEach(() => {
  giveDialogs();
  onClose.mockReset();
  answers = {
    '/lookup/withdraw': () => Response.json({ isPinSet: true, holdHours: 24 }),
    '/registerotp': () => Response.json({ registerOTP: true }),
    '/pin/code': () => Response.json({ otpToken: 'token-1', otpRef: 'REF1', resendIn: 60 }),
    '/account/pin': () => Response.json({ heldUntil: null }),
  };
  calls = gateway(({ path }) => {
    const end = Object.keys(answers).find((it) => path.toLowerCase().endsWith(it));
    return answers[end ?? '']?.() ?? Response.json({});
  });
});
afterEach(() => vi.unstubAllGlobals());

const changes = () => calls.filter(({ path }) => !path.startsWith('GET'));

async function open(isSet: boolean) {
  const user = userEvent.setup();
  answers['/lookup/withdraw'] = () => Response.json({ isPinSet: isSet, holdHours: 24 });
  show(
    <>
      <ToastHost />
      <SetPinDialog onClose={onClose} />
    </>,
    memberStore(),
  );
  await screen.findByText(isSet ? 'Change the PIN' : 'Set a PIN');
  return user;
}

function fillNew(pin: string) {
  fill('New PIN', pin);
  fill('Confirm the new PIN', pin);
  fill('Password', 'Demo-1234');
}

describe('a PIN', () => {
  it('is replaced with the one in force, without a code', async () => {
    const user = await open(true);
    fill('Current PIN', '246813');
    fillNew('975310');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Your PIN is set')).toBeInTheDocument();
    expect(changes()).toEqual([
      {
        path: 'PUT /api/account/pin',
        body: { pin: '975310', password: 'Demo-1234', currentPin: '246813' },
      },
    ]);
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  it('is replaced with a code by who does not know it, and withdrawals wait', async () => {
    answers['/account/pin'] = () => Response.json({ heldUntil: '2026-11-28T05:00:00Z' });
    const user = await open(true);
    await user.click(screen.getByRole('button', { name: 'I forgot my PIN' }));
    expect(screen.queryByLabelText('Current PIN')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Send code' }));
    expect(await screen.findByText('Reference: REF1')).toBeVisible();
    fill('Enter the 6-digit OTP', '123456');
    fillNew('975310');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText(/withdrawals are held until/)).toBeInTheDocument();
    expect(changes().at(-1)).toEqual({
      path: 'PUT /api/account/pin',
      body: { pin: '975310', password: 'Demo-1234', otpToken: 'token-1', otpCode: '123456' },
    });
  });

  it('is set for the first time with a code, or without one where codes are off', async () => {
    answers['/registerotp'] = () => Response.json({ registerOTP: false });
    const user = await open(false);
    await vi.waitFor(() => expect(screen.queryByText('Send code')).toBeNull());
    fillNew('975310');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Your PIN is set')).toBeInTheDocument();
    expect(changes().at(-1)?.body).toEqual({ pin: '975310', password: 'Demo-1234' });
  });

  it('that is easy to guess, or typed in two ways, is sent to nobody', async () => {
    const user = await open(true);
    fill('Current PIN', '246813');
    fillNew('123456');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(screen.getByText('This PIN is too easy to guess')).toBeVisible();
    fillNew('975310');
    fill('Confirm the new PIN', '975311');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(screen.getByText('The PINs do not match')).toBeVisible();
    expect(changes()).toEqual([]);
  });

  it('that is not the one in force says so at its field', async () => {
    answers['/account/pin'] = () => refusal(403, 'PIN_INVALID');
    const user = await open(true);
    fill('Current PIN', '246814');
    fillNew('975310');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('The PIN is wrong')).toBeVisible();
    expect(screen.getByLabelText('Current PIN')).toBeInvalid();
    expect(onClose).not.toHaveBeenCalled();
  });
});
