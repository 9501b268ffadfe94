/* Counts down every clock of the page: [data-ends] is its end (milliseconds since 1970), [data-left] the rest of a
   paused one. It uses the server's time: the offset of this device is measured now and then and kept while offline.
   Nothing is accumulated, so the clock does not drift. */

const RESYNC = 120000;
const RESOLUTION = 1000; // of the Date header: the time lies within the second it names
let offset = 0;

export function serverNow() {
  return Date.now() + offset;
}

/* Use a time received with other data instead of a request: `now` is the server's time in milliseconds. */
export function hearTime(now) {
  offset = now - Date.now();
}

export function timeLeft(left) {
  const seconds = Math.ceil(left / 1000);
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const shown = parts[0] ? parts : parts.slice(1);
  return shown.map((part, at) => (at ? String(part).padStart(2, "0") : String(part))).join(":");
}

function show(place) {
  const { ends, left, over } = place.dataset;
  const rest = left ? Number(left) : Number(ends) - serverNow();
  const text = rest > 0 ? timeLeft(rest) : over;
  if (place.textContent !== text) place.textContent = text;
  place.classList.toggle("is-over", rest <= 0);
}

function showAll() {
  document.querySelectorAll("[data-ends]")
    .forEach((place) => { if (place.dataset.ends || place.dataset.left) show(place); });
}

async function ask() {
  const icon = document.querySelector("link[rel=icon]");
  if (!icon || !document.querySelector("[data-ends]")) return;
  try {
    const before = Date.now();
    const response = await fetch(icon.href, { method: "HEAD", cache: "no-store" });
    const told = Date.parse(response.headers.get("Date"));
    const found = told + RESOLUTION / 2 - (before + Date.now()) / 2;
    if (response.ok && Math.abs(found - offset) > RESOLUTION) offset = found;
  } catch (error) {
    // offline: the last known offset remains in use
  }
  showAll();
}

showAll();
ask();
setInterval(showAll, 500);
setInterval(ask, RESYNC);
document.addEventListener("visibilitychange", () => { if (!document.hidden) ask(); });
