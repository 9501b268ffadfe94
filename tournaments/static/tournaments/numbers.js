/* Numbers of several places: tapped up in a place, set by a row of keys for one place after the other, or typed. */

import { frame, refusalLine } from "./frames.js";
import { fitNames, keepFitting, nameElement } from "./names.js";
import { aimedPlace, aimOf, countKeys, isShown, ownCounts, placesOf, shownCount } from "./record.js";
import { element, fill, refill, say } from "./words.js";

const LONG_PRESS = 450;
const MOST_IN_A_ROW = 8;

export function labelOfPlace(names, seats) {
  return seats.map((seat) => names[seat]).join(" + ");
}

/* Listeners of something that is tapped up and pressed long down. */
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

/* The row of keys under seats that count, or under places of its own where the seats hold something else. */
export function countRow(field, pad) {
  const box = element("div", { class: "keys", role: "group" });
  const cells = element("div", { class: "seats cells", role: "group" });
  const refusal = refusalLine();
  const id = `label-${field.name}`;
  const legend = element("p", { class: "legend", id });
  const whole = element("div", { class: "group", "data-field": field.name }, legend, cells, box, refusal.element);
  box.setAttribute("aria-labelledby", id);
  cells.setAttribute("aria-labelledby", id);
  keepFitting(cells);

  function update(view) {
    const isVisible = isShown(field, view.reading, view.leaders, view.table) && !view.isHiddenAsRare(field);
    whole.hidden = !isVisible;
    if (!isVisible) return;
    const isInSeats = view.entry !== null && view.entry.field === field;
    const cursor = view.cursorOf(field);
    const places = placesOf(field, view.table);
    legend.textContent = cursor === null ? field.label : say("place", { label: field.label, name: labelOfPlace(view.names, places[cursor]) });
    cells.hidden = isInSeats;
    if (!isInSeats) drawCells(view, places, cursor);
    const aim = cursor !== null && cursor === aimedPlace(field, view.reading.values) ? aimOf(field, view.reading, view.table) : null;
    const numbers = countKeys(field, view.reading, view.table);
    const lit = cursor === null ? null : ownCounts(field, view.reading, view.table)[cursor];
    box.className = numbers.length > MOST_IN_A_ROW ? "keys of-many" : "keys";
    refill(box, [numbers, aim, lit], () => numbers.map((number) => element("button", {
      type: "button", class: "key is-number", "data-value": number, "aria-pressed": String(number === lit), click: () => pad.setCount(field, number),
    }, element("span", {}, number), number === aim ? element("span", { class: "aim", "aria-hidden": "true" }, "\u2713") : null)));
    refusal.update(isInSeats ? null : view.refusals[field.name]);
  }

  function drawCells(view, places, cursor) {
    const marks = field.counts_marked ? view.reading.values[field.counts_marked] || [] : null;
    cells.className = `seats cells of-${places.length}`;
    const own = ownCounts(field, view.reading, view.table);
    const aimed = aimedPlace(field, view.reading.values);
    const aim = aimed === null ? null : aimOf(field, view.reading, view.table);
    const shown = places.map((seats, place) => shownCount(field, place, view.reading, view.table));
    if (refill(cells, [view.names, places], () => places.map((seats, place) => cell(view, seats, place)))) fitNames(cells);
    Array.from(cells.children).forEach((key, place) => {
      const isEmpty = shown[place] === null;
      fill(key.lastChild, [isEmpty ? (place === aimed && aim !== null ? `${aim} \u2713` : "\u00b7") : String(shown[place])]);
      key.classList.toggle("is-derived", !isEmpty && own[place] === null);
      key.classList.toggle("is-empty", isEmpty);
      key.classList.toggle("is-next", place === cursor);
      key.classList.toggle("is-closed", marks !== null && !marks[place]);
    });
  }

  function cell(view, seats, place) {
    const listeners = counterOf(() => pad.countUp(field, place), () => pad.countDown(field, place));
    const name = labelOfPlace(view.names, seats);
    return element("button", Object.assign({ type: "button", class: "key cell", "data-place-of": place }, listeners),
      nameElement(name, "cell-name"), element("span", { class: "n count" }));
  }

  return { element: whole, update };
}

/* A number that is typed, with a key for the minus that some keyboards lack. */
export function numberEntry(field, place, name, pad) {
  const input = element("input", {
    type: "text", class: "entry", inputmode: "numeric", autocomplete: "off", "aria-label": say("place", { label: field.label, name }),
    input: (event) => change(numberIn(event.target.value)),
  });
  const sign = field.kind === "free"
    ? element("button", { type: "button", class: "key sign", "aria-label": say("sign"), click: (event) => { event.preventDefault(); turn(); } }, "\u00b1") : null;
  const whole = element("span", { class: "number" }, input, sign);

  function change(number) {
    const view = pad.view();
    const counts = ownCounts(field, view.reading, view.table);
    counts[place] = number;
    pad.type(field, counts.every((each) => each === null) ? undefined : counts);
  }

  function turn() {
    const number = numberIn(input.value);
    if (number) {
      input.value = String(-number);
      change(-number);
    } else if (!input.value) {
      input.value = "-";
    }
    input.focus();
  }

  function update(view, isAsked) {
    whole.hidden = !isAsked;
    const own = ownCounts(field, view.reading, view.table)[place];
    const value = shownCount(field, place, view.reading, view.table);
    const isBeingTyped = document.activeElement === input && (numberIn(input.value) === own || own === null);
    if (!isBeingTyped) input.value = value === null ? "" : String(value).replace("-", "\u2212");
    input.classList.toggle("derived", own === null && value !== null);
  }
  return { element: whole, update };
}

/* Typed numbers in a row of their own, where the seats hold something else. */
export function numberRow(field, pad) {
  const box = element("div", { class: "numbers", role: "group" });
  const { whole, refusal } = frame(field, box);
  let entries = [];
  return {
    element: whole,
    update(view) {
      const isVisible = isShown(field, view.reading, view.leaders, view.table) && !view.isHiddenAsRare(field);
      whole.hidden = !isVisible;
      refill(box, [view.names, view.table.sides], () => {
        const names = placesOf(field, view.table).map((seats) => labelOfPlace(view.names, seats));
        entries = names.map((name, place) => numberEntry(field, place, name, pad));
        return entries.map((entry, place) => element("label", { class: "number" }, element("span", {}, names[place]), entry.element));
      });
      entries.forEach((entry) => entry.update(view, isVisible));
      refusal.update(view.refusals[field.name]);
    },
  };
}

export function numberIn(text) {
  const plain = text.trim().replace("\u2212", "-");
  return /^[+-]?\d+$/.test(plain) ? Number(plain) : null;
}
