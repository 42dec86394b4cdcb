// Keeps the page for times without a network. With one, the newest page is taken and kept.

const CACHE = "freecell";
/** The worker itself, of which the type checker knows windows only. */
const worker = /** @type {any} */ (self);

async function fetched(request) {
  const response = await fetch(request);
  if (response.ok) await (await caches.open(CACHE)).put("./", response.clone());
  return response;
}

worker.addEventListener("install", (event) => {
  event.waitUntil(fetched("./").then(() => worker.skipWaiting()));
});

worker.addEventListener("activate", (event) => event.waitUntil(worker.clients.claim()));

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  // All that the page needs is in it.
  if (request.mode === "navigate") event.respondWith(fetched(request).catch(() => caches.match("./")));
});
