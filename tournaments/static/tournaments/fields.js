/* The controls of the pad, one per field of the game, made once and then only brought up to date.

   Each is {field, element, update(view)}. `view` is what pad.js knows: reading, table, names, leaders, state,
   refusals (sentences by field). `pad.tap(field, value)` and `pad.type(field, value)` go back. */

import { frame } from "./frames.js";
import { keepFitting, nameElement } from "./names.js";
import { countRow, numberIn, numberRow } from "./numbers.js";
import { aimOf, isShown, keysOf } from "./record.js";
import { element, fill, say, suitOf, suitShape } from "./words.js";

const LONG_LABEL = 9;
const SHORT_LABEL = 4; // beside suits keys are narrow
const MOST_IN_A_ROW = 8;

export function makeControl(field, pad) {
  const isTyped = field.kind === "count" && !field.keys.length && !field.choices.length;
  const makers = { count: isTyped ? typedCount : keyRow, counts: field.keys.length ? countRow : numberRow, free: numberRow, flags: flagRow, claim: claimForm };
  const control = (makers[field.kind] || keyRow)(field, pad);
  control.field = field;
  return control;
}

/* Keys in a row: one of them lit, or for `choices` any of them. */
function keyRow(field, pad) {
  const box = element("div", { class: "keys" });
  const keys = new Map();
  let rare = new Set();
  let parts = null;

  function make(view) {
    const offered = offeredKeys(field, view);
    box.setAttribute("role", "group");
    const hasSuits = offered.some((each) => suitOf(each.mark));
    const isWordy = !hasSuits && offered.some((each) => each.label.length > 2 || /^[+\u2212]/.test(each.label));
    rare = new Set(offered.filter((each) => each.isRare).map((each) => each.value));
    box.className = `keys ${offered.length - rare.size > MOST_IN_A_ROW && !isWordy ? "of-many" : offered.length === 1 ? "of-one" : field.kind === "flag" ? "of-few" : isWordy ? "of-words" : ""}`.trim();
    fill(box, offered.map((each) => {
      const suit = suitOf(each.mark);
      const names = ["key"];
      if (suit) names.push("is-suit");
      else if (/^[+\u2212]?\d+$/.test(each.label)) names.push("is-number");
      else if (hasSuits && each.label.length > SHORT_LABEL) names.push("is-tight");
      else if (each.label.length > LONG_LABEL) names.push("is-long");
      const key = element("button", {
        type: "button", class: names.join(" "), "data-value": String(each.value), "aria-label": suit ? each.label : null,
        click: () => pad.tap(field, each.value),
      }, suit ? suitShape(suit) : field.kind === "seat" ? nameElement(each.label) : element("span", {}, each.label), element("span", { class: "left n" }));
      keys.set(each.value, key);
      return key;
    }));
    if (field.kind === "seat") keepFitting(box);
    parts = frame(field, box, spanOf(field, offered), field.name in view.leaders);
  }

  const control = {
    get element() { return parts.whole; },
    start: make,
    update(view) {
      const isVisible = isShown(field, view.reading, view.leaders, view.table) && !view.isHiddenAsRare(field);
      parts.whole.hidden = !isVisible;
      if (!isVisible) return;
      const value = view.reading.values[field.name];
      const isTapped = view.reading.tapped[field.name] !== undefined;
      const aim = aimOf(field, view.reading, view.table);
      keys.forEach((key, own) => {
        const isLit = Array.isArray(value) ? value.includes(own) : value === own;
        key.setAttribute("aria-pressed", String(isLit));
        key.classList.toggle("is-preset", isLit && !isTapped);
        key.hidden = rare.has(own) && !isLit && !view.wantsRare;
        markAim(key, aim === own);
        markHint(key, view.hints.find((hint) => hint.field === field.name && hint.value === own));
      });
      if (rare.size) box.classList.toggle("of-many", view.wantsRare);
      parts.refusal.update(view.refusals[field.name]);
    },
  };
  return control;
}

function offeredKeys(field, view) {
  if (field.kind === "seat") return view.names.map((name, seat) => ({ value: seat, label: name, mark: null }));
  if (field.kind === "flag" && !(field.choices && field.choices.length)) {
    return [{ value: true, label: say("yes"), mark: null }, { value: false, label: say("no"), mark: null }];
  }
  return keysOf(field, view.table);
}

function markAim(key, isAim) {
  const mark = key.querySelector(".aim");
  if (isAim && !mark) {
    key.appendChild(element("span", { class: "aim", "aria-hidden": "true" }, "\u2713"));
    key.setAttribute("aria-description", say("makes_it"));
  } else if (!isAim && mark) {
    key.removeChild(mark);
    key.removeAttribute("aria-description");
  }
}

