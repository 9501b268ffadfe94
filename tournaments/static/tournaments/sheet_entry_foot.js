/* The totals of the paper sheet: compares them with ours while they are typed, and stores them once all are typed or
   the form is left. */

const PAUSE = 300;
const REFUSED = 422; // nothing was stored; the fragment says why

/* Return a function to call after a line was stored. */
export function watchFoot(form, place) {
  let timer = null;
  let asked = 0;
  let stored = JSON.stringify(cellsOf(form));
  const show = async (address, more) => {
    const options = Object.assign({ credentials: "same-origin", cache: "no-store", redirect: "error" }, more);
    const mine = ++asked;
    try {
      const response = await fetch(address, options);
      const html = await response.text();
      if (!response.ok) stored = "";
      if (mine === asked && (response.ok || response.status === REFUSED)) place.innerHTML = html;
    } catch (error) {
      stored = ""; // offline: the shown result remains
    }
  };
  const isFilled = () => cellsOf(form).some(([, cell]) => cell);
  const ask = () => show(`${form.action}?${new URLSearchParams(cellsOf(form))}`);
  const unsent = () => {
    const cells = JSON.stringify(cellsOf(form));
    if (!isFilled() || cells === stored) return null;
    stored = cells;
    const body = new FormData(form);
    body.set("fragment", "yes");
    return body;
  };
  const store = () => {
    const body = unsent();
    if (!body) return;
    clearTimeout(timer);
    show(form.action, { method: "POST", body });
  };
  const isWhole = () => cellsOf(form).every(([name, cell]) => cell || name === "deals");
  const later = () => { clearTimeout(timer); timer = setTimeout(ask, PAUSE); };
  form.addEventListener("input", later);
  form.addEventListener("change", () => { if (isWhole()) store(); });
  form.addEventListener("focusout", (event) => { if (!form.contains(event.relatedTarget)) store(); });
  window.addEventListener("pagehide", () => {
    const body = unsent();
    if (body) navigator.sendBeacon(form.action, body);
  });
  form.addEventListener("submit", (event) => { event.preventDefault(); store(); });
  place.addEventListener("click", goToLine);
  return () => { if (isFilled()) later(); };
}

/* Return name and value of every cell, without the form's token. */
function cellsOf(form) {
  return [...form.querySelectorAll("input[id]")].map((input) => [input.name, input.value.trim()]);
}

function goToLine(event) {
  const link = event.target.closest("a[href^='#line-']");
  const input = link && document.querySelector(link.getAttribute("href"));
  if (!input) return;
  event.preventDefault();
  input.scrollIntoView({ block: "center" });
  input.focus();
  input.select();
}
