/* The controls of the pad, one per field of the game, created once and then updated.

   Each is {field, element, update(view)}; input goes to `act` as an event (pad_state.js). */

import { frame } from "./field_frame.js";
import { keepFitting, nameElement } from "./names.js";
import { countRow, numberInput, numberRow } from "./numbers.js";
import { aimIn } from "./pad_view.js";
import { allHold, endsDeal, includesKey, isRareKey, keysOf } from "./record.js";
import { button, element, fill, pictureOf, say, suitOf, suitShape, wordsElement } from "./i18n.js";

const LONG_LABEL = 9;
const LONG_AMONG_MANY = 7; // four keys of this length in a row are narrower than two or three
const WIDE_LETTERS = /[\u3000-\uffef]/g; // as wide as two
const LONG_WORD = 11; // no room in a quarter of a row
const FEW = 3;
const SHORT_LABEL = 4; // fits beside suits in one row
const MOST_IN_A_ROW = 8;

export function makeControl(field, view, act) {
  const isTyped = !field.keys.length && !field.choices.length;
  const makers = {
    count: isTyped ? typedCount : keyRow, counts: field.keys.length ? countRow : numberRow, free: numberRow,
    flags: flagRow, claim: claimForm,
  };
  return Object.assign((makers[field.kind] || keyRow)(field, view, act), { field });
}

/* A row of keys: one of them is pressed, or any number for `choices` and `seats`. */
function keyRow(field, view, act) {
  const offered = offeredKeys(field, view);
  const rare = new Set(offered.filter((each) => each.isRare).map((each) => each.value));
  const keys = new Map(offered.map((each) => [each.value, makeKey(field, each, boxMates(each, offered), act)]));
  keys.forEach((key, own) => key.classList.toggle("is-apart", endsDeal(field, own, view.sheet.fields, view.table)));
  const opener = makeOpener(field, offered, act);
  const moreKeys = makeMoreKeys(field, offered, rare, act);
  const box = keyBoxes(field, offered, keys, opener, moreKeys);
  const rows = Array.from(box.querySelectorAll(".headed"));
  const parts = frame(field, box, spanOf(field, offered), field.only_yes || field.name in view.leaders);
  if (isOfSeats(field)) keepFitting(box);

  function update(now) {
    parts.whole.hidden = !now.shown[field.name];
    if (parts.whole.hidden) return;
    const value = now.reading.values[field.name];
    const isTapped = now.reading.tapped[field.name] !== undefined;
    const aim = aimIn(now, field);
    const isOpen = now.opened === field.name && mayOpen(field, now);
    keys.forEach((key, own) => {
      const isLit = Array.isArray(value) ? value.includes(own) : value === own;
      key.setAttribute("aria-pressed", String(isLit));
      key.classList.toggle("is-preset", isLit && !isTapped);
      key.hidden = !isLit && !isOpen && isRareKey(field, own, rare, now.preview);
      markIncluded(key, includesKey(field, value, own));
      markAim(key, aim === own);
      markHint(key, now.hints.find((hint) => hint.field === field.name && hint.value === own));
    });
    moreKeys.forEach((each) => each.update(now, isOpen));
    rows.forEach((row) => { row.hidden = !row.querySelector(".key:not([hidden])"); });
    if (opener) opener.update(now.opened === field.name, offered.some((each) => each.group && each.value === value));
    parts.refusal.update(now, field);
  }
  return { element: parts.whole, update };
}

/* Return the keys that share a row with this one, and so its size of letters. */
function boxMates(own, offered) {
  return offered.filter((each) => each.head === own.head && each.group === own.group
    && Boolean(each.isRare) === Boolean(own.isRare) && isSuit(each) === isSuit(own));
}

function isSuit({ mark, picture }) {
  return Boolean(suitOf(mark) || picture);
}

