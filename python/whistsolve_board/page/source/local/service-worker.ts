/** Keeps the files of the page, so that it works without a network. A new version is there at the next load. */

declare const VERSION: string;
declare const FILES: string[];

interface Waiting extends Event {
  request: Request;
  waitUntil(done: Promise<unknown>): void;
  respondWith(found: Promise<Response>): void;
}

on('install', (event) => event.waitUntil(keep()));
on('activate', (event) => event.waitUntil(dropOthers()));
on('fetch', (event) => event.respondWith(found(event.request)));

function on(name: string, listener: (event: Waiting) => void): void {
  addEventListener(name, listener as unknown as EventListener);
}

async function keep(): Promise<void> {
  // Not those of an older version, which the browser may still have.
  const fresh = FILES.map((name) => new Request(name, { cache: 'reload' }));
  await (await caches.open(VERSION)).addAll(fresh);
  void (globalThis as unknown as { skipWaiting(): Promise<void> }).skipWaiting();
}

async function found(request: Request): Promise<Response> {
  const cache = await caches.open(VERSION);
  return (await cache.match(request, { ignoreSearch: true })) ?? fetch(request);
}

async function dropOthers(): Promise<void> {
  for (const name of await caches.keys()) if (name !== VERSION) await caches.delete(name);
}
