// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { walletApi } from '../api/transport/api';
import { isServerReached, noteReach } from '../api/transport/reach';
import { eventually } from '../vitest.patience';
import { followConnection } from './connection';
import { createAppStore } from './store';

const counting = walletApi.injectEndpoints({
  endpoints: (build) => ({
    count: build.query<number, void>({ queryFn: () => ({ data: readings++ }) }),
  }),
});
let readings = 0;

function look(state: 'visible' | 'hidden') {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  document.dispatchEvent(new Event('visibilitychange'));
}

const isPolling = (store: ReturnType<typeof createAppStore>) => store.getState().api.config.focused;

afterEach(() => {
  noteReach(true);
  vi.unstubAllGlobals();
});

describe('a lost line', () => {
  it('is known at once, and what is on the screen is read again on return', async () => {
    const store = createAppStore();
    const leave = followConnection(store);
    await store.dispatch(counting.endpoints.count.initiate());

    window.dispatchEvent(new Event('offline'));
    expect(isServerReached()).toBe(false);
    const asked = vi.fn(() => Promise.resolve(new Response('{}')));
    vi.stubGlobal('fetch', asked);
    window.dispatchEvent(new Event('online'));
    await eventually(() => expect(isServerReached()).toBe(true));
    await eventually(() => expect(readings).toBe(2));
    expect(asked).toHaveBeenCalledTimes(1);
    leave();
  });

  it('is not back because the device says so, but because the server answers', async () => {
    const leave = followConnection(createAppStore());
    window.dispatchEvent(new Event('offline'));
    const asked = vi.fn(() => Promise.reject(new TypeError('Failed to fetch')));
    vi.stubGlobal('fetch', asked);
    window.dispatchEvent(new Event('online'));
    await eventually(() => expect(asked).toHaveBeenCalled());
    expect(isServerReached()).toBe(false);
    leave();
  });
});

describe('a tab that nobody looks at', () => {
  it('does not poll until it is looked at', () => {
    const store = createAppStore();
    look('hidden');
    const leave = followConnection(store);
    expect(isPolling(store)).toBe(false);
    look('visible');
    expect(isPolling(store)).toBe(true);
    leave();
  });
});
