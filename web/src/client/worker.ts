/**
 * The page's side of the service worker. It registers the worker once the first screen is usable,
 * checks for updates now and then, and reports what was loaded before the worker was active. See
 * `worker/sw.ts`.
 */
import { findNewRelease } from './release';

/** The first visit's own files and those fetched ahead go first. */
const REGISTER_DELAY_MS = 5_000;
/** A page that stays open for days checks for a new release whenever the player returns. */
const ASK_AGAIN_MS_MIN = 15 * 60_000;

const ignore = () => undefined;

/** Names the files that this page loaded without the worker, to be cached for the next visit. */
async function handOver(): Promise<void> {
  const { active } = await navigator.serviceWorker.ready;
  const loaded = performance.getEntriesByType('resource').map(({ name }) => new URL(name));
  const own = loaded.filter(({ origin }) => origin === window.location.origin);
  active?.postMessage([...new Set(own.map(({ pathname }) => pathname))]);
}

/** Where storage is blocked, some browsers throw at the name alone. */
function findWorkers(): ServiceWorkerContainer | undefined {
  try {
    return navigator.serviceWorker;
  } catch {
    return undefined;
  }
}

/** Calls back with the name of a newer release, each time that one is found. */
export function followReleases(onNew: (release: string) => void): () => void {
  const workers = findWorkers();
  if (!workers || !import.meta.env.PROD || !import.meta.env.WITH_WORKER) return ignore;
  let askedAt = Date.now();
  let registration: ServiceWorkerRegistration | undefined;
  let isFirst = !workers.controller;

  const onChange = () => {
    // A device's first worker is not a new release.
    if (!isFirst) findNewRelease().then((release) => release && onNew(release), ignore);
    isFirst = false;
  };
  const onVisible = () => {
    if (document.visibilityState !== 'visible' || Date.now() - askedAt < ASK_AGAIN_MS_MIN) return;
    askedAt = Date.now();
    registration?.update().catch(ignore);
  };
  const register = async () => {
    registration = await workers.register('/sw.js', { updateViaCache: 'none' });
    await handOver();
  };
  const timer = setTimeout(() => register().catch(ignore), REGISTER_DELAY_MS);
  workers.addEventListener('controllerchange', onChange);
  document.addEventListener('visibilitychange', onVisible);
  return () => {
    clearTimeout(timer);
    workers.removeEventListener('controllerchange', onChange);
    document.removeEventListener('visibilitychange', onVisible);
  };
}
