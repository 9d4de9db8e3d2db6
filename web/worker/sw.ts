/**
 * Lets the portal start without a line. It keeps files of the program and nothing else: no answer of
 * the server, nothing of a member, so a log-out has nothing to clear here.
 *
 * Pages come from the network whenever it answers, and the other files bear their hash in their
 * name. So any version of this worker serves any version of the portal rightly, and a new one may
 * take over at once (`skipWaiting`, `claim`) instead of waiting until the last tab is closed: what
 * is broken in a release, this file included, is gone as soon as the next one is there. A build
 * with `WITHOUT_WORKER=1` writes a worker in its place that removes everything: `leave.ts`.
 */
// A module only for the type checker: the build takes this line away.
export {};

declare const self: ServiceWorkerGlobalScope;
/** Filled in by the build: the release's name, what its page names, and what the first screens need. */
declare const RELEASE: string;
declare const PAGE_FILES: readonly string[];
declare const FILES: readonly string[];

const CACHE = `wallet-${RELEASE}`;
const SHELL = '/index.html';
/** A line that gives nothing for so long is as good as none. */
const PAGE_WAIT_MS_MAX = 5_000;

const HELD = { ignoreVary: true };

/** The page, if it is the one of this release: not the next one's, nor a stranger's. */
async function fetchShell(): Promise<Response> {
  const answer = await fetch(SHELL, { cache: 'no-store' });
  const text = await answer.clone().text();
  const isOurs = PAGE_FILES.every((path) => text.includes(path));
  if (!answer.ok || !isOurs) throw new Error('another release is there');
  return answer;
}

async function fetchFile(path: string): Promise<Response> {
  // What has not changed since the last release is here already.
  const answer = (await caches.match(path, HELD)) ?? (await fetch(path));
  if (!answer.ok) throw new Error(`${path} answers ${answer.status}`);
  return answer;
}

/** All or nothing: half a release would be worse than the one before. */
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
  // The page is asked for while the worker is still being started.
  await self.registration.navigationPreload?.enable();
  await self.clients.claim();
}

/** Addresses that get the portal's page. The console and the checker are separate programs. */
const isPortal = (path: string) =>
  !/^\/(?:api|support)(?:\/|$)/.test(path) && !/\.[^/]*$/.test(path);

/** Files whose names hold their hash, of the portal. */
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

/** Keeps what a page had loaded before there was a worker. */
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
