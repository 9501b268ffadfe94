/* The controls of the pad, one per field of the game, made once and then only brought up to date.

   Each is {field, element, update(view)}. `view` is what pad.js knows: reading, table, names, leaders, state,
   refusals (sentences by field). `pad.tap(field, value)` and `pad.type(field, value)` go back. */

import { aimOf, isShown, keysOf } from "./record.js";
import { element, fill, refill, say, signed, suitOf, suitShape } from "./words.js";

const LONG_LABEL = 9;
const LONG_NAME = 10;

export function makeControl(field, pad) {
  const makers = { choices: keyRow, choice: keyRow, count: keyRow, flag: keyRow, seat: keyRow, counts: numberRow, free: numberRow, flags: flagRow, claim: claimForm };
  const control = (makers[field.kind] || keyRow)(field, pad);
  control.field = field;
  return control;
}

/* The four or so people at the table: name, total, change; a tap says whose deal it is. */
export function makeSeats(pad) {
  const box = element("div", { class: "seats" });
  const refusal = refusalLine();
  const legend = element("p", { class: "legend" });
  const whole = element("div", { class: "group" }, legend, box, refusal.element);
  function update(view) {
    const field = view.mainSeat;
    const isAsked = field !== null && isShown(field, view.reading, view.leaders, view.table) && view.canWrite;
    const chosen = field ? view.reading.values[field.name] : null;
    const dealer = view.names[view.dealer];
    fill(legend, [
      element("span", { id: "label-seats" }, isAsked ? field.label : ""),
      dealer === undefined ? null : element("span", { class: "dealer" }, element("span", { class: "dot" }), say("deals_now", { name: dealer })),
    ]);
    box.className = view.names.length > 4 ? "seats are-many" : "seats";
    box.setAttribute("role", "group");
    box.setAttribute("aria-labelledby", "label-seats");
    refill(box, view.wholeNames, () => view.names.map((name, seat) => seatKey(pad, name, view.wholeNames[seat], seat)));
    Array.from(box.children).forEach((key, seat) => {
      key.setAttribute("aria-disabled", String(!isAsked));
      if (isAsked) key.setAttribute("aria-pressed", String(chosen === seat));
      else key.removeAttribute("aria-pressed");
      key.classList.toggle("is-dealer", seat === view.dealer);
      refill(key.lastChild, [view.totals[seat], view.deltas ? view.deltas[seat] : 0], () => seatFigures(view, seat));
    });
    refusal.update(field ? view.refusals[field.name] : null);
  }
  return { element: whole, update };
}

function seatKey(pad, name, wholeName, seat) {
  const names = name.length > LONG_NAME ? "key seat has-long-name" : "key seat";
  const tapSeat = () => {
    const view = pad.view();
    if (view.mainSeat && view.canWrite && isShown(view.mainSeat, view.reading, view.leaders, view.table)) pad.tap(view.mainSeat, seat);
  };
  return element("button", { type: "button", class: names, "data-seat": seat, title: wholeName, click: tapSeat },
    element("span", { class: "seat-key" }, name), element("span", { class: "n" }));
}

function seatFigures(view, seat) {
  const change = view.deltas ? view.deltas[seat] : 0;
  return [
    element("span", { class: view.totals[seat] < 0 ? "minus" : "" }, signed(view.totals[seat])),
    change ? element("span", { class: `change ${change < 0 ? "minus" : ""}` }, ` ${signed(change)}`) : null,
  ];
}

function refusalLine() {
  const place = element("div", { role: "alert" });
  let shown = "";
  return {
    element: place,
    update(sentences) {
      const wanted = (sentences || []).join("\n");
      if (wanted === shown) return;
      shown = wanted;
      fill(place, (sentences || []).map((each) => element("p", { class: "refusal" }, each)));
    },
  };
}

/* A field led by the one above it belongs to that line: its label is left to screen readers. */
function frame(field, box, span, isLed) {
  const id = `label-${field.name}`;
  const refusal = refusalLine();
  const whole = element("div", { class: `group ${span || ""} ${isLed ? "is-led" : ""}`.trim(), "data-field": field.name },
    element("p", { class: isLed ? "unseen" : "legend", id }, field.label), box, refusal.element);
  box.setAttribute("aria-labelledby", id);
  return { whole, refusal };
}

/* Keys in a row: one of them lit, or for `choices` any of them. */
function keyRow(field, pad) {
  const box = element("div", { class: "keys" });
  const keys = new Map();
  let parts = null;

  function make(view) {
    const offered = offeredKeys(field, view);
    box.setAttribute("role", "group");
    const isWordy = offered.some((each) => each.label.length > 2 && !suitOf(each.mark));
    box.className = `keys ${offered.length === 1 ? "of-one" : field.kind === "flag" ? "of-few" : isWordy ? "of-words" : ""}`.trim();
    fill(box, offered.map((each) => {
      const suit = suitOf(each.mark);
      const names = ["key"];
      if (suit) names.push("is-suit");
      else if (/^\d+$/.test(each.label)) names.push("is-number");
      else if (each.label.length > LONG_LABEL) names.push("is-long");
      const key = element("button", {
        type: "button", class: names.join(" "), "data-value": String(each.value), "aria-label": suit ? each.label : null,
        click: () => pad.tap(field, each.value),
      }, suit ? suitShape(suit) : element("span", {}, each.label));
      keys.set(each.value, key);
      return key;
    }));
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
        markAim(key, aim === own);
      });
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

