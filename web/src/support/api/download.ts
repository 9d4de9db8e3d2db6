/** Fetches a file with staff's headers and saves it, because a plain link sends no token. */
import { noAnswer, type Problem, problemOf } from '../../api/transport/problem';
import type { StaffStore } from './hooks';
import { heedRefusal, supportHeaders } from './supportQuery';

/** Longer than any browser needs to begin to save. */
const KEPT_MS = 60_000;

function nameOf(response: Response, fallback: string): string {
  const header = response.headers.get('Content-Disposition') ?? '';
  return /filename="?([^";]+)"?/.exec(header)?.[1] ?? fallback;
}

/** Resolves to the problem, if there is one. */
export async function download(
  store: StaffStore,
  url: string,
  fallbackName: string,
): Promise<Problem | null> {
  const before = store.getState();
  let response: Response;
  try {
    response = await fetch(url, { headers: supportHeaders(before, url) });
    if (!response.ok) {
      const body: unknown = await response.json().catch(() => null);
      const problem = problemOf(response.status, body, response.headers.get('Retry-After'));
      heedRefusal(problem, before, url, store.dispatch);
      return problem;
    }
    const address = URL.createObjectURL(await response.blob());
    const link = document.createElement('a');
    link.href = address;
    link.download = nameOf(response, fallbackName);
    link.click();
    setTimeout(() => URL.revokeObjectURL(address), KEPT_MS);
    return null;
  } catch {
    return noAnswer(false);
  }
}
