/* The service worker. It caches the page of every table whose link was opened on this phone, the page's files and the
   rules' program; nothing else, and never a URL under /t/. A table's operations are not its concern: they are
   in the store and survive every version of this script. `self.stichtag` = {version, files} precedes it. */

const { version, files } = self.stichtag;
const FILES = `stichtag-files-${version}`;
const PAGES = "stichtag-pages";
const RULES = "stichtag-rules";
const FILES_PREFIX = "stichtag-files-";
const TABLE = /^\/tables\/[0-9a-f-]{36}\/$/;
const PATIENCE = 3000;
const MOST_OLDER = 3;
const AS_IT_IS = { ignoreVary: true };

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(FILES).then((cache) => cache.addAll(files)).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(self.clients.claim().then(renewPages));
});

self.addEventListener("message", (event) => {
  const { page, files: program } = event.data || {};
  if (page && TABLE.test(page)) event.waitUntil(renewPage(new Request(page, { credentials: "same-origin" })));
  if (program) event.waitUntil(keepProgram(program));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  if (TABLE.test(pathname) && request.mode === "navigate") event.respondWith(tablePage(event));
  else if (pathname.startsWith("/phone/") || files.includes(pathname)) event.respondWith(keptFirst(request));
  else if (isOfOlderPage(pathname)) event.respondWith(keptFirst(request));
});

/* A page of an older version that was opened from here still finds its files. */
function isOfOlderPage(pathname) {
  return files.length > 0 && pathname.startsWith(files[0].slice(0, files[0].lastIndexOf("/") + 1));
}

async function keptFirst(request) {
  return await caches.match(request, AS_IT_IS) || fetch(request);
}

/* Use the server's page if it answers soon; on an error or for a link that is over, the phone keeps its page. */
async function tablePage(event) {
  const kept = await caches.match(addressOf(event.request), AS_IT_IS);
  const fresh = fetch(event.request).then((response) => keep(event.request, response));
  event.waitUntil(fresh.catch(() => null));
  if (!kept) return fresh;
  const soon =
    await Promise.race([fresh.catch(() => null), new Promise((resolve) => { setTimeout(resolve, PATIENCE, null); })]);
  return soon && (soon.ok || soon.type === "opaqueredirect") ? soon : kept;
}

async function keep(request, response) {
  const isPage = response.ok && response.type === "basic" && !response.redirected
    && (response.headers.get("Content-Type") || "").startsWith("text/html");
  if (isPage) await (await caches.open(PAGES)).put(addressOf(request), response.clone());
  return response;
}

function addressOf(request) {
  return new URL(request.url).pathname;
}

/* After an upgrade, fetch the cached pages again, as they name the files of their version. Older files are deleted
   only when no cached page can need them. */
async function renewPages() {
  const kept = await (await caches.open(PAGES)).keys();
  const renewed =
    await Promise.all(kept.map((request) => renewPage(new Request(request.url, { credentials: "same-origin" }))));
  const older = (await caches.keys()).filter((name) => name.startsWith(FILES_PREFIX) && name !== FILES);
  const spared = renewed.includes(false) ? MOST_OLDER : 0;
  await Promise.all(older.slice(0, Math.max(0, older.length - spared)).map((name) => caches.delete(name)));
}

async function renewPage(request) {
  try {
    return (await keep(request, await fetch(request, { cache: "no-store" }))).ok;
  } catch (error) {
    return false;
  }
}

/* The rules' program: files under immutable URLs; those of older programs are deleted. */
async function keepProgram(program) {
  const cache = await caches.open(RULES);
  const kept = (await cache.keys()).map(addressOf);
  await Promise.all(program.filter((each) => !kept.includes(each)).map((each) => cache.add(each).catch(() => null)));
  const isOld = (address) => !program.includes(address) && sameProgram(address, program);
  await Promise.all(kept.filter(isOld).map((each) => cache.delete(each)));
}

/* Another game or language keeps its files: only the same name with another digest is older. */
function sameProgram(address, program) {
  const nameOf = (each) => each.replace(/-[0-9a-f]+\.js$/, "");
  return program.some((each) => nameOf(each) === nameOf(address));
}
