import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { giveDialogs, show } from '../../stage';
import { ErrorDialog } from '../dialog/ErrorDialog';
import { CopyRow } from './CopyRow';
import { ToastHost } from './ToastHost';

const write = vi.fn<(text: string) => Promise<void>>();

async function pressCopy(toastText?: string) {
  const user = userEvent.setup();
  Object.defineProperty(navigator, 'clipboard', {
    value: { writeText: write },
    configurable: true,
  });
  show(
    <>
      <ToastHost />
      <CopyRow label="Password" value="aB3-secret" {...(toastText ? { toastText } : {})} />
    </>,
  );
  await user.click(screen.getByRole('button'));
}

beforeEach(giveDialogs);

describe('copying', () => {
  it('takes the text itself and says what was copied', async () => {
    write.mockResolvedValue();
    await pressCopy();
    expect(write).toHaveBeenLastCalledWith('aB3-secret');
    expect(await screen.findByText('Copied: aB3-secret')).toBeInTheDocument();
  });

  it('does not read a secret out to who looks over the shoulder', async () => {
    write.mockResolvedValue();
    await pressCopy('••••');
    expect(await screen.findByText('Copied: ••••')).toBeInTheDocument();
    expect(screen.queryByText('Copied: aB3-secret')).toBeNull();
  });

  it('says so when the browser does not allow it', async () => {
    write.mockRejectedValue(new DOMException('denied', 'NotAllowedError'));
    await pressCopy();
    expect(await screen.findByText('Failed to copy')).toBeInTheDocument();
    expect(screen.queryByText(/^Copied/)).toBeNull();
  });
});

describe('the error dialog', () => {
  const refuse = (code: string) => ({ code, status: 422, requestId: 'req-7' });
  const none = () => undefined;

  it('says a known code in the words of the language', () => {
    show(<ErrorDialog error={refuse('MONEY_NOT_ENOUGH')} onClose={none} />);
    expect(screen.getByText('Insufficient funds')).toBeInTheDocument();
    expect(screen.queryByText('MONEY_NOT_ENOUGH')).toBeNull();
  });

  it('shows the words of the server where the language has none', () => {
    show(<ErrorDialog error={refuse('The vault is being counted')} onClose={none} />);
    expect(screen.getByText('The vault is being counted')).toBeInTheDocument();
    expect(screen.getByText('Reference for support: req-7')).toBeInTheDocument();
  });

  it('is no place for what the program itself threw', () => {
    show(<ErrorDialog error={new Error('x is undefined')} onClose={none} />);
    expect(screen.getByText(/^System error/)).toBeInTheDocument();
    expect(screen.queryByText(/undefined/)).toBeNull();
  });
});
