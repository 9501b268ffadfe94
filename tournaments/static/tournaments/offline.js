/* What makes a table's page work without a network: the service worker that keeps the page and its files, the rules
   as a program, and the browser's promise not to throw the store away. All of it comes after the page is usable. */

import { Engine } from "./engine.js";

const PATIENCE = 8000;

/* Over plain HTTP there is no service worker: an open page goes on, but it cannot be loaded again. */
export function isKeptByBrowser() {
  return window.isSecureContext && "serviceWorker" in navigator;
}

/* Has the service worker keep this page. Resolves with the way to tell it more once it is ready; null where there is
   none. One whose files find no room never gets ready, and the rules must not wait for that. */
export async function keepPage(script) {
  if (!isKeptByBrowser()) return null;
  const ready = navigator.serviceWorker.register(script).then(() => navigator.serviceWorker.ready);
  const tell = (message) => ready.then(({ active }) => active.postMessage(message)).catch(() => null);
  const late = new Promise((resolve) => { setTimeout(resolve, PATIENCE); });
  await Promise.race([tell({ page: location.pathname }), late]);
  return tell;
}

/* Browsers grant it quietly or not at all. */
export async function askToStay() {
  if (navigator.storage && navigator.storage.persist) await navigator.storage.persist().catch(() => false);
}

/* The rules of this game; where their files are is remembered, so that they also start without a network. */
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
