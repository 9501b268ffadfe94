/* Counts every clock of the page down: [data-ends] has the moment it ends (milliseconds since 1970), [data-left] what
   was left when it was paused. Counted from the server's time: what this device is off is asked for now and then and
   kept while there is no network. Nothing is added up, so nothing drifts. */

const RESYNC = 120000;
const RESOLUTION = 1000; // of the Date header: the moment lies within the second it names
let offset = 0;

export function serverNow() {
  return Date.now() + offset;
}

/* What is heard by the way is better than asking: `now` is the server's time in milliseconds. */
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
    // no network: what was last known goes on
  }
  showAll();
}

showAll();
ask();
setInterval(showAll, 500);
setInterval(ask, RESYNC);
document.addEventListener("visibilitychange", () => { if (!document.hidden) ask(); });
