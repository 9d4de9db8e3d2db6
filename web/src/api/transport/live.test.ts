// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createAppStore } from '../../app/store';
import { signedIn } from '../../client/session';
import { MEMBER } from '../../stage';
import { statementApi } from '../statementApi';
import { walletApi } from './api';
import type { LineListener } from './line';
import { connectLive, POLL_MS, useIsLive } from './live';
import { forgetPositions, newestPosition, noteRead } from './position';

const { lines, probe } = vi.hoisted(() => ({
  lines: [] as { authorization: string; listener: LineListener; leave: () => void }[],
  probe: vi.fn(async () => true),
}));
vi.mock('./line', () => ({
  listenOn(authorization: string, listener: LineListener) {
    const leave = vi.fn();
    lines.push({ authorization, listener, leave });
    return { send: vi.fn(), leave };
  },
}));
vi.mock('./probe', () => ({ probe }));

let store: ReturnType<typeof createAppStore>;
let leave: () => void;
let read: ReturnType<typeof vi.spyOn>;

const line = () => {
  const newest = lines.at(-1);
  if (!newest) throw new Error('nobody listens');
  return newest;
};
const notify = (view: unknown, position?: string) =>
  line().listener.onFrame?.({ event: 'changed', data: { view, position } });

beforeEach(() => {
  vi.useFakeTimers();
  lines.length = 0;
  probe.mockClear();
  store = createAppStore();
  store.dispatch(signedIn({ session: MEMBER, remember: false }));
  read = vi.spyOn(walletApi.util, 'invalidateTags');
  leave = connectLive(store.dispatch, MEMBER.token);
});
afterEach(() => {
  leave();
  forgetPositions();
  vi.useRealTimers();
});

/** What is read again, one list a reading. */
async function readings() {
  await vi.advanceTimersByTimeAsync(1_000);
  return read.mock.calls.map(([tags]: unknown[]) => [...(tags as string[])].sort());
}

describe('the live line of a member', () => {
  it('is opened with the token of the session', () => {
    expect(line().authorization).toBe('Bearer secret-token');
  });

  it.each([
    ['wallet', ['Qr', 'Wallet']],
    ['qr', ['Qr']],
    ['statement', ['Statement']],
    ['slip', ['Slip']],
    ['reward', ['Refund', 'Reward', 'Wallet']],
  ])('reads again what a notice of %s is about, and nothing else', async (view, tags) => {
    notify(view);
    expect(await readings()).toEqual([tags]);
  });

  it('gathers what one command changes into one reading', async () => {
    notify('wallet');
    notify('statement');
    await vi.advanceTimersByTimeAsync(100);
    notify('wallet');
    expect(await readings()).toEqual([['Qr', 'Statement', 'Wallet']]);
  });

  it('remembers how far the server has come, so that no older answer is taken', () => {
    notify('wallet', '41');
    expect(newestPosition()).toBe('41');
  });

  it('reads everything again after a gap, and nothing at the first joining', async () => {
    line().listener.onJoined?.(false, undefined);
    expect(await readings()).toEqual([]);
    line().listener.onJoined?.(true, undefined);
    expect(await readings()).toEqual([
      ['Notice', 'Qr', 'Refund', 'Reward', 'Slip', 'Statement', 'Wallet'],
    ]);
  });

  it.each([
    ['nothing', '41', '41'],
    ['nothing', undefined, '41'],
    ['everything', '40', '41'],
  ])(
    'reads %s again if it joins with what was read at %s and a last event at %s',
    async (what, read, last) => {
      noteRead(read);
      noteRead('50');
      line().listener.onJoined?.(false, last);
      expect(await readings()).toHaveLength(what === 'everything' ? 1 : 0);
      expect(newestPosition()).toBe('50');
    },
  );

  it('also waits for what is being read when it joins', async () => {
    let answer: (response: Response) => void = () => {};
    const answered = new Promise<Response>((resolve) => {
      answer = resolve;
    });
    vi.stubGlobal('Request', vi.fn());
    vi.stubGlobal('fetch', async () => (await answered).clone());
    void store.dispatch(statementApi.endpoints.listStatements.initiate({ page: 1, limit: 10 }));
    await vi.advanceTimersByTimeAsync(0);
    line().listener.onJoined?.(false, '41');
    expect(await readings()).toEqual([]);
    answer(Response.json({ total: 0, statements: [], asOf: '40' }));
    expect(await readings()).toHaveLength(1);
    vi.unstubAllGlobals();
  });

  it('asks every 20 seconds where no socket comes through, while somebody looks', async () => {
    const everything = ['Notice', 'Qr', 'Refund', 'Reward', 'Slip', 'Statement', 'Wallet'];
    const { result } = renderHook(useIsLive);
    await vi.advanceTimersByTimeAsync(9_999);
    expect(await readings()).toEqual([everything]);
    expect(result.current).toBe(false);
    await vi.advanceTimersByTimeAsync(POLL_MS);
    expect(read).toHaveBeenCalledTimes(2);

    const look = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    await vi.advanceTimersByTimeAsync(3 * POLL_MS);
    expect(read).toHaveBeenCalledTimes(2);
    look.mockRestore();
    await vi.advanceTimersByTimeAsync(POLL_MS);
    expect(read).toHaveBeenCalledTimes(3);

    act(() => line().listener.onJoined?.(false, undefined));
    expect(result.current).toBe(true);
    await vi.advanceTimersByTimeAsync(3 * POLL_MS);
    expect(read).toHaveBeenCalledTimes(3);
  });

  it('does not mind frames of others and views that it does not know', async () => {
    line().listener.onFrame?.({ event: 'messaging', data: { view: 'wallet' } });
    line().listener.onFrame?.({ event: 'changed', data: null });
    notify(7);
    expect((await readings()).flat()).toEqual([]);
  });

  it('asks whether the server is there three seconds after it was lost, unless it is back', async () => {
    line().listener.onLost?.();
    await vi.advanceTimersByTimeAsync(2_999);
    expect(probe).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(probe).toHaveBeenCalledTimes(1);
    line().listener.onLost?.();
    line().listener.onJoined?.(true, undefined);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(probe).toHaveBeenCalledTimes(1);
  });

  it('ends the session when its token is refused, and not when the server is busy', () => {
    line().listener.onRefused?.({ code: 'FORBIDDEN', status: 403 });
    expect(store.getState().session.phase).toBe('active');
    line().listener.onRefused?.({ code: 'EXPIRED_AUTH_TOKEN', status: 401 });
    expect(store.getState().session.phase).toBe('expired');
  });

  it('reads nothing for a join once it is left', async () => {
    noteRead('40');
    line().listener.onJoined?.(false, '41');
    leave();
    expect(await readings()).toEqual([]);
  });

  it('reads nothing any more once it is left', async () => {
    notify('wallet');
    leave();
    expect(line().leave).toHaveBeenCalledTimes(1);
    expect(await readings()).toEqual([]);
  });
});