/* The keys in boxes: suits, words beside or below them, and those behind a key of their group below, so that no key
   moves when these appear. Keys of a number with a word ("without" 2) stand in rows behind their word, rare ones below;
   other numbers stand in one box in their order, the rare ones among them. */
function keyBoxes(field, offered, keys, opener, moreKeys) {
  const moreKeyOf = (wanted) => moreKeys.filter(({ row }) => row.includes(wanted[0])).map(({ key }) => key);
  const boxOf = (wanted, name) => element("div", { class: `keys ${name}`.trim() },
    ...wanted.map((each) => keys.get(each.value)), ...(wanted.every((each) => each.isRare) ? [] : moreKeyOf(wanted)));
  const heads = [...new Set(offered.map((each) => each.head).filter(Boolean))];
  if (heads.length) return element("div", { role: "group" }, ...headedRows(heads, offered, boxOf));
  const usual = offered.filter((each) => !each.group);
  const suits = usual.filter(isSuit);
  const words = usual.filter((each) => !isSuit(each));
  const grouped = offered.filter((each) => each.group);
  const inOrder = () => boxOf(offered.slice().sort((one, other) => one.value - other.value), "of-many");
  const isBeside = suits.length && words.some(({ label }) => words.length > 1 || label.length > SHORT_LABEL);
  const boxes = moreKeys.length ? [inOrder()] : isBeside
    ? [element("div", { class: "beside" }, boxOf(suits, suits[0].picture ? "of-words" : "of-four"),
      boxOf(words, "of-words"))]
    : [boxOf(usual, widthOf(field, usual))];
  if (opener) {
    boxes[0].appendChild(opener.key);
    opener.box = boxOf(grouped, "of-three");
    boxes.push(opener.box);
  }
  if (boxes.length > 1 || boxes[0].className === "beside") return element("div", { role: "group" }, ...boxes);
  boxes[0].setAttribute("role", "group");
  return boxes[0];
}

function headedRows(heads, offered, boxOf) {
  const rowOf = (head, isRare) => {
    const row = boxOf(offered.filter((each) => each.head === head && each.isRare === isRare), isRare ? "of-many" : "");
    return element("div", { class: "headed" }, element("span", { class: "head", "aria-hidden": "true" }, head), row);
  };
  return [].concat(...[false, true].map((isRare) => heads.map((head) => rowOf(head, isRare))));
}

/* Return a key for each row of numbers that has rare ones: "5 \u2026" shows them, "\u2212" puts them away again. */
function makeMoreKeys(field, offered, rare, act) {
  const heads = new Set(offered.filter((each) => each.isRare).map((each) => each.head));
  return [...heads].map((head) => {
    const row = offered.filter((each) => each.head === head);
    const words = element("span", {});
    const key = element("button", {
      type: "button", class: "key", "data-opens": field.name, click: () => act({ type: "open", field }),
    }, words);
    const update = (now, isOpen) => {
      const behind = row.filter(({ value }) => isRareKey(field, value, rare, now.preview));
      const most = Math.max(...row.filter((each) => !behind.includes(each)).map(({ label }) => Number(label)));
      const [first] = behind.filter(({ label }) => Number(label) > most).concat(behind);
      key.hidden = !first || !mayOpen(field, now);
      key.setAttribute("aria-expanded", String(isOpen));
      if (!first) return;
      const name = `${first.label}\u00a0\u2026`;
      key.setAttribute("aria-label", name);
      words.textContent = isOpen ? "\u2212" : name;
    };
    return { row, key, update };
  });
}

/* Return whether the rare numbers are possible in this deal: a Grand has four matadors at most. */
function mayOpen(field, { reading, table }) {
  return allHold(field.rare_asked, reading.values, table);
}

