import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { keepInviteCode, keptInviteCode } from '../../client/inviteCode';
import { type Call, gateway, giveDialogs, memberStore, show } from '../../stage';
import { eventually } from '../../vitest.patience';
import InviteDialog from './InviteDialog';

const ID = '01930f7e-1c2d-7a6b-9c8d-0e1f2a3b4c5d';
const LINK = `https://wallet.example/register?code=PR${ID}`;
const WALLET = {
  profile: { _id: ID, name: 'Aree', username: '0812345678', coin: 0, createdAt: '' },
  wallet: { amount: '0.00', currency: 'THB' },
  invite: { amount: '1.50', success: '100', fail: '0' },
  slots: [],
};
const JOINED = '2026-11-20T03:00:00Z';
const FRIENDS = [
  { name: 'Wic… D.', joinedAt: JOINED, collected: '0.00', waiting: '1.50' },
  { name: 'Ma…', joinedAt: JOINED, collected: '3.00', waiting: '0.00' },
  { name: '', joinedAt: JOINED, collected: '0.25', waiting: '0.00' },
];
const RECORDS = [{ from: { name: 'Malee' }, amount: '3.00', createdAt: JOINED }];

let calls: Call[];

function open(friends: object[], records: object[]) {
  const invitation = {
    code: '7KQ2MXRB',
    link: LINK,
    qrcode: '<svg viewBox="0 0 1 1"><path d="M0 0h1v1z"/></svg>',
    friends,
    total: friends.length,
    asOf: '1',
  };
  const list = { invites: records, total: records.length, nextCursor: null, asOf: '1' };
  const answers: Record<string, object> = {
    'GET /api/wallet': WALLET,
    'GET /api/invite': invitation,
    'POST /api/invite': list,
  };
  calls = gateway(({ path }) => Response.json(answers[path] ?? {}));
  show(<InviteDialog onClose={vi.fn()} />, memberStore());
}

beforeEach(giveDialogs);
afterEach(() => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, 'share');
});

describe('an invitation', () => {
  it('is a short code, the link with the id of the member, and its QR', async () => {
    open([], []);
    expect(await screen.findByText('7KQ2MXRB')).toBeInTheDocument();
    expect(screen.getByText(LINK.replace('https://', ''))).toBeInTheDocument();
    const picture = screen.getByRole('img', { name: 'QR code of the invite link' });
    expect(picture).toHaveAttribute('src', expect.stringMatching(/^data:image\/svg\+xml/));
  });

  it('carries a code that the register page keeps', () => {
    keepInviteCode(new URL(LINK).search);
    expect(keptInviteCode()).toBe(`PR${ID}`);
    keepInviteCode('?code=7KQ2MXRB');
    expect(keptInviteCode()).toBe('7KQ2MXRB');
  });

  it('is sent by LINE with the code and the link', async () => {
    open([], []);
    const line = await screen.findByRole('link', { name: 'Share by LINE' });
    const address = line.getAttribute('href') ?? '';
    const [page, text] = address.split('?');
    expect(page).toBe('https://line.me/R/msg/text/');
    expect(decodeURIComponent(text ?? '')).toBe(`Join us with my invite code 7KQ2MXRB\n${LINK}`);
  });

  it('is shared by the device where it can', async () => {
    const share = vi.fn(() => Promise.reject(new Error('closed')));
    Object.defineProperty(navigator, 'share', { value: share, configurable: true });
    open([], []);
    fireEvent.click(await screen.findByRole('button', { name: 'Share the link' }));
    const text = 'Join us with my invite code 7KQ2MXRB';
    expect(share).toHaveBeenCalledExactlyOnceWith({ title: 'Join us', text, url: LINK });
  });

  it('offers no sharing to a device that has none', async () => {
    open([], []);
    await screen.findByText('7KQ2MXRB');
    expect(screen.queryByRole('button', { name: 'Share the link' })).toBeNull();
  });
});

describe('invited friends', () => {
  it('are listed with what was collected and what waits', async () => {
    open(FRIENDS, RECORDS);
    const list = await screen.findByRole('region', { name: 'Invited friends' });
    const rows = within(list).getAllByRole('listitem');
    const texts = rows.map((row) => row.textContent);
    expect(texts[0]).toMatch(/^Wic… D\.Joined.*Claimed฿0\.00To claim฿1\.50$/);
    expect(texts[1]).toMatch(/^Ma….*Claimed฿3\.00To claim฿0\.00$/);
    expect(texts[2]).toMatch(/^Closed account/);
    const days = await screen.findByRole('region', { name: 'Bonus by day' });
    expect(within(days).getByText('Malee')).toBeInTheDocument();
  });

  it('who have brought nothing yet see when something will show', async () => {
    open(FRIENDS.slice(0, 1), []);
    expect(await screen.findByText('No invite bonus yet')).toBeInTheDocument();
  });

  it('are awaited in one place where nobody has come', async () => {
    open([], []);
    expect(await screen.findByText('No friends yet')).toBeInTheDocument();
    await eventually(() => expect(calls.map(({ path }) => path)).toContain('POST /api/invite'));
    expect(screen.queryByRole('region', { name: 'Bonus by day' })).toBeNull();
  });
});
