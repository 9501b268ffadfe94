/* Check-in: filters the list while a name is typed, and sends taps without leaving the page. Without this script each
   tap submits a form, and the server filters. A request states the wanted value, so sending it twice is
   harmless. */

const search = document.querySelector("[data-check-in]");
const field = search.querySelector("input");
const place = document.querySelector("[data-live]");
const lost = document.querySelector("[data-check-in-lost]");

// As wording/searching.py writes names, so that Øst finds Øst, Öst and Ost.
const STROKES = { ß: "ss", ø: "o", æ: "ae", œ: "oe", ł: "l", đ: "d", ð: "d", þ: "th", ı: "i" };

function folded(text) {
  const plain = text.toLowerCase().replace(/[ßøæœłđðþı]/g, (letter) => STROKES[letter]);
  return plain.normalize("NFKD").replace(/[\u0300-\u036f\u3099\u309a]/g, "");
}

function answers(item, words) {
  return words.every((word) =>
    (/^\d+$/.test(word) ? item.dataset.number === String(Number(word)) : item.dataset.find.includes(word)));
}

function narrow() {
  const words = folded(field.value).split(/\s+/).filter(Boolean);
  const items = Array.from(place.querySelectorAll("[data-find]"));
  items.forEach((item) => { item.hidden = !answers(item, words); });
  const nobody = place.querySelector("[data-nobody]");
  if (nobody) nobody.hidden = items.length === 0 || items.some((item) => !item.hidden);
}

/* Replace list and messages by those of the response, which is a whole page. */
function show(html) {
  const page = new DOMParser().parseFromString(html, "text/html");
  place.innerHTML = page.querySelector("[data-live]").innerHTML;
  const told = page.querySelector(".messages");
  const before = document.querySelector(".messages");
  if (before) before.remove();
  if (told) search.before(told);
}

function focusLine(id) {
  const line = id && document.getElementById(id);
  const key = line && line.querySelector("button");
  if (key) key.focus({ preventScroll: true });
}

async function send(button) {
  const line = button.closest("li");
  const body = new FormData(button.form);
  if (button.name) body.append(button.name, button.value);
  button.setAttribute("aria-disabled", "true");
  try {
    const response = await fetch(button.formAction, { method: "POST", body, credentials: "same-origin" });
    if (!response.ok) throw new Error(String(response.status));
    show(await response.text());
    lost.hidden = true;
    focusLine(line && line.id);
  } catch (error) {
    lost.hidden = false;
    button.removeAttribute("aria-disabled");
  }
}

place.addEventListener("click", (event) => {
  const button = event.target.closest("button[formaction]");
  if (!button) return;
  event.preventDefault();
  if (button.getAttribute("aria-disabled") !== "true") send(button);
});

/* A list that the server filtered cannot be widened here: such a page keeps asking the server. */
if (!field.value) {
  field.addEventListener("input", narrow);
  search.addEventListener("submit", (event) => { event.preventDefault(); narrow(); field.blur(); });
  new MutationObserver(narrow).observe(place, { childList: true });
}
