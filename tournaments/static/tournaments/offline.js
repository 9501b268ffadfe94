/* Offline support of a table's page: the service worker that caches the page and its files, the rules as a program,
   and the browser's permission for persistent storage. All of it loads after the page is usable. */

import { Engine } from "./engine.js";

const PATIENCE = 8000;

/* Over plain HTTP there is no service worker: an open page continues to work, but cannot be loaded again. */
export function isKeptByBrowser() {
  return window.isSecureContext && "serviceWorker" in navigator;
}

/* Make the service worker cache this page. Resolve with a function that sends it messages once it is active; null if
   there is none. One whose files do not fit never becomes active, and the rules must not wait for it. */
export async function keepPage(script) {
  if (!isKeptByBrowser()) return null;
  const ready = navigator.serviceWorker.register(script).then(() => navigator.serviceWorker.ready);
  const tell = (message) => ready.then(({ active }) => active.postMessage(message)).catch(() => null);
  const late = new Promise((resolve) => { setTimeout(resolve, PATIENCE); });
  await Promise.race([tell({ page: location.pathname }), late]);
  return tell;
}

/* Request persistent storage; a browser grants it silently or not at all. */
export async function askToStay() {
  if (navigator.storage && navigator.storage.persist) await navigator.storage.persist().catch(() => false);
}

/* Start the rules of this game; the URLs of their files are stored, so that they also start offline. */
export async function startEngine(address, store, tellWorker) {
  const name = `rules ${address} ${document.documentElement.lang}`;
  let kept = await tell(address);
  if (kept) await store.put("about", { name, kept }).catch(() => null);
  else kept = ((await store.get("about", name).catch(() => null)) || {}).kept;
  if (!kept) return null;
  if (tellWorker) tellWorker({ files: kept.files });
  const engine = new Engine(kept.worker);
  await engine.ready;
  return engine;
}

async function tell(address) {
  try {
    const response = await fetch(address, { credentials: "same-origin" });
    return response.ok ? await response.json() : null;
  } catch (error) {
    return null;
  }
}
