import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Call, fill, gateway, giveDialogs, memberStore, refusal, show } from '../../stage';
import { followFaults } from '../../ui/dialog/focusFirstFault';
import { ToastHost } from '../../ui/feedback/ToastHost';
import ChangePasswordDialog from './ChangePasswordDialog';

const onClose = vi.fn();
let calls: Call[];
let answer: () => Response;

beforeEach(() => {
  giveDialogs();
  onClose.mockReset();
  answer = () => Response.json({ message: 'ok' });
  calls = gateway(() => answer());
});
afterEach(() => vi.unstubAllGlobals());

/** Types the three passwords and presses Save. */
function save(old: string, wanted: string, again: string) {
  show(
    <>
      <ToastHost />
      <ChangePasswordDialog onClose={onClose} />
    </>,
    memberStore(),
  );
  const fields = { 'Old password': old, 'New password': wanted, 'Confirm new password': again };
  for (const [label, text] of Object.entries(fields)) {
    fill(label, text);
  }
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
}

describe('changing the password', () => {
  it.each([
    ['a field is empty', 'old-secret', 'new-secret', '', /all required fields/],
    ['the old one is missing', '', 'new-secret', 'new-secret', /all required fields/],
    ['the two new ones differ', 'old-secret', 'new-secret', 'new-secreT', /do not match/],
    ['the new one is short', 'old-secret', 'seven77', 'seven77', /at least 8 characters/],
  ])('asks nobody when %s, and says so', (_, old, wanted, again, words) => {
    save(old, wanted, again);
    expect(screen.getByText(words)).toBeInTheDocument();
    expect(calls).toEqual([]);
    expect(onClose).not.toHaveBeenCalled();
  });

  it('sends the old and the new one, says that it is saved, and closes', async () => {
    save('old-secret', 'new-secret', 'new-secret');
    expect(await screen.findByText('Saved')).toBeInTheDocument();
    expect(calls).toEqual([
      {
        path: 'PUT /api/account/changepwd',
        body: { oldPassword: 'old-secret', newPassword: 'new-secret' },
      },
    ]);
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  it('that is refused says why and keeps what was typed', async () => {
    answer = () => refusal(422, 'WRONG_PASSWORD');
    save('old-wrong', 'new-secret', 'new-secret');
    expect(await screen.findByText('Incorrect password')).toBeInTheDocument();
    expect(onClose).not.toHaveBeenCalled();
    expect(screen.getByLabelText('New password')).toHaveValue('new-secret');
    expect(screen.queryByText('Saved')).toBeNull();
  });

  it('that is refused leads to the old one, to be typed again', async () => {
    const stop = followFaults();
    answer = () => refusal(422, 'WRONG_PASSWORD');
    save('old-wrong', 'new-secret', 'new-secret');
    const field = screen.getByLabelText('Old password') as HTMLInputElement;
    await waitFor(() => expect(field).toHaveFocus());
    expect(screen.getByRole('alert')).toHaveTextContent('Incorrect password');
    expect([field.selectionStart, field.selectionEnd]).toEqual([0, 'old-wrong'.length]);
    stop();
  });

  it('hides every field until its owner wants to see it', () => {
    save('', '', '');
    for (const label of ['Old password', 'New password', 'Confirm new password']) {
      expect(screen.getByLabelText(label)).toHaveAttribute('type', 'password');
    }
  });
});
