/* Filters the seats while a name is typed, and stores the name for the next round. Without this script the form asks
   the server. */

const form = document.querySelector("[data-find-event]");
const field = form.querySelector("input");
const place = document.querySelector("[data-live]");
const kept = `seat of ${form.dataset.findEvent}`;

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
  place.querySelectorAll(".seat-places").forEach((list) => {
    const items = Array.from(list.children);
    const found = items.filter((item) => answers(item, words));
    items.forEach((item) => { item.hidden = !found.includes(item); });
    list.classList.toggle("is-one", found.length === 1);
    list.classList.toggle("is-found", words.length > 0);
    list.parentElement.querySelector("[data-nobody]").hidden = found.length > 0;
  });
}

function remember() {
  try {
    localStorage.setItem(kept, field.value);
  } catch (error) {
    // a phone without storage: the name has to be typed again
  }
}

function recall() {
  try {
    return localStorage.getItem(kept) || "";
  } catch (error) {
    return "";
  }
}

/* A list that the server filtered cannot be widened here: such a page keeps asking the server. */
if (!field.value) {
  field.value = recall();
  narrow();
  field.addEventListener("input", () => { narrow(); remember(); });
  form.addEventListener("submit", (event) => { event.preventDefault(); field.blur(); });
  new MutationObserver(narrow).observe(place, { childList: true });
}
