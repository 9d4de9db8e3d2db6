// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { acceptAgreement } from '../client/agreement';
import {
  loadSession,
  SESSION_STORAGE_KEY,
  type StoredSession,
  signedIn,
  signedOut,
} from '../client/session';
import { dialogOpened } from '../ui/dialog/dialog';
import { eventually } from '../vitest.patience';
import { type AppStore, createAppStore } from './store';
import { followTabs } from './tabs';

const AREE: StoredSession = { token: 'a-1', username: '0811111111', expiresAt: null };
const BOON: StoredSession = { token: 'b-1', username: '0822222222', expiresAt: null };

let store: AppStore;
let leave: () => void;

function start(session: StoredSession, remember: boolean) {
  store = createAppStore();
  store.dispatch(signedIn({ session, remember }));
  store.dispatch(dialogOpened({ name: 'withdraw', props: {} }));
  leave = followTabs(store);
}

/** Another tab writes what this device remembers. */
function writeElsewhere(session: StoredSession | null) {
  if (session) localStorage.setItem(SESSION_STORAGE_KEY, JSON.stringify(session));
  else localStorage.removeItem(SESSION_STORAGE_KEY);
  window.dispatchEvent(
    new StorageEvent('storage', { key: SESSION_STORAGE_KEY, storageArea: localStorage }),
  );
}

const present = () => store.getState().session.current;
const dialogs = () => store.getState().dialog.stack.length;

describe('a remembered session', () => {
  beforeEach(() => start(AREE, true));
  afterEach(() => leave());

  it('stays when another member logs in elsewhere, also after a reload', () => {
    writeElsewhere(BOON);
    expect(present()).toEqual(AREE);
    expect(dialogs()).toBe(1);
    expect(loadSession()).toMatchObject({ current: AREE, remember: false });
  });

  it('leaves the session of another member remembered when it ends', () => {
    writeElsewhere(BOON);
    store.dispatch(signedOut());
    expect(loadSession()).toMatchObject({ current: BOON, remember: true });
  });

  it('is forgotten when the member logs out in a tab that has another session', () => {
    store.dispatch(signedIn({ session: { ...AREE, token: 'a-0' }, remember: false }));
    writeElsewhere({ ...AREE, token: 'a-2' });
    store.dispatch(signedOut());
    expect(loadSession().current).toBeNull();
  });

  it('stays remembered when an earlier one of the member ends elsewhere', () => {
    writeElsewhere(null);
    localStorage.setItem(SESSION_STORAGE_KEY, JSON.stringify({ ...AREE, token: 'a-2' }));
    store.dispatch(signedOut('elsewhere'));
    expect(loadSession().current?.token).toBe('a-2');
  });

  it('stays when another member logs out elsewhere', () => {
    writeElsewhere(BOON);
    writeElsewhere(null);
    expect(present()).toEqual(AREE);
    expect(loadSession().current).toEqual(AREE);
  });

  it('is what a new tab begins with', () => {
    sessionStorage.clear();
    expect(loadSession()).toMatchObject({ current: AREE, remember: true });
    writeElsewhere(BOON);
    expect(loadSession()).toMatchObject({ current: AREE, remember: false });
  });

  it('takes over a new token of the same member and keeps what is open', () => {
    writeElsewhere({ ...AREE, token: 'a-2' });
    expect(present()?.token).toBe('a-2');
    expect(dialogs()).toBe(1);
  });
});

describe('a session of one tab', () => {
  afterEach(() => leave());

  it('does not care what the device remembers', () => {
    start(AREE, false);
    writeElsewhere(BOON);
    writeElsewhere(null);
    expect(present()).toEqual(AREE);
  });

  it('ends when somebody logs out in another tab', async () => {
    start(AREE, false);
    const other = createAppStore();
    other.dispatch(signedIn({ session: AREE, remember: false }));
    const leaveOther = followTabs(other);
    other.dispatch(signedOut());
    await eventually(() => expect(present()).toBeNull());
    expect(dialogs()).toBe(0);
    leaveOther();
  });

  it('is ended by the tab that logs out, and by no echo of the others', async () => {
    start(AREE, false);
    const messages: unknown[] = [];
    const ear = new BroadcastChannel('wallet.session');
    ear.addEventListener('message', ({ data }) => messages.push(data));
    const voice = new BroadcastChannel('wallet.session');
    voice.postMessage(AREE.token);
    await eventually(() => expect(present()).toBeNull());
    // Whatever this tab has said came before this.
    voice.postMessage('the end');
    await eventually(() => expect(messages).toContain('the end'));
    expect(messages).toEqual([AREE.token, 'the end']);
    ear.close();
    voice.close();
  });
});

describe('two members in two tabs', () => {
  it('end their sessions one by one', async () => {
    start(AREE, true);
    const other = createAppStore();
    other.dispatch(signedIn({ session: BOON, remember: true }));
    const leaveOther = followTabs(other);
    const last = new BroadcastChannel('wallet.session');
    const heard: unknown[] = [];
    last.addEventListener('message', ({ data }) => heard.push(data));
    other.dispatch(signedOut());
    // This tab's ear is older, so it has heard the same before.
    await eventually(() => expect(heard).toEqual([BOON.token]));
    expect(present()).toEqual(AREE);
    expect(dialogs()).toBe(1);
    last.close();
    leaveOther();
    leave();
  });
});

describe('what another tab did while this page was loading', () => {
  afterEach(() => leave());

  it('gives the new token of the same member', () => {
    store = createAppStore();
    store.dispatch(signedIn({ session: AREE, remember: true }));
    writeElsewhere({ ...AREE, token: 'a-2' });
    leave = followTabs(store);
    expect(present()?.token).toBe('a-2');
  });

  it('is the choice that counts', () => {
    store = createAppStore();
    localStorage.setItem('wallet.balanceHidden', 'true');
    localStorage.setItem('wallet.theme', '"dark"');
    localStorage.setItem('wallet.locale', '"la"');
    leave = followTabs(store);
    expect(store.getState().preferences).toMatchObject({
      balanceHidden: true,
      theme: 'dark',
      locale: 'la',
    });
  });

  it('has answered the question for the terms', () => {
    store = createAppStore();
    store.dispatch(dialogOpened({ name: 'agreement', props: {} }));
    acceptAgreement();
    leave = followTabs(store);
    expect(dialogs()).toBe(0);
  });
});
