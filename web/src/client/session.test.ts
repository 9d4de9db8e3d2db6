// @vitest-environment jsdom
import { describe, expect, it, vi } from 'vitest';
import { createAppStore } from '../app/store';
import { dialogOpened } from '../ui/dialog/dialog';
import { rememberIntended, takeIntended } from './intended';
import { loadSession, sessionExpired, signedIn, signedOut } from './session';

const session = { token: 't1', username: '0812345678', expiresAt: null };

describe('the session', () => {
  it('outlives the tab only when the player asked to be remembered', () => {
    createAppStore().dispatch(signedIn({ session, remember: false }));
    expect(localStorage.getItem('wallet.session')).toBeNull();
    expect(sessionStorage.getItem('wallet.session')).toContain('t1');

    createAppStore().dispatch(signedIn({ session, remember: true }));
    expect(localStorage.getItem('wallet.session')).toContain('t1');
  });

  it('comes back after a reload', () => {
    createAppStore().dispatch(signedIn({ session, remember: true }));
    expect(loadSession()).toMatchObject({ current: session, phase: 'active', confirmed: false });
  });

  it('leaves nothing on the device when it ends', () => {
    const store = createAppStore();
    store.dispatch(signedIn({ session, remember: true }));
    store.dispatch(dialogOpened({ name: 'withdraw', props: {} }));
    store.dispatch(signedOut());
    expect(localStorage.getItem('wallet.session')).toBeNull();
    expect(store.getState().dialog.stack).toEqual([]);
    expect(store.getState().session.current).toBeNull();
  });

  it.each([
    ['2026-11-27T00:00:00Z', null],
    ['2026-11-29T00:00:00Z', '2026-11-28T00:00:00.000Z'],
    [null, '2026-11-28T00:00:00.000Z'],
  ])('valid until %s was ended elsewhere at %s, or ran out', (expiresAt, revokedAt) => {
    vi.setSystemTime('2026-11-28T00:00:00Z');
    const store = createAppStore();
    store.dispatch(signedIn({ session: { ...session, expiresAt }, remember: false }));
    store.dispatch(sessionExpired({ token: 't1', code: 'invalid-token' }));
    vi.useRealTimers();
    expect(store.getState().session).toMatchObject({ phase: 'expired', revokedAt });
  });

  it('ignores a refusal of a token it no longer uses', () => {
    const store = createAppStore();
    store.dispatch(signedIn({ session, remember: false }));
    store.dispatch(sessionExpired({ token: 'older' }));
    expect(store.getState().session.phase).toBe('active');
  });

  it('does not trust a damaged store', () => {
    localStorage.setItem('wallet.session', '{"token":7}');
    expect(loadSession().current).toBeNull();
    localStorage.setItem('wallet.session', 'not json');
    expect(loadSession().current).toBeNull();
  });
});

describe('the intended address', () => {
  it('is given back once', () => {
    rememberIntended('/user/statement?page=2');
    expect(takeIntended()).toBe('/user/statement?page=2');
    expect(takeIntended()).toBe('/user');
  });

  it.each(['https://evil.test', '//evil.test', '/login', '/users'])(
    '%s is never a place to go to',
    (address) => {
      rememberIntended(address);
      expect(takeIntended()).toBe('/user');
    },
  );
});
