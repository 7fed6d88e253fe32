/* Keeps the page's own files, so that it opens at once and explains itself when there is no network.
   Games never come from here: what /api answers is always the server's. */
const CACHE = `tilewright-${__VERSION__}`;
const FILES = __FILES__;

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(CACHE)
      .then((cache) => cache.addAll(["./offline.html", "./offline.css", "./fonts.css", "./icon.svg", ...FILES])),
  );
  self.skipWaiting();
});

self.addEventListener("activate", (event) => {
  const old = (name) => name.startsWith("tilewright-") && name !== CACHE;
  event.waitUntil(caches.keys().then((names) => Promise.all(names.filter(old).map((name) => caches.delete(name)))));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const address = new URL(request.url);
  if (request.method !== "GET" || address.origin !== location.origin || address.pathname.includes("/api/")) return;
  if (request.mode === "navigate") event.respondWith(fetch(request).catch(() => caches.match("./offline.html")));
  else if (address.pathname.includes("/assets/")) {
    event.respondWith(caches.match(request).then((kept) => kept ?? fetch(request)));
  } else event.respondWith(fetch(request).catch(() => caches.match(request)));
});