/* A choice that is not open now can still be tapped; the refusal says why. */
function markHint(key, hint) {
  const left = hint && hint.left !== null ? hint.left : "";
  const place = key.querySelector(".left");
  if (place.textContent !== String(left)) place.textContent = left;
  key.classList.toggle("is-closed", Boolean(hint) && !hint.is_open);
  if (hint && !hint.is_open) key.setAttribute("aria-description", say("closed_choice"));
  else if (hint) key.setAttribute("aria-description", say("left", { count: left }));
}

/* Small fields share a line: a yes and no, a lone key. */
function spanOf(field, offered) {
  if (offered.length === 1) return "span-4";
  if (field.kind === "flag") return "span-5";
  return "";
}

/* A yes or no for every seat. */
function flagRow(field, pad) {
  const box = element("div", { class: "keys of-words", role: "group" });
  let parts = null;
  let keys = [];

  return {
    get element() { return parts.whole; },
    start(view) {
      keys = view.names.map((name, seat) => element("button", { type: "button", class: "key", click: () => pad.mark(field, seat, pad.view()) }, nameElement(name)));
      fill(box, keys);
      keepFitting(box);
      parts = frame(field, box);
    },
    update(view) {
      parts.whole.hidden = !isShown(field, view.reading, view.leaders, view.table) || view.isHiddenAsRare(field);
      const value = view.reading.values[field.name] || [];
      keys.forEach((key, seat) => key.setAttribute("aria-pressed", String(value[seat] === true)));
      parts.refusal.update(view.refusals[field.name]);
    },
  };
}

/* A number too large for keys: typed, or what it leaves of a total, whichever is shorter to count. */
function typedCount(field, pad) {
  const box = element("div", { class: "numbers", role: "group" });
  const parts = frame(field, box);
  const same = (number) => number;
  const entries = [entry(field.label, same)];
  if (field.rest) entries.push(entry(field.rest.label, (number) => field.rest.total - number));
  fill(box, entries.map((each) => each.element));

  function entry(label, turned) {
    const input = element("input", {
      type: "text", inputmode: "numeric", autocomplete: "off", class: "entry", "aria-label": label,
      input: (event) => { const number = numberIn(event.target.value); pad.type(field, number === null ? undefined : turned(number)); },
    });
    const update = (value) => { if (document.activeElement !== input) input.value = value === null ? "" : String(turned(value)); };
    return { element: element("label", { class: "number" }, element("span", {}, label), input), update };
  }

  return {
    element: parts.whole,
    start() {},
    update(view) {
      parts.whole.hidden = !isShown(field, view.reading, view.leaders, view.table) || view.isHiddenAsRare(field);
      entries.forEach((each) => each.update(view.reading.values[field.name]));
      parts.refusal.update(view.refusals[field.name]);
    },
  };
}

/* A claim: whose it is, and what both sides counted. */
function claimForm(field, pad) {
  const box = element("div", { class: "claim", role: "group" });
  const parts = frame(field, box);
  const inputs = {};
  let sides = [];

  function change(name, value) {
    const own = Object.assign({ side: null, counted: null, other_counted: null }, pad.view().reading.tapped[field.name]);
    own[name] = value;
    const isEmpty = Object.keys(own).every((key) => own[key] === null);
    pad.type(field, isEmpty ? undefined : own);
  }

  function entry(name) {
    inputs[name] = element("input", { type: "text", inputmode: "numeric", autocomplete: "off", class: "entry", "aria-label": say(`claim_${name}`), input: (event) => change(name, numberIn(event.target.value)) });
    return element("label", { class: "number" }, element("span", {}, say(`claim_${name}`)), inputs[name]);
  }

  return {
    element: parts.whole,
    start(view) {
      sides = view.table.sides.map((seats, side) => element("button", {
        type: "button", class: "key is-long", "data-value": side,
        click: () => change("side", ownOf(pad.view()).side === side ? null : side),
      }, seats.map((seat) => view.names[seat]).join(" + ")));
      fill(box, [element("div", { class: "keys of-words", role: "group", "aria-label": say("claim_side") }, ...sides),
        element("div", { class: "numbers" }, entry("counted"), entry("other_counted"))]);
    },
    update(view) {
      parts.whole.hidden = !isShown(field, view.reading, view.leaders, view.table) || view.isHiddenAsRare(field);
      const own = ownOf(view);
      sides.forEach((key, side) => key.setAttribute("aria-pressed", String(own.side === side)));
      Object.keys(inputs).forEach((name) => {
        if (document.activeElement === inputs[name]) return;
        inputs[name].value = own[name] === undefined || own[name] === null ? "" : String(own[name]);
      });
      parts.refusal.update(view.refusals[field.name]);
    },
  };

  function ownOf(view) {
    return view.reading.tapped[field.name] || {};
  }
}
