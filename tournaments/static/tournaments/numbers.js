/* Numbers per place: counted up by tapping a place, set by a row of keys for one place after the other, or typed. */

import { frame, refusalIn } from "./field_frame.js";
import { fitNames, keepFitting, nameElement } from "./names.js";
import { aimIn } from "./pad_view.js";
import { aimedPlace, countKeys, ownCounts, mayBeHalf, placesOf, shownCount } from "./record.js";
import { decimal, element, fill, refill, say } from "./i18n.js";

const HALF = 0.5;
const LONG_PRESS = 450;
const MOST_IN_A_ROW = 8;

export function labelOfPlace(names, seats) {
  return seats.map((seat) => names[seat]).join(" + ");
}

/* Return listeners for an element that a tap counts up and a long press counts down. */
export function counterOf(up, down) {
  let timer = null;
  let wasLong = false;
  const stop = () => { clearTimeout(timer); };
  return {
    pointerdown: () => {
      wasLong = false;
      stop();
      timer = setTimeout(() => { wasLong = true; down(); }, LONG_PRESS);
    },
    pointerup: stop,
    pointerleave: stop,
    pointercancel: stop,
    contextmenu: (event) => event.preventDefault(),
    click: () => { if (!wasLong) up(); wasLong = false; },
  };
}

/* The row of keys below the seats that count, or below separate places if the seats have another use. */
export function countRow(field, view, act) {
  const id = `label-${field.name}`;
  const legend = element("p", { class: "legend", id });
  const cells = element("div", { class: "seats cells", role: "group", "aria-labelledby": id });
  const box = element("div", { class: "keys", role: "group", "aria-labelledby": id });
  const whole = element("div", { class: "group", "data-field": field.name }, legend, cells, box);
  const refusal = refusalIn(whole, legend);
  keepFitting(cells);

  function update(now) {
    whole.hidden = !now.shown[field.name];
    if (whole.hidden) return;
    const isInSeats = now.entry !== null && now.entry.field.name === field.name;
    const cursor = now.cursors[field.name];
    const places = placesOf(field, now.table);
    const name = cursor === null ? null : labelOfPlace(now.names, places[cursor]);
    legend.textContent = name === null ? field.label : say("place", { label: field.label, name });
    cells.hidden = isInSeats;
    if (!isInSeats) drawCells(cells, field, now, places, act);
    drawKeys(box, field, now, act);
    refusal.update(now, field);
  }
  return { element: whole, update };
}

function drawKeys(box, field, view, act) {
  const cursor = view.cursors[field.name];
  const isAimed = cursor !== null && cursor === aimedPlace(field, view.reading.values);
  const aim = isAimed ? aimIn(view, field) : null;
  const numbers = countKeys(field, view.reading, view.table);
  const lit = cursor === null ? null : ownCounts(field, view.reading, view.table)[cursor];
  box.className = numbers.length > MOST_IN_A_ROW ? "keys of-many" : "keys";
  refill(box, [numbers, aim, lit], () => numbers.map((number) => element("button", {
    type: "button", class: "key is-number", "data-value": number, "aria-pressed": String(number === lit),
    click: () => act({ type: "set_count", field, number }),
  }, element("span", {}, number), number === aim ? aimMark() : null)));
}

function aimMark() {
  return element("span", { class: "aim", "aria-hidden": "true" }, "\u2713");
}

function drawCells(cells, field, view, places, act) {
  const marks = field.counts_marked ? view.reading.values[field.counts_marked] || [] : null;
  const own = ownCounts(field, view.reading, view.table);
  const aimed = aimedPlace(field, view.reading.values);
  const aim = aimed === null ? null : aimIn(view, field);
  cells.className = `seats cells of-${places.length}`;
  const make = () => places.map((seats, place) => cellOf(field, labelOfPlace(view.names, seats), place, act));
  if (refill(cells, [view.names, places], make)) fitNames(cells);
  Array.from(cells.children).forEach((key, place) => {
    const shown = shownCount(field, place, view.reading, view.table);
    const wanted = place === aimed && aim !== null ? `${aim} \u2713` : "\u00b7";
    fill(key.lastChild, shown === null ? wanted : String(shown));
    key.classList.toggle("is-derived", shown !== null && own[place] === null);
    key.classList.toggle("is-empty", shown === null);
    key.classList.toggle("is-next", place === view.cursors[field.name]);
    key.classList.toggle("is-closed", marks !== null && !marks[place]);
  });
}