/* Small fields share a line: a yes and no, a lone key. */
function spanOf(field, offered) {
  if (offered.length === 1) return "span-4";
  if (field.kind === "flag") return "span-5";
  return "";
}

/* One number for every seat (or side), with steps where the numbers are small. */
function numberRow(field, pad) {
  const box = element("div", { class: "numbers", role: "group" });
  let parts = null;
  let inputs = [];

  function current(view) {
    const own = view.reading.tapped[field.name];
    return Array.isArray(own) ? own.slice() : inputs.map(() => null);
  }

  function change(seat, value) {
    const counts = current(pad.view());
    counts[seat] = value;
    pad.type(field, counts.every((each) => each === null) ? undefined : counts);
  }

  function make(view) {
    const names = field.per_side && view.names.length === 4
      ? [`${view.names[0]} + ${view.names[2]}`, `${view.names[1]} + ${view.names[3]}`] : view.names;
    inputs = names.map((name, seat) => element("input", {
      type: "text", class: "entry", inputmode: field.kind === "free" ? "text" : "numeric", autocomplete: "off",
      "aria-label": `${field.label}: ${name}`, input: (event) => change(seat, numberIn(event.target.value)),
    }));
    fill(box, names.map((name, seat) => element("div", { class: "number" }, element("span", {}, name),
      stepKey(field, "+", () => change(seat, (shownNumber(seat) || 0) + 1)), inputs[seat],
      stepKey(field, "\u2212", () => change(seat, (shownNumber(seat) || 0) - 1)))));
    parts = frame(field, box);
  }

  function shownNumber(seat) {
    return numberIn(inputs[seat].value);
  }

  return {
    get element() { return parts.whole; },
    start: make,
    update(view) {
      const isVisible = isShown(field, view.reading, view.leaders, view.table) && !view.isHiddenAsRare(field);
      parts.whole.hidden = !isVisible;
      const own = current(view);
      const whole = view.reading.values[field.name];
      inputs.forEach((input, seat) => {
        const derived = own[seat] === null && Array.isArray(whole);
        const value = derived ? whole[seat] : own[seat];
        if (document.activeElement !== input || numberIn(input.value) !== value) {
          input.value = value === null || value === undefined ? "" : String(value);
        }
        input.classList.toggle("derived", derived);
      });
      parts.refusal.update(view.refusals[field.name]);
    },
  };
}

function stepKey(field, sign, step) {
  if (field.kind === "free") return null;
  return element("button", { type: "button", class: "key", "aria-hidden": "true", tabindex: "-1", click: step }, sign);
}

function numberIn(text) {
  const plain = text.trim().replace("\u2212", "-");
  return /^[+-]?\d+$/.test(plain) ? Number(plain) : null;
}

/* A yes or no for every seat. */
function flagRow(field, pad) {
  const box = element("div", { class: "keys of-words", role: "group" });
  let parts = null;
  let keys = [];

  function toggle(seat) {
    const own = pad.view().reading.values[field.name];
    const flags = Array.isArray(own) ? own.slice() : keys.map(() => false);
    flags[seat] = !flags[seat];
    pad.type(field, flags);
  }

  return {
    get element() { return parts.whole; },
    start(view) {
      keys = view.names.map((name, seat) => element("button", { type: "button", class: "key", click: () => toggle(seat) }, name));
      fill(box, keys);
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

/* A claim: whose it is, and what both sides counted. */
function claimForm(field, pad) {
  const box = element("div", { class: "numbers", role: "group" });
  const parts = frame(field, box);
  const inputs = {};

  function change(name, value) {
    const own = Object.assign({ side: null, counted: null, other_counted: null }, pad.view().reading.tapped[field.name]);
    own[name] = value;
    const isEmpty = Object.keys(own).every((key) => own[key] === null);
    pad.type(field, isEmpty ? undefined : own);
  }

  return {
    element: parts.whole,
    start(view) {
      const sides = element("select", { class: "entry", "aria-label": say("claim_side"), change: (event) => change("side", numberIn(event.target.value)) },
        element("option", { value: "" }, ""), ...sideNames(view).map((name, side) => element("option", { value: side }, name)));
      inputs.side = sides;
      const cells = [element("div", { class: "number" }, element("span", {}, say("claim_side")), sides)];
      ["counted", "other_counted"].forEach((name) => {
        inputs[name] = element("input", { type: "text", inputmode: "numeric", class: "entry", "aria-label": say(`claim_${name}`), input: (event) => change(name, numberIn(event.target.value)) });
        cells.push(element("div", { class: "number" }, element("span", {}, say(`claim_${name}`)), inputs[name]));
      });
      fill(box, cells);
    },
    update(view) {
      parts.whole.hidden = !isShown(field, view.reading, view.leaders, view.table) || view.isHiddenAsRare(field);
      const own = view.reading.tapped[field.name] || {};
      Object.keys(inputs).forEach((name) => {
        if (document.activeElement === inputs[name]) return;
        inputs[name].value = own[name] === undefined || own[name] === null ? "" : String(own[name]);
      });
      parts.refusal.update(view.refusals[field.name]);
    },
  };
}

function sideNames(view) {
  if (view.names.length !== 4) return view.names;
  return [`${view.names[0]} + ${view.names[2]}`, `${view.names[1]} + ${view.names[3]}`];
}
