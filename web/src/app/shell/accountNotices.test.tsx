import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { MemberNotice } from '../../api/accessApi';
import { accessApi } from '../../api/accessApi';
import { noteSeenNotice, seenNotice } from '../../client/seenNotices';
import { signedIn, signedOut } from '../../client/session';
import { gateway, MEMBER, memberStore, show } from '../../stage';
import { eventually } from '../../vitest.patience';
import AccountNotices from './AccountNotices';

const AGENT =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36';
const OTHER = { token: 'another-token', username: '0898765432', expiresAt: null };

const notice = (id: string, own: Partial<MemberNotice> = {}): MemberNotice => ({
  id,
  kind: 'NEW_DEVICE',
  at: '2026-11-27T05:30:00Z',
  agent: AGENT,
  network: '203.0.113.*',
  heldUntil: null,
  isThisDevice: false,
  ...own,
});

let list: MemberNotice[];

beforeEach(() => {
  localStorage.clear();
  window.history.replaceState(null, '', '/user/home');
  list = [notice('b', { agent: null, network: null }), notice('a')];
  gateway(() => Response.json({ list }));
});
afterEach(() => vi.unstubAllGlobals());

const mine = () => screen.queryByRole('button', { name: 'Yes, it was me' });

describe('what has happened to the account', () => {
  it('is shown with device and time, the oldest first, until it is answered', async () => {
    const user = userEvent.setup();
    show(<AccountNotices />, memberStore());
    expect(await screen.findByText('New log-in: Chrome on Android')).toBeVisible();
    expect(screen.getByTitle('27/11/2026 12:30:00')).toBeVisible();
    await user.click(mine() as HTMLElement);
    expect(await screen.findByText('New log-in: Unknown device')).toBeVisible();
    await user.click(mine() as HTMLElement);
    await eventually(() => expect(mine()).toBeNull());
    expect(seenNotice(MEMBER.username)).toBe('b');
  });

  it('is not shown again after a reload, and a new one is', async () => {
    noteSeenNotice(MEMBER.username, 'b');
    const { store } = show(<AccountNotices />, memberStore());
    list = [notice('c'), ...list];
    act(() => {
      store.dispatch(accessApi.util.invalidateTags(['Notice']));
    });
    expect(await screen.findByText('New log-in: Chrome on Android')).toBeVisible();
  });

  it('leads to the devices when it was somebody else', async () => {
    const user = userEvent.setup();
    show(<AccountNotices />, memberStore());
    await user.click(await screen.findByRole('button', { name: 'Not me' }));
    expect(window.location.pathname).toBe('/user/devices');
    expect(seenNotice(MEMBER.username)).toBe('a');
  });

  it('says until when payouts wait, also where this device has set the password', async () => {
    const heldUntil = '2026-11-28T05:00:00Z';
    list = [
      notice('a', { isThisDevice: true }),
      notice('b', { kind: 'PASSWORD_SET', isThisDevice: true, heldUntil }),
    ];
    show(<AccountNotices />, memberStore());
    expect(await screen.findByText(/^A new password was set with a code/)).toBeVisible();
    expect(screen.getByText(/held until 28\/11\/2026 12:00:00/)).toBeVisible();
    expect(screen.queryByText(/^New log-in/)).toBeNull();
  });

  it('that was answered in another tab is answered here', async () => {
    show(<AccountNotices />, memberStore());
    expect(await screen.findByText('New log-in: Chrome on Android')).toBeVisible();
    noteSeenNotice(MEMBER.username, 'b');
    const key = `wallet.noticeSeen.${MEMBER.username}`;
    act(() => {
      window.dispatchEvent(new StorageEvent('storage', { key, storageArea: localStorage }));
    });
    expect(mine()).toBeNull();
    // A tab that is behind does not bring back what was answered.
    noteSeenNotice(MEMBER.username, 'a');
    expect(seenNotice(MEMBER.username)).toBe('b');
  });

  it('to one member is not answered by another one on the same page', async () => {
    noteSeenNotice(MEMBER.username, 'b');
    const { store } = show(<AccountNotices />, memberStore());
    await eventually(() => expect(mine()).toBeNull());
    act(() => {
      store.dispatch(signedOut());
      store.dispatch(signedIn({ session: OTHER, remember: false }));
    });
    expect(await screen.findByText('New log-in: Chrome on Android')).toBeVisible();
  });
});