/* One key for a group of choices, which opens them below; null without a group. */
function makeOpener(field, offered, act) {
  const group = offered.map((each) => each.group).find(Boolean);
  if (!group) return null;
  const words = wordsElement(group);
  const key = element("button", {
    type: "button", class: "key", "data-opens": field.name, click: () => act({ type: "open", field }),
  }, words);
  const update = (isOpen, isChosen) => {
    key.setAttribute("aria-expanded", String(isOpen || isChosen));
    key.classList.toggle("is-included", isChosen);
    opener.box.hidden = !isOpen && !isChosen;
  };
  const opener = { key, update, box: null };
  return opener;
}

function offeredKeys(field, view) {
  if (isOfSeats(field)) return view.names.map((name, seat) => ({ value: seat, label: name, mark: null }));
  if (field.kind === "flag" && !(field.choices && field.choices.length)) {
    const yes = { value: true, label: field.only_yes ? field.label : say("yes"), mark: null };
    return field.only_yes ? [yes] : [yes, { value: false, label: say("no"), mark: null }];
  }
  return keysOf(field, view.table);
}

function isOfSeats(field) {
  return field.kind === "seat" || field.kind === "seats";
}

function makeKey(field, { value, label, mark, head, picture }, offered, act) {
  const suit = suitOf(mark);
  const shown = suit ? suitShape(suit) : isOfSeats(field) ? nameElement(label) : wordsElement(label);
  const kinds = [suit ? "is-suit" : kindOf(label, offered, field.only_yes), picture ? "is-pictured" : ""];
  return element("button", {
    type: "button", class: `key ${kinds.join(" ")}`.trim(), "data-value": String(value),
    "aria-label": suit ? label : head ? `${head} ${label}` : null, click: () => act({ type: "tap", field, value }),
  }, picture ? pictureOf(picture) : null, shown, element("span", { class: "left n" }));
}

/* Return how many narrow letters a label is as wide as. */
export function lettersOf(label) {
  return label.replace(WIDE_LETTERS, "xx").length;
}

/* All labels of a row have one size, that of the longest. */
function kindOf(label, offered, isLone) {
  if (/^\d+$/.test(label)) return "is-number";
  if (isLone) return "is-long";
  const longest = Math.max(...offered.map((each) => lettersOf(each.label)));
  return longest > (offered.length > FEW ? LONG_AMONG_MANY : LONG_LABEL) ? "is-long" : "";
}

function longestWord({ label }) {
  return Math.max(...label.split(/[\s-]/).map(lettersOf));
}

function widthOf(field, offered) {
  const hasSuits = offered.some((each) => suitOf(each.mark));
  const isWordy = !hasSuits && offered.some(({ label }) => label.length > 2);
  if (isWordy && Math.max(...offered.map(longestWord)) > LONG_WORD) return "of-three";
  if (offered.length > MOST_IN_A_ROW && !isWordy) return "of-many";
  if (offered.length === 1) return "of-one";
  if (offered.length === 5 && isWordy) return "of-five";
  if (field.kind === "flag") return "of-few";
  return isWordy ? "of-words" : "";
}

/* Small fields share a line: a yes/no key, a single key, a rare number of up to three keys. */
function spanOf(field, offered) {
  if (offered.length === 1) return field.is_rare && longestWord(offered[0]) <= LONG_AMONG_MANY ? "span-3" : "span-4";
  const usual = offered.filter((each) => !each.isRare);
  const isShort = usual.every(({ label }) => lettersOf(label) <= LONG_AMONG_MANY);
  if (field.is_rare && isShort && usual.length <= FEW) return "span-6";
  return field.kind === "flag" ? "span-5" : "";
}

