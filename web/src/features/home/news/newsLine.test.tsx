import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { walletApi } from '../../../api/transport/api';
import type { Slip } from '../../../api/types';
import { serviceGone } from '../../../client/session';
import { gateway, memberStore, show } from '../../../stage';
import { NewsLine } from './NewsLine';

/** Home's line while the gateway lists these slips, and what it then asks for. */
function open(
  list: Partial<Slip>[],
  usualSeconds: number | null = null,
  hasStarted = true,
  invite = '0.00',
) {
  const slips = list.map((part, at) => ({ id: `${at}`, note: null, amount: null, ...part }));
  const calls = gateway(({ path }) => {
    if (path === 'GET /api/lookup/slip') return Response.json({ windowMinutes: 60, usualSeconds });
    if (path !== 'POST /api/statement/slip') return Response.json({});
    return Response.json({ slips, total: slips.length, nextCursor: null, asOf: '9' });
  });
  const page = show(
    <NewsLine currency="THB" hasStarted={hasStarted} invite={invite} />,
    memberStore(),
  );
  return { ...page, slips, calls };
}

afterEach(() => vi.unstubAllGlobals());

describe('a slip under check on home', () => {
  it('is in its line with what is usual, leads to the slips, and goes when it ends', async () => {
    const { store, slips } = open([{ status: 'PENDING' }], 40);
    const line = await screen.findByRole('button', { name: /^Your slip is being checked/ });
    await waitFor(() => {
      expect(line).toHaveTextContent('9 of 10 slips are credited within 40 s');
    });
    fireEvent.click(line);
    expect(store.getState().dialog.stack).toEqual([{ name: 'slips', props: {} }]);

    Object.assign(slips[0] ?? {}, { status: 'SUCCESS', amount: '70.00' });
    act(() => {
      store.dispatch(walletApi.util.invalidateTags(['Slip']));
    });
    expect(await screen.findByText('No new notifications')).toBeVisible();
  });

  it('says nothing of what is usual where too few were counted', async () => {
    const { calls } = open([{ status: 'PENDING' }]);
    const line = await screen.findByRole('button', { name: 'Your slip is being checked' });
    await waitFor(() => expect(calls.map(({ path }) => path)).toContain('GET /api/lookup/slip'));
    expect(line).toHaveTextContent(/^Your slip is being checked$/);
  });

  it('of staff says so, without a time that is that of a machine', async () => {
    const { calls } = open([{ status: 'PENDING', note: 'LARGE_AMOUNT' }], 40);
    expect(await screen.findByText('Our staff are checking your slip')).toBeVisible();
    expect(calls.map(({ path }) => path)).not.toContain('GET /api/lookup/slip');
  });
});

describe('home without news', () => {
  it('leads who has neither a game nor money to the way to begin', async () => {
    open([], null, false);
    const link = await screen.findByRole('link', { name: 'Deposit, choose a game and play' });
    expect(link).toHaveAttribute('href', '/user/howto');
  });

  it('is no reason to pay in where the service has closed', async () => {
    const { store } = open([], null, false);
    await screen.findByRole('link', { name: 'Deposit, choose a game and play' });
    act(() => {
      store.dispatch(serviceGone());
    });
    expect(await screen.findByText('No new notifications')).toBeVisible();
    expect(screen.queryByText('Deposit, choose a game and play')).toBeNull();
  });
});

describe('an invite bonus on home', () => {
  it('is in its line, and leads to its collection', async () => {
    const { store } = open([], null, true, '25.00');
    fireEvent.click(await screen.findByRole('button', { name: /^Invite bonus ฿25\.00/ }));
    expect(store.getState().dialog.stack).toEqual([{ name: 'inviteClaim', props: {} }]);
  });
});
