/** Asks whether the server answers at all; any answer will do. */
import { callHeaders } from './headers';
import { noteReach } from './reach';

const WAIT_MS_MAX = 8_000;

export async function probe(): Promise<boolean> {
  const options: RequestInit = {
    cache: 'no-store',
    headers: callHeaders(null, true),
    signal: AbortSignal.timeout(WAIT_MS_MAX),
  };
  const hasAnswered = await fetch('/api/lookup/info', options).then(
    () => true,
    () => false,
  );
  noteReach(hasAnswered);
  return hasAnswered;
}
