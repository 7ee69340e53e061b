// Answers for the exams when there is no network, from the copy that somebody chose to keep on this device (decision 0097).
// Everything else goes to the network untouched.

const store = 'coming-exams';
const pages = /^\/(candidate\/application.*)?$/;

/** So long a page is waited for where there is a copy: at the gate the network is often there and too weak. */
const patience = 6000;

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
self.addEventListener('fetch', (event) => {
  const { mode, method, url } = event.request;
  if (mode === 'navigate' && method === 'GET' && pages.test(new URL(url).pathname))
    event.respondWith(pageOrCopy(event.request));
});

async function pageOrCopy(request) {
  const copy = await keptCopy();
  if (copy === null) return fetch(request);
  const later = new Promise((resolve) => {
    setTimeout(() => resolve(copy), patience);
  });
  return await Promise.race([fetch(request).catch(() => copy), later]);
}

/** The copy; null where there is none, or its exams are over: then it goes. */
async function keptCopy() {
  const copy = await caches.match('/coming-exams');
  if (copy === undefined) return null;
  if (Date.now() < Date.parse(copy.headers.get('x-until'))) return copy;
  await caches.delete(store);
  return null;
}
