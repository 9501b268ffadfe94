/* The people at the table: name, total, change, who deals. Whatever belongs to each of them is written down right
   there: whose deal it is, who plays, or how many they took. Made once, then brought up to date. */

import { refusalLine } from "./frames.js";
import { fitNames, keepFitting, nameElement } from "./names.js";
import { counterOf, labelOfPlace, numberEntry } from "./numbers.js";
import { isShown, placesOf, shownCount } from "./record.js";
import { element, fill, refill, say, signed } from "./words.js";

const FEW_SEATS = 4;

export function makeSeats(pad) {
  const box = element("div", { class: "seats", role: "group", "aria-labelledby": "label-seats" });
  const refusal = refusalLine();
  const legend = element("p", { class: "legend" });
  const whole = element("div", { class: "group" }, legend, box, refusal.element);
  let places = [];
  keepFitting(box);

  function make(view) {
    const field = view.entry ? view.entry.field : null;
    const isPaired = field !== null && field.per_side && view.table.sides.length < view.names.length;
    const lists = isPaired ? placesOf(field, view.table) : view.names.map((name, seat) => [seat]);
    places = lists.map((seats, place) => makePlace(pad, view, seats, place));
    return places.map((each) => each.element);
  }

  function update(view) {
    const { entry } = view;
    const isAsked = entry !== null && view.canWrite && !view.isBidding && isShown(entry.field, view.reading, view.leaders, view.table);
    fill(legend, [element("span", { id: "label-seats" }, isAsked ? entry.field.label : toldOf(view)), dealerMark(view)]);
    const isNew = refill(box, [view.wholeNames, view.table.sides, entry && entry.field.name], () => make(view));
    box.className = `seats of-${places.length} ${places.length > FEW_SEATS ? "are-many" : ""} ${entry && entry.manner === "type" ? "are-typed" : ""}`.trim();
    places.forEach((each) => each.update(view, isAsked));
    if (isNew) fitNames(box);
    refusal.update(entry ? view.refusals[entry.field.name] : null);
  }
  return { element: whole, update };
}

/* A seat that follows from the sheet: "Declarer: Akari". */
function toldOf(view) {
  const hint = view.hints.find((each) => each.is_open && view.toldSeats.some((field) => field.name === each.field));
  if (!hint || !view.canWrite || view.isBidding) return "";
  const field = view.toldSeats.find((each) => each.name === hint.field);
  return say("place", { label: field.label, name: view.names[hint.value] });
}

function dealerMark(view) {
  const name = view.names[view.dealer];
  return name === undefined ? null : element("span", { class: "dealer" }, element("span", { class: "dot" }), say("deals_now", { name }));
}

/* One seat, or the two seats of a side. */
function makePlace(pad, view, seats, place) {
  const { entry } = view;
  const isTyped = entry !== null && entry.manner === "type";
  const name = labelOfPlace(view.names, seats);
  const figures = element("span", { class: "n" });
  const count = entry && entry.manner === "count" ? element("span", { class: "n count" }) : null;
  const input = isTyped ? numberEntry(entry.field, place, name, pad) : null;
  const className = isTyped ? "seat" : "key seat";
  const title = labelOfPlace(view.wholeNames, seats);
  const parts = [nameElement(name, "seat-key"), figures, count, input && input.element];
  const whole = isTyped
    ? element("label", { class: className, "data-seat": place, title }, ...parts)
    : element("button", Object.assign({ type: "button", class: className, "data-seat": place, title }, listeners(pad, entry, place)), ...parts);

  function update(now, isAsked) {
    const sideLines = seats.length > 1 ? now.board.filter((line) => line.scope === "side") : [];
    const change = now.deltas ? now.deltas[seats[0]] : 0;
    refill(figures, [now.totals[seats[0]], change, sideLines], () => (sideLines.length ? sideFigures(sideLines, place, change) : seatFigures(now.totals[seats[0]], change)));
    whole.classList.toggle("is-dealer", seats.includes(now.dealer));
    if (input) input.update(now, isAsked);
    else updateKey(now, isAsked);
  }

  function updateKey(now, isAsked) {
    const isMarked = isAsked && stateOf(now, entry, place);
    whole.setAttribute("aria-disabled", String(!isAsked));
    if (isAsked && entry.manner !== "count") whole.setAttribute("aria-pressed", String(isMarked));
    else whole.removeAttribute("aria-pressed");
    whole.classList.toggle("is-counting", isAsked && entry.manner === "count");
    whole.classList.toggle("is-next", now.turn === place || (isAsked && entry.manner === "count" && now.cursorOf(entry.field) === place));
    whole.classList.toggle("is-told", !isAsked && now.hints.some((hint) => hint.is_open && hint.value === place && now.toldSeats.some((field) => field.name === hint.field)));
    whole.classList.toggle("is-closed", isAsked && now.hints.some((hint) => !hint.is_open && hint.field === entry.field.name && hint.value === place));
    if (!count) return;
    const shown = isAsked ? shownCount(entry.field, place, now.reading, now.table) : null;
    count.textContent = shown === null ? "\u00b7" : String(shown);
    count.hidden = !isAsked;
    const own = now.reading.tapped[entry.field.name];
    whole.classList.toggle("is-derived", shown !== null && (!own || own[place] === null));
  }
  return { element: whole, update };
}

function stateOf(view, entry, place) {
  const value = view.reading.values[entry.field.name];
  return Array.isArray(value) ? value[place] === true : value === place;
}

/* A seat that counts is tapped up and pressed long down; another is chosen or marked. */
function listeners(pad, entry, place) {
  if (entry === null) return {};
  const { field, manner } = entry;
  const whenAsked = (act) => () => {
    const view = pad.view();
    if (view.canWrite && !view.isBidding && isShown(field, view.reading, view.leaders, view.table)) act(view);
  };
  if (manner === "count") {
    return counterOf(whenAsked(() => pad.countUp(field, place)), whenAsked(() => pad.countDown(field, place)));
  }
  return { click: whenAsked((view) => (manner === "mark" ? pad.mark(field, place, view) : pad.tap(field, place))) };
}

function seatFigures(total, change) {
  return [
    element("span", { class: total < 0 ? "minus" : "" }, signed(total)),
    change ? element("span", { class: `change ${change < 0 ? "minus" : ""}` }, ` ${signed(change)}`) : null,
  ];
}

function sideFigures(lines, place, change) {
  return [
    ...lines.map((line, at) => element("span", { class: "side-line" }, element("span", { class: "side-label" }, line.label), line.values[place],
      at === 0 && change ? element("span", { class: "change" }, ` ${signed(change)}`) : null)),
  ];
}
