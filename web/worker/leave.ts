/** Replaces `sw.ts` where the portal runs without a worker: removes its caches and itself. */
// Makes this a module for the type checker; the build removes this line.
export {};

declare const self: ServiceWorkerGlobalScope;

async function leave(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(names.map((name) => caches.delete(name)));
  await self.registration.unregister();
}

self.addEventListener('install', (event) => event.waitUntil(self.skipWaiting()));
self.addEventListener('activate', (event) => event.waitUntil(leave()));
