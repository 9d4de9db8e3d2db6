/**
 * Lets the portal start without a connection. It caches the program's files and nothing else: no
 * answer of the server and nothing of a member, so a log-out has nothing to clear here.
 *
 * Pages come from the network whenever it answers, and the other files have their hash in their
 * name. So any version of this worker serves any version of the portal correctly, and a new one may
 * take over at once (`skipWaiting`, `claim`) instead of waiting until the last tab is closed. A bug
 * in a release, even in this file, is gone as soon as the next release is there. A build with
 * `WITHOUT_WORKER=1` instead writes a worker that removes everything: `leave.ts`.
 */
// Makes this a module for the type checker; the build removes this line.
export {};

declare const self: ServiceWorkerGlobalScope;
/** Filled in by the build: the release's name, what its page names, and what the first screens need. */
declare const RELEASE: string;
declare const PAGE_FILES: readonly string[];
declare const FILES: readonly string[];

const CACHE = `wallet-${RELEASE}`;
const SHELL = '/index.html';
/** A connection without an answer for this long counts as none. */
const PAGE_WAIT_MS_MAX = 5_000;

const HELD = { ignoreVary: true };

/** The page, if it belongs to this release: not the next release's page, nor a foreign one. */
async function fetchShell(): Promise<Response> {
  const answer = await fetch(SHELL, { cache: 'no-store' });
  const text = await answer.clone().text();
  const isOurs = PAGE_FILES.every((path) => text.includes(path));
  if (!answer.ok || !isOurs) throw new Error('another release is there');
  return answer;
}

async function fetchFile(path: string): Promise<Response> {
  // Files that have not changed since the last release are cached already.
  const answer = (await caches.match(path, HELD)) ?? (await fetch(path));
  if (!answer.ok) throw new Error(`${path} answers ${answer.status}`);
  return answer;
}

/** Caches all files or none: half a release would be worse than the previous one. */
async function install(): Promise<void> {
  const cache = await caches.open(CACHE);
  const load = (path: string) => (path === SHELL ? fetchShell() : fetchFile(path));
  await Promise.all(
    [SHELL, ...FILES].map(async (path) => {
      await cache.put(path, await load(path));
    }),
  );
  await self.skipWaiting();
}

async function activate(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name)));
  // Fetches the page while the worker still starts.
  await self.registration.navigationPreload?.enable();
  await self.clients.claim();
}

/** Addresses that get the portal's page. The console and the checker are separate programs. */
const isPortal = (path: string) =>
  !/^\/(?:api|support)(?:\/|$)/.test(path) && !/\.[^/]*$/.test(path);

/** The portal's files with a hash in their name. */
const isAsset = (path: string) => /^\/assets\/(?!support\/)/.test(path);

async function answerPage(event: FetchEvent): Promise<Response> {
  const preloaded = event.preloadResponse as Promise<Response | undefined>;
  const fresh = preloaded.then((answer) => answer ?? fetch(event.request));
  const kept = await caches.match(SHELL, { ...HELD, cacheName: CACHE });
  if (!kept) return fresh;
  const late = new Promise<Response>((resolve) => setTimeout(resolve, PAGE_WAIT_MS_MAX, kept));
  const inTime = fresh.then(
    (answer) => (answer.status >= 500 ? kept : answer),
    () => kept,
  );
  return Promise.race([inTime, late]);
}

async function answerAsset(event: FetchEvent): Promise<Response> {
  const kept = await caches.match(event.request, HELD);
  if (kept) return kept;
  const answer = await fetch(event.request);
  if (answer.status === 200 && answer.type === 'basic') {
    const copy = answer.clone();
    event.waitUntil(caches.open(CACHE).then((cache) => cache.put(event.request, copy)));
  }
  return answer;
}

/** Caches what a page loaded before the worker was active. */
async function keep(paths: readonly unknown[]): Promise<void> {
  const cache = await caches.open(CACHE);
  const wanted = paths.filter((path) => typeof path === 'string').filter(isAsset);
  await Promise.allSettled(
    wanted.map(async (path) => {
      if (!(await cache.match(path, HELD))) await cache.put(path, await fetchFile(path));
    }),
  );
}

self.addEventListener('install', (event) => event.waitUntil(install()));
self.addEventListener('activate', (event) => event.waitUntil(activate()));
self.addEventListener('message', (event) => {
  if (Array.isArray(event.data)) event.waitUntil(keep(event.data));
});
self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (request.mode === 'navigate') {
    if (isPortal(pathname)) event.respondWith(answerPage(event));
  } else if (isAsset(pathname)) {
    event.respondWith(answerAsset(event));
  }
});
