import { act, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { sessionExpired } from '../../client/session';
import { giveDialogs, MEMBER, memberStore, show } from '../../stage';
import LogInAgain from './LogInAgain';

const again = <LogInAgain username={MEMBER.username} remember />;

beforeEach(() => {
  giveDialogs();
  vi.useFakeTimers({ now: new Date('2026-11-28T00:54:00Z') });
  return () => vi.useRealTimers();
});

/** jest-dom takes what is visible again below a hidden parent for hidden; browsers do not. */
const isSeen = (element: Element) => getComputedStyle(element).visibility === 'visible';

/** The screen of a member behind the log-in, after the server has refused the token. */
function refused(code: string) {
  const store = memberStore();
  store.dispatch(sessionExpired({ token: MEMBER.token, code }));
  const page = (isOpen: boolean) => (
    <>
      <dialog open data-testid="form" style={{ visibility: 'visible' }}>
        <input aria-label="Amount" defaultValue="1500" />
      </dialog>
      {isOpen && again}
    </>
  );
  const view = show(page(true), store);
  return () => act(() => view.replace(page(false)));
}

describe('the log-in over the screen', () => {
  it('says that the device was logged out elsewhere, hides all below and keeps it', () => {
    const logIn = refused('invalid-token');
    expect(isSeen(screen.getByText(/^Logged out from another device, 07:54\./))).toBe(true);
    expect(isSeen(screen.getByText('081-xxx-5678'))).toBe(true);
    const amount = screen.getByLabelText('Amount');
    expect(isSeen(amount)).toBe(false);
    logIn();
    expect(isSeen(amount)).toBe(true);
    expect(amount).toHaveValue('1500');
  });

  it('hides nothing where the time of the session has run out', () => {
    refused('EXPIRED_AUTH_TOKEN');
    expect(isSeen(screen.getByText(/^Your session has expired/))).toBe(true);
    expect(isSeen(screen.getByText('081-234-5678'))).toBe(true);
    expect(isSeen(screen.getByLabelText('Amount'))).toBe(true);
  });
});
