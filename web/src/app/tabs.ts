/**
 * What happens in one tab reaches the others: logging out, another log-in, the choices of
 * language, appearance and hidden amounts, and the agreement.
 */
import { AGREEMENT_KEY, isAgreementAccepted } from '../client/agreement';
import { PREFERENCE_KEYS, preferencesReread } from '../client/preferences';
import { loadSession, SESSION_STORAGE_KEY, signedIn, signedOut } from '../client/session';
import { dialogClosed } from '../ui/dialog/dialog';
import type { AppStore } from './store';

const CHANNEL = 'wallet.session';

function followSession(store: AppStore): void {
  const { current, remember } = store.getState().session;
  if (!current || !remember) return;
  const stored = loadSession();
  if (!stored.current) store.dispatch(signedOut());
  else if (stored.current.username !== current.username) {
    // Another member has logged in: nothing of the last one may stay on the screen.
    store.dispatch(signedOut());
    store.dispatch(signedIn({ session: stored.current, remember: true }));
  } else if (stored.current.token !== current.token) {
    store.dispatch(signedIn({ session: stored.current, remember: true }));
  }
}

/** Makes the store follow the other tabs, including changes since it was created. */
export function followTabs(store: AppStore): () => void {
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(CHANNEL);
  let token = store.getState().session.current?.token;
  let isFollowing = false;
  const follow = (act: () => void) => {
    isFollowing = true;
    try {
      act();
    } finally {
      isFollowing = false;
    }
  };

  const leave = store.subscribe(() => {
    const present = store.getState().session.current?.token;
    // Only the tab that ends the session announces it. An echo from another tab may come late and
    // would end the next session.
    if (token && !present && !isFollowing) channel?.postMessage('signed-out');
    token = present;
  });
  channel?.addEventListener('message', () => {
    if (store.getState().session.current) follow(() => store.dispatch(signedOut()));
  });
  const followAgreement = () => {
    if (isAgreementAccepted()) store.dispatch(dialogClosed('agreement'));
  };
  const onStorage = ({ key, storageArea }: StorageEvent) => {
    if (storageArea !== localStorage || !key) return;
    if (key === SESSION_STORAGE_KEY) follow(() => followSession(store));
    if (PREFERENCE_KEYS.includes(key)) store.dispatch(preferencesReread());
    if (key === AGREEMENT_KEY) followAgreement();
  };
  window.addEventListener('storage', onStorage);
  // Read again: no event reports what was written between the first read and the listener.
  follow(() => followSession(store));
  store.dispatch(preferencesReread());
  followAgreement();
  return () => {
    leave();
    channel?.close();
    window.removeEventListener('storage', onStorage);
  };
}
