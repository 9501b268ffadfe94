/* The seats on the pad: name, total, change, dealer, and the input for each of them: the declarer, the players, or
   the number of tricks or points. Created once, then updated. */

import { refusalIn } from "./field_frame.js";
import { fitNames, keepFitting, nameElement } from "./names.js";
import { counterOf, labelOfPlace, numberEntry } from "./numbers.js";
import { placesOf, shownCount } from "./record.js";
import { element, fill, refill, say, signed, totalIn } from "./i18n.js";

const FEW_SEATS = 4;
const MANNERS = { type: "are-typed", count: "may-count" };
const EVENTS = { choose: "tap", mark: "mark" };

export function makeSeats(view, act) {
  const { entry } = view;
  const isPaired = entry !== null && entry.field.per_side && view.table.sides.length < view.names.length;
  const lists = isPaired ? placesOf(entry.field, view.table) : view.names.map((name, seat) => [seat]);
  const places = lists.map((seats, place) => makePlace(view, seats, place, act));
  const kinds = [places.length > FEW_SEATS ? "are-many" : "", MANNERS[entry && entry.manner] || ""];
  const className = `seats of-${places.length} ${kinds.join(" ")}`.trim();
  const elements = places.map((each) => each.element);
  const box = element("div", { class: className, role: "group", "aria-labelledby": "label-seats" }, ...elements);
  const legend = element("p", { class: "legend" });
  keepFitting(box);

  function update(now) {
    const isAsked = now.entry !== null && now.canWrite && !now.isBidding && now.shown[now.entry.field.name];
    const label = element("span", { id: "label-seats" }, isAsked ? now.entry.field.label : toldSeat(now));
    fill(legend, [label, dealerMark(now)]);
    places.forEach((each) => each.update(now, isAsked));
    if (now.entry) refusal.update(now, now.entry.field);
  }
  const whole = element("div", { class: "group" }, legend, box);
  const refusal = refusalIn(whole, legend);
  return { element: whole, update, fit: () => fitNames(box) };
}

/* A seat that follows from the sheet: "Declarer: Akari". */
function toldSeat({ told, names, canWrite, isBidding }) {
  if (!told.length || !canWrite || isBidding) return "";
  return say("place", { label: told[0].field.label, name: names[told[0].seat] });
}

function dealerMark({ names, dealer }) {
  const name = names[dealer];
  if (name === undefined) return null;
  return element("span", { class: "dealer" }, element("span", { class: "dot" }), say("deals_now", { name }));
}

/* One seat, or the two seats of a side. */
function makePlace({ entry, names, wholeNames }, seats, place, act) {
  const name = labelOfPlace(names, seats);
  const isTyped = entry !== null && entry.manner === "type";
  const figures = element("span", { class: "n" });
  const count = entry !== null && entry.manner === "count" ? element("span", { class: "n count" }) : null;
  const input = isTyped ? numberEntry(entry.field, place, name, act) : null;
  const about = { class: isTyped ? "seat" : "key seat", "data-seat": place, title: labelOfPlace(wholeNames, seats) };
  const parts = [nameElement(name, "seat-key"), figures, count, input && input.element];
  let isAsked = false;
  const whenAsked = (type) => () => { if (isAsked) act({ type, field: entry.field, place, value: place }); };
  const whole = isTyped
    ? element("label", about, ...parts)
    : element("button", Object.assign({ type: "button" }, about, entry ? listeners(entry, whenAsked) : {}), ...parts);

  function update(view, asked) {
    isAsked = asked;
    drawFigures(figures, view, seats, place);
    whole.classList.toggle("is-dealer", seats.includes(view.dealer));
    if (input) input.update(view, isAsked);
    else drawKey(whole, view, place, isAsked);
    if (count) drawCount(whole, count, view, place, isAsked);
  }
  return { element: whole, update };
}

/* A seat that counts: a tap adds one, a long press subtracts; other seats are chosen or marked. */
function listeners({ manner }, whenAsked) {
  if (manner === "count") return counterOf(whenAsked("count_up"), whenAsked("count_down"));
  return { click: whenAsked(EVENTS[manner]) };
}

function drawKey(key, view, place, isAsked) {
  const { entry } = view;
  const isCounting = isAsked && entry.manner === "count";
  key.setAttribute("aria-disabled", String(!isAsked));
  if (isAsked && !isCounting) key.setAttribute("aria-pressed", String(isChosen(view, place)));
  else key.removeAttribute("aria-pressed");
  const isClosed = (hint) => !hint.is_open && hint.field === entry.field.name && hint.value === place;
  key.classList.toggle("is-counting", isCounting);
  key.classList.toggle("is-next", view.turn === place || (isCounting && view.cursors[entry.field.name] === place));
  key.classList.toggle("is-told", !isAsked && view.told.some((each) => each.seat === place));
  const isShut = isAsked && view.hints.some(isClosed);
  key.classList.toggle("is-closed", isShut);
  if (isShut) key.setAttribute("aria-description", say(place === view.dealer ? "sits_out" : "closed_choice"));
  else key.removeAttribute("aria-description");
}

function isChosen({ reading, entry }, place) {
  const value = reading.values[entry.field.name];
  return Array.isArray(value) ? value[place] === true : value === place;
}

function drawCount(key, count, view, place, isAsked) {
  const { field } = view.entry;
  const shown = isAsked ? shownCount(field, place, view.reading, view.table) : null;
  const own = view.reading.tapped[field.name];
  count.textContent = shown === null ? "\u00b7" : String(shown);
  count.hidden = !isAsked;
  key.classList.toggle("is-derived", shown !== null && (!own || own[place] === null));
}

function drawFigures(figures, view, seats, place) {
  const total = view.totals[seats[0]];
  const change = view.deltas ? view.deltas[seats[0]] : 0;
  const lines = seats.length > 1 ? view.sheet.board.filter((line) => line.scope === "side") : [];
  const said = view.entry && view.entry.field.label; // above the seats
  const make = () => (lines.length ? sideFigures(lines, place, change, said) : seatFigures(view.sheet, total, change));
  refill(figures, [total, change, lines], make);
}

function seatFigures(sheet, total, change) {
  const changed = element("span", { class: `change ${change < 0 ? "minus" : ""}` }, ` ${signed(change)}`);
  return [element("span", { class: total < 0 ? "minus" : "" }, totalIn(sheet, total)), change ? changed : null];
}

function sideFigures(lines, place, change, said) {
  const changed = () => element("span", { class: "change" }, ` ${signed(change)}`);
  return lines.map((line, at) => element("span", { class: "side-line" },
    line.label === said ? null : element("span", { class: "side-label" }, line.label),
    line.values[place], at === 0 && change ? changed() : null));
}