/* Mark keys that the pressed key includes: no 60 includes no 90. */
function markIncluded(key, isIncluded) {
  if (key.classList.contains("is-included") === isIncluded) return;
  key.classList.toggle("is-included", isIncluded);
  if (isIncluded) key.setAttribute("aria-description", say("included"));
  else key.removeAttribute("aria-description");
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

/* A choice that is not available now can still be tapped; the refusal explains why. */
function markHint(key, hint) {
  const left = hint && hint.left !== null ? hint.left : "";
  const place = key.querySelector(".left");
  if (place.textContent !== String(left)) place.textContent = left;
  key.classList.toggle("is-closed", Boolean(hint) && !hint.is_open);
  if (hint && !hint.is_open) key.setAttribute("aria-description", say("closed_choice"));
  else if (hint) key.setAttribute("aria-description", say("left", { count: left }));
}

/* A yes/no key for every seat. */
function flagRow(field, view, act) {
  const mark = (place) => () => act({ type: "mark", field, place });
  const keys = view.names.map((name, place) => button(nameElement(name), mark(place), "key"));
  const box = element("div", { class: "keys of-words", role: "group" }, ...keys);
  const parts = frame(field, box);
  keepFitting(box);

  function update(now) {
    parts.whole.hidden = !now.shown[field.name];
    const value = now.reading.values[field.name] || [];
    keys.forEach((key, seat) => key.setAttribute("aria-pressed", String(value[seat] === true)));
    parts.refusal.update(now, field);
  }
  return { element: parts.whole, update };
}

/* A number too large for keys: typed, or as the rest of a total, whichever is shorter to count. */
function typedCount(field, view, act) {
  const turned = field.rest ? (number) => field.rest.total - number : null;
  const entries = [countEntry(field, field.label, (number) => number, act)];
  if (turned) entries.push(countEntry(field, field.rest.label, turned, act));
  const box = element("div", { class: `numbers ${turned ? "" : "is-lone"}`.trim(), role: "group" },
    ...entries.map((each) => each.element));
  const parts = frame(field, box);
  if (turned) parts.whole.classList.add("is-named-below");

  function update(now) {
    parts.whole.hidden = !now.shown[field.name];
    entries.forEach((each) => each.update(now.reading.values[field.name]));
    parts.refusal.update(now, field);
  }
  return { element: parts.whole, update };
}

/* `turned` converts the typed number into the field's number, and back. */
function countEntry(field, label, turned, act) {
  const type = (number) => act({ type: "type", field, value: number === null ? undefined : turned(number) });
  const input = numberInput(label, type);
  const update = (value) => {
    const own = value === null ? null : turned(value);
    if (document.activeElement !== input) input.value = own === null || own < 0 ? "" : String(own);
  };
  return { element: element("label", { class: "number" }, element("span", {}, label), input), update };
}

/* A claim: the claimant, and the points that both sides counted. */
function claimForm(field, view, act) {
  const change = (name, value) => act({ type: "claim", field, name, value });
  const sides = view.table.sides.map((seats, side) => element("button", {
    type: "button", class: "key is-long", "data-value": side,
    click: (event) => change("side", event.currentTarget.getAttribute("aria-pressed") === "true" ? null : side),
  }, seats.map((seat) => view.names[seat]).join(" + ")));
  const entryOf = (name) => numberInput(say(`claim_${name}`), (number) => change(name, number));
  const inputs = { counted: entryOf("counted"), other_counted: entryOf("other_counted") };
  const labelled = Object.entries(inputs).map(([name, input]) => (
    element("label", { class: "number" }, element("span", {}, say(`claim_${name}`)), input)
  ));
  const box = element("div", { class: "claim", role: "group" },
    element("div", { class: "keys of-words", role: "group", "aria-label": say("claim_side") }, ...sides),
    element("div", { class: "numbers" }, ...labelled));
  const parts = frame(field, box);

  function update(now) {
    parts.whole.hidden = !now.shown[field.name];
    const own = now.reading.tapped[field.name] || {};
    sides.forEach((key, side) => key.setAttribute("aria-pressed", String(own.side === side)));
    Object.entries(inputs).filter(([, input]) => document.activeElement !== input).forEach(([name, input]) => {
      input.value = own[name] === undefined || own[name] === null ? "" : String(own[name]);
    });
    parts.refusal.update(now, field);
  }
  return { element: parts.whole, update };
}
