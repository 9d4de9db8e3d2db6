/** The moments at which a question that was never answered is worth asking again. */
import { isServerReached, onReach } from './reach';

const listeners = new Set<() => void>();

/** The server has said that something of the player's has changed, or the line is back. */
export function noteOccasion(): void {
  for (const ask of [...listeners]) ask();
}

/** Calls back on a notice, once the server is reachable again, and when the page is seen again. */
export function onOccasion(ask: () => void): () => void {
  const onVisible = () => document.visibilityState === 'visible' && ask();
  const leaveReach = onReach(() => isServerReached() && ask());
  listeners.add(ask);
  window.addEventListener('online', ask);
  document.addEventListener('visibilitychange', onVisible);
  return () => {
    leaveReach();
    listeners.delete(ask);
    window.removeEventListener('online', ask);
    document.removeEventListener('visibilitychange', onVisible);
  };
}
