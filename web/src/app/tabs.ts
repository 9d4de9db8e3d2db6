/**
 * What happens in one tab reaches the others: logging out, another log-in, the choices of
 * language, appearance and hidden amounts, and the agreement.
 */
import { AGREEMENT_KEY, isAgreementAccepted } from '../client/agreement';
import { PREFERENCE_KEYS, preferencesReread } from '../client/preferences';
import { rememberedSession, SESSION_STORAGE_KEY, signedIn, signedOut } from '../client/session';
import { followStorage } from '../client/storage';
import { dialogClosed } from '../ui/dialog/dialog';
import type { AppStore } from './store';

const CHANNEL = 'wallet.session';

/** The same member has logged in again in another tab: the new token counts here too. */
function followSession(store: AppStore): void {
  const { current, remember } = store.getState().session;
  const session = rememberedSession();
  if (!current || !remember || session?.username !== current.username) return;
  if (session.token !== current.token) store.dispatch(signedIn({ session, remember }));
}

/** A browser that blocks storage may refuse it, and older ones have none. */
function openChannel(): BroadcastChannel | null {
  try {
    return new BroadcastChannel(CHANNEL);
  } catch {
    return null;
  }
}

/** Makes the store follow the other tabs, including changes since it was created. */
export function followTabs(store: AppStore): () => void {
  const channel = openChannel();
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
    // Only the tab that ends the session announces it, by its token: other tabs may show another
    // member.
    if (token && !present && !isFollowing) channel?.postMessage(token);
    token = present;
  });
  channel?.addEventListener('message', ({ data }) => {
    if (data !== store.getState().session.current?.token) return;
    follow(() => store.dispatch(signedOut('elsewhere')));
  });
  const followAgreement = () => {
    if (isAgreementAccepted()) store.dispatch(dialogClosed('agreement'));
  };
  const leaveStorage = followStorage((key) => {
    if (key === SESSION_STORAGE_KEY) follow(() => followSession(store));
    if (PREFERENCE_KEYS.includes(key)) store.dispatch(preferencesReread());
    if (key === AGREEMENT_KEY) followAgreement();
  });
  // Read again: no event reports what was written between the first read and the listener.
  follow(() => followSession(store));
  store.dispatch(preferencesReread());
  followAgreement();
  return () => {
    leave();
    channel?.close();
    leaveStorage();
  };
}