function cellOf(field, name, place, act) {
  const count = (type) => () => act({ type, field, place });
  const listeners = counterOf(count("count_up"), count("count_down"));
  return element("button", Object.assign({ type: "button", class: "key cell", "data-place-of": place }, listeners),
    nameElement(name, "cell-name"), element("span", { class: "n count" }));
}

/* An input whose number, or null, goes to `change`. */
export function numberInput(label, change, read = wholeIn) {
  return element("input", {
    type: "text", class: "entry", inputmode: "numeric", autocomplete: "off", "aria-label": label,
    input: (event) => change(read(event.target.value)),
  });
}

/* A typed number, with a key for the minus sign that some keyboards lack. A rest that nobody can have, as it is below
   0, is not shown: nobody typed it. */
export function numberEntry(field, place, name, act) {
  const change = (number) => act({ type: "number", field, place, number });
  let numberIn = wholeIn;
  const input = numberInput(say("place", { label: field.label, name }), change, (text) => numberIn(text));
  const sign = element("button", {
    type: "button", class: "key sign", "aria-label": say("sign"),
    click: (event) => { event.preventDefault(); turn(); },
  }, "\u00b1");
  const half = element("button", {
    type: "button", class: "key half", hidden: true, "aria-label": say("half"),
    click: (event) => { event.preventDefault(); addHalf(); },
  }, "\u00bd");
  const whole = element("span", { class: "number" }, input, field.kind === "free" ? sign : null, half);

  function addHalf() {
    const number = numberIn(input.value.replace(/^[-\u2212]?$/, "$&0"));
    if (!Number.isInteger(number)) return;
    const isMinus = /^[-\u2212]/.test(input.value);
    input.value = decimal(isMinus ? number - HALF : number + HALF);
    change(numberIn(input.value));
    input.focus();
  }

  function turn() {
    const number = numberIn(input.value);
    if (number) {
      input.value = decimal(-number);
      change(-number);
    } else if (!input.value) {
      input.value = "-";
    }
    input.focus();
  }

  function update(view, isAsked) {
    whole.hidden = !isAsked;
    numberIn = mayBeHalf(field, view.table) ? halfIn : wholeIn;
    half.hidden = numberIn === wholeIn;
    const own = ownCounts(field, view.reading, view.table)[place];
    const value = shownCount(field, place, view.reading, view.table);
    const isBeingTyped = document.activeElement === input && (numberIn(input.value) === own || own === null);
    const isShown = value !== null && (own !== null || field.kind === "free" || value >= 0);
    if (!isBeingTyped) input.value = isShown ? decimal(value) : "";
    input.classList.toggle("derived", own === null && isShown);
  }
  return { element: whole, update };
}

/* Typed numbers in a separate row, if the seats have another use. */
export function numberRow(field, view, act) {
  const names = placesOf(field, view.table).map((seats) => labelOfPlace(view.names, seats));
  const entries = names.map((name, place) => numberEntry(field, place, name, act));
  const labelled = entries.map((entry, place) => (
    element("label", { class: "number" }, element("span", {}, names[place]), entry.element)
  ));
  const { whole, refusal } = frame(field, element("div", { class: "numbers", role: "group" }, ...labelled));

  function update(now) {
    whole.hidden = !now.shown[field.name];
    entries.forEach((entry) => entry.update(now, now.shown[field.name]));
    refusal.update(now, field);
  }
  return { element: whole, update };
}

function wholeIn(text) {
  const plain = text.trim().replace("\u2212", "-");
  return /^[+-]?\d+$/.test(plain) ? Number(plain) : null;
}

/* Return a typed number that may be a half: 3, -3.5, 3,5, 3\u00bd. */
function halfIn(text) {
  const [, sign, digits, half] = /^([+\u2212-]?)(\d*)([.,]5|\u00bd)$/.exec(text.trim()) || [];
  if (half === undefined || !(digits || half === "\u00bd")) return wholeIn(text);
  const size = Number(digits) + HALF;
  return sign && sign !== "+" ? -size : size;
}
