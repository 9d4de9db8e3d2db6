import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { OpenSession } from '../../api/accessApi';
import { type Call, gateway, giveDialogs, memberStore, refusal, show } from '../../stage';
import { eventually } from '../../vitest.patience';
import DevicesPage from './DevicesPage';

const CHROME =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36';
const SAFARI =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1';

const session = (id: string, own: Partial<OpenSession> = {}): OpenSession => ({
  id,
  isCurrent: false,
  createdAt: '2026-11-20T03:00:00Z',
  lastSeenAt: '2026-11-27T03:00:00Z',
  agent: CHROME,
  network: '203.0.113.*',
  ...own,
});

let list: OpenSession[];
let calls: Call[];
let ending: () => Response;

beforeEach(() => {
  giveDialogs();
  list = [session('mine', { isCurrent: true }), session('other', { agent: SAFARI, network: null })];
  ending = () => Response.json({ ended: 1 });
  calls = gateway(({ path }) => {
    if (!path.startsWith('DELETE')) return Response.json({ list });
    const answer = ending();
    if (answer.ok) list = list.filter(({ isCurrent }) => isCurrent);
    return answer;
  });
});
afterEach(() => vi.unstubAllGlobals());

function open() {
  const { store } = show(<DevicesPage />, memberStore());
  return { user: userEvent.setup(), notices: () => store.getState().toasts.notices };
}
const ended = () => calls.filter(({ path }) => path.startsWith('DELETE')).map(({ path }) => path);
const everywhere = { name: 'Log out everywhere else' };

describe('the devices', () => {
  it('are named, with their networks, and the own one is marked and not ended here', async () => {
    open();
    const other = await screen.findByRole('listitem');
    const mine = screen.getByRole('region', { name: 'This device' });
    expect(mine).toHaveTextContent('Chrome on Android');
    expect(mine).toHaveTextContent('This device');
    expect(mine).toHaveTextContent('Network 203.0.113.*');
    expect(within(mine).queryByRole('button')).toBeNull();
    expect(other).toHaveTextContent('Safari on iOS');
    expect(other).not.toHaveTextContent('Network');
    expect(within(other).getByRole('button')).toHaveAccessibleName('Log out: Safari on iOS');
  });

  it('are logged out one by one, and the list follows', async () => {
    const { user, notices } = open();
    await user.click(await screen.findByRole('button', { name: 'Log out: Safari on iOS' }));
    expect(await screen.findByText('You are logged in on this device only')).toBeVisible();
    expect(ended()).toEqual(['DELETE /api/account/sessions/other']);
    expect(notices().map(({ text }) => text)).toEqual(['1 device logged out']);
    expect(screen.queryByRole('button', everywhere)).toBeNull();
  });

  it('are all logged out but this one, after a question', async () => {
    const { user } = open();
    await user.click(await screen.findByRole('button', everywhere));
    const question = screen.getByRole('alertdialog');
    expect(question).toHaveTextContent('This one stays logged in');
    expect(ended()).toEqual([]);
    await user.click(within(question).getByRole('button', { name: 'Log out' }));
    expect(await screen.findByText('You are logged in on this device only')).toBeVisible();
    expect(ended()).toEqual(['DELETE /api/account/sessions']);
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  it('stay where the server refuses, which says why in the question', async () => {
    ending = () => refusal(503, 'SERVICE_UNAVAILABLE');
    const { user, notices } = open();
    await user.click(await screen.findByRole('button', everywhere));
    const question = screen.getByRole('alertdialog');
    await user.click(within(question).getByRole('button', { name: 'Log out' }));
    expect(await within(question).findByRole('alert')).toBeVisible();
    expect(screen.getAllByRole('listitem')).toHaveLength(1);
    expect(notices()).toEqual([]);
  });

  it('that cannot be read are read again at once when asked to', async () => {
    let isDown = true;
    calls = gateway(() =>
      isDown ? refusal(500, 'INTERNAL_SERVER_ERROR') : Response.json({ list }),
    );
    const { user } = open();
    expect(await screen.findByRole('alert')).toBeVisible();
    isDown = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await eventually(() => expect(screen.getAllByRole('listitem')).toHaveLength(1));
  });

  it('lead to another password and to the support', async () => {
    open();
    expect(await screen.findByRole('button', { name: 'Change password' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Contact us' })).toHaveAttribute(
      'href',
      '/user/contact',
    );
  });
});
