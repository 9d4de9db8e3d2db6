/**
 * What happens in one tab reaches the others: logging out, another log-in, the choices of
 * language, appearance and hidden amounts, and the agreement.
 */
import { AGREEMENT_KEY, isAgreementAccepted } from './agreement';
import { dialogClosed } from './dialog';
import { PREFERENCE_KEYS, preferencesReread } from './preferences';
import { loadSession, SESSION_STORAGE_KEY, signedIn, signedOut } from './session';
import type { AppStore } from './store';

const CHANNEL = 'wallet.session';

function followSession(store: AppStore): void {
  const { current, remember } = store.getState().session;
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
}

export function followTabs(store: AppStore): () => void {
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(CHANNEL);
  let token = store.getState().session.current?.token;

  const leave = store.subscribe(() => {
    const present = store.getState().session.current?.token;
    if (token && !present) channel?.postMessage('signed-out');
    token = present;
  });
  channel?.addEventListener('message', () => {
    if (store.getState().session.current) store.dispatch(signedOut());
  });
  const onStorage = ({ key, storageArea }: StorageEvent) => {
    if (storageArea !== localStorage || !key) return;
    if (key === SESSION_STORAGE_KEY) followSession(store);
    if (PREFERENCE_KEYS.includes(key)) store.dispatch(preferencesReread());
    if (key === AGREEMENT_KEY && isAgreementAccepted()) store.dispatch(dialogClosed('agreement'));
  };
  window.addEventListener('storage', onStorage);
  return () => {
    leave();
    channel?.close();
    window.removeEventListener('storage', onStorage);
  };
}
