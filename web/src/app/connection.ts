/** Keeps the store up to date on whether the server is reachable and the tab is visible. */
import { walletApi } from '../api/transport/api';
import { probe } from '../api/transport/probe';
import { isServerReached, noteReach, onReach } from '../api/transport/reach';
import type { AppStore } from './store';

const LOOK_AGAIN_MS = 5_000;

export function followConnection(store: AppStore): () => void {
  const { onFocus, onFocusLost, onOnline } = walletApi.internalActions;
  let timer: ReturnType<typeof setInterval> | undefined;
  const onChange = () => {
    clearInterval(timer);
    if (isServerReached()) store.dispatch(onOnline());
    else timer = setInterval(probe, LOOK_AGAIN_MS);
  };
  const onLineDown = () => noteReach(false);
  // No polling while the tab is hidden.
  const onVisibility = () => {
    store.dispatch(document.visibilityState === 'visible' ? onFocus() : onFocusLost());
  };
  const leave = onReach(onChange);
  window.addEventListener('online', probe);
  window.addEventListener('offline', onLineDown);
  document.addEventListener('visibilitychange', onVisibility);
  onVisibility();
  if (!navigator.onLine) noteReach(false);
  else if (!isServerReached()) onChange();
  return () => {
    clearInterval(timer);
    leave();
    window.removeEventListener('online', probe);
    window.removeEventListener('offline', onLineDown);
    document.removeEventListener('visibilitychange', onVisibility);
  };
}
