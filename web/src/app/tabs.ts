/** Logging out in one tab logs out in all of them; a new remembered log-in reaches them, too. */
import { loadSession, SESSION_STORAGE_KEY, signedIn, signedOut } from './session';
import type { AppStore } from './store';

const CHANNEL = 'wallet.session';

export function followTabs(store: AppStore): void {
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(CHANNEL);
  let token = store.getState().session.current?.token;

  store.subscribe(() => {
    const present = store.getState().session.current?.token;
    if (token && !present) channel?.postMessage('signed-out');
    token = present;
  });
  channel?.addEventListener('message', () => {
    if (store.getState().session.current) store.dispatch(signedOut());
  });
  window.addEventListener('storage', (event) => {
    const { current, remember } = store.getState().session;
    if (event.key !== SESSION_STORAGE_KEY || event.storageArea !== localStorage) return;
    if (!current || !remember) return;
    const stored = loadSession();
    if (!stored.current) store.dispatch(signedOut());
    else if (stored.current.username !== current.username) {
      // Another member at this device: nothing of the last one may stay on the screen.
      store.dispatch(signedOut());
      store.dispatch(signedIn({ session: stored.current, remember: true }));
    } else if (stored.current.token !== current.token) {
      store.dispatch(signedIn({ session: stored.current, remember: true }));
    }
  });
}
