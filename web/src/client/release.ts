/** After a new release the files of the old one are gone: only a reload gets the new ones. */
import { isText, readJson, writeJson } from './storage';

const KEY = 'wallet.reloaded';
const SCRIPT = /<script[^>]+type="module"[^>]+src="([^"]+)"/g;

/** The scripts that a page starts with: their names change with each release. */
export function scriptsOf(page: string): string {
  return [...page.matchAll(SCRIPT)].map((match) => match[1]).join();
}

/** The name of a newer release than the one that runs here; null when there is none. */
export async function findNewRelease(): Promise<string | null> {
  const present = scriptsOf(document.documentElement.outerHTML);
  try {
    const answer = await fetch('/', { cache: 'no-store' });
    const newest = answer.ok ? scriptsOf(await answer.text()) : '';
    return present && newest && newest !== present ? newest : null;
  } catch {
    return null;
  }
}

/** Reloads once for a release, so that a release that does not help causes no endless reloads. */
export function reloadOnceFor(release: string): void {
  if (readJson('session', KEY, isText) === release) return;
  writeJson('session', KEY, release);
  window.location.reload();
}
