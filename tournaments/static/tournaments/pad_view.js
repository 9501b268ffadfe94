/* The content of the pad as data: pure functions of its plain state (pad_state.js). pad_screen.js draws it. */

import {
  aimOf, isShown, isUsual, leadersOf, mainSeatField, namedSeats, nextPlace, readRecord, recordOf, seatEntry,
} from "./record.js";
import { rulingOn, standingOf } from "./rows.js";

const NAMED_ON_MORE = 2; // fields behind "more"

export const NOTHING = { violations: [], deltas: null, totals: null, line: null, breaks: [] };

// The players

/* Return the short names of a part; a phone may hold a sheet that was sent before they existed. */
export function calledNames({ seats }) {
  return seats.map(({ called, name }) => called || name);
}

/* Return the part of the sheet that a row belongs to. */
export function partOf(sheet, number) {
  const parts = sheet.parts.filter((each) => each.first_number <= number || each === sheet.parts[0]);
  return parts[parts.length - 1];
}

/* Return the short names of the players seated when a row was recorded. */
export function namesAt(sheet, number) {
  return calledNames(partOf(sheet, number));
}

export function rowOf(sheet, number) {
  return sheet.deals.find((each) => each.number === number) || null;
}

// The record being entered

export function isTouched(state) {
  return Object.keys(state.draft.tapped).length > 0;
}

/* Return the row to correct, or to insert before; null for a row at the end. */
export function chosenRow(state) {
  return state.draft.kind === "append" ? null : rowOf(state.sheet, state.draft.number);
}

/* Return the row that another phone has recorded under the number of the deal typed here; null if there is none. */
export function takenRow(state) {
  const isTyped = state.draft.kind === "append" && isTouched(state) && !isLocked(state);
  return isTyped ? rowOf(state.sheet, state.draft.number) : null;
}

/* Return the table as record.js needs it: {options, seats, sides, dealer}. */
export function tableOf(state) {
  const { sheet, draft } = state;
  const part = partOf(sheet, draft.number);
  const row = rowOf(sheet, draft.number);
  const dealer = row ? row.dealer : sheet.dealer;
  return { options: sheet.options || {}, seats: part.seats.length, sides: part.sides, dealer };
}

export function readingOf(state) {
  return readRecord(state.sheet.fields, tableOf(state), state.draft.tapped);
}

/* Return the place of a field's next number: the one tapped last, or the first without a number. */
export function cursorOf(state, field, reading, table) {
  const { cursor } = state.asked;
  if (cursor && cursor.field === field.name && cursor.place < table.seats) return cursor.place;
  return nextPlace(field, reading, table);
}

/* Return a key for the values of a preview; null while nothing is tapped. */
export function previewKey(state) {
  if (!isTouched(state)) return null;
  const { kind, number } = state.draft;
  return JSON.stringify([kind, number, state.sheet.revision, recordOf(readingOf(state))]);
}

/* Return the preview of the deal, if it is known for exactly these values. */
export function previewOf(state) {
  const key = previewKey(state);
  return key !== null && state.preview.of === key ? state.preview : NOTHING;
}

// Permitted actions

export function waiting(state) {
  return state.operations.filter((each) => each.state === "waiting");
}

/* Return the operations that need a person's decision. */
export function refusedOperations(state) {
  return state.operations.filter((each) => each.state === "refused" || each.state === "unreadable");
}

function needsSomebody(state) {
  return refusedOperations(state).length > 0 || state.offer !== null;
}

/* Return whether this phone may have data that is nowhere else; true until the store has been read. */
export function keepsSomething(state) {
  return !state.isOpen || waiting(state).length > 0 || needsSomebody(state) || isTouched(state);
}

/* Return whether an operation is being stored, or a restored draft may already be saved. */
export function isLocked(state) {
  return state.mode === "opening" || state.mode === "saving";
}

export function isWriting(state) {
  const { link, sheet, mode, draft } = state;
  if (link === "over" || sheet.conflicts.length) return false;
  if (draft.kind !== "append" || mode === "saving" || mode === "late" || isTouched(state)) return true;
  return sheet.is_open && !sheet.is_complete;
}

/* Return whether the answer to the last call is missing: the keys still belong to the previous call. */
export function isBehind(auction) {
  return auction.asked !== auction.calls;
}

// The view

/* Return everything a pad's page shows at the time `now` (milliseconds). */
export function viewOf(state, now) {
  const { sheet, draft } = state;
  const part = partOf(sheet, draft.number);
  const row = chosenRow(state);
  const wholeNames = part.seats.map((seat) => seat.name);
  const names = calledNames(part);
  const table = tableOf(state);
  const reading = readingOf(state);
  const preview = previewOf(state);
  const ruling = draft.kind === "correct" ? rulingOn(sheet, draft.number) : null;
  const canWrite = isWriting(state);
  const view = {
    sheet, draft, names, wholeNames, table, reading, preview, row, ruling, canWrite,
    mainSeat: mainSeatField(sheet.fields),
    entry: seatEntry(sheet.fields),
    leaders: leadersOf(sheet.fields),
    totals: totalsOf(sheet, part, names),
    dealer: canWrite ? table.dealer : null,
    taken: canWrite ? takenRow(state) : null,
    hints: draft.kind === "append" && !rowOf(sheet, draft.number) ? sheet.hints : [],
    isBidding: state.mode === "bidding" && canWrite,
    auction: state.auction,
    turn: state.auction && state.auction.answer ? state.auction.answer.turn : null,
    deltas: changesOf(state, preview, row, ruling, part),
    refusals: refusalsOf(state, preview, reading),
    opened: state.asked.opened,
    isLong: state.asked.rare,
    isTouched: isTouched(state),
    isLocked: isLocked(state),
    isOver: state.link === "over",
    struck: state.struck,
    notice: state.notice,
  };
  return Object.assign(view, {
    told: toldSeats(view),
    shown: shownFields(state, view),
    cursors: cursorsOf(state, view),
    bar: barOf(state, view),
    badge: badgeOf(state),
    contact: contactOf(state, now),
    panel: panelOf(state, view),
    lastDeal: lastDealOf(state, view),
    save: saveOf(state, view),
    more: moreOf(state, view),
    mayBid: Boolean(sheet.has_auction) && !view.isTouched && draft.kind === "append",
    maySetDealer: sheet.may_set_first_dealer && state.mode !== "bidding" && !view.isTouched && canWrite,
  });
}

function totalsOf(sheet, part, names) {
  const totals = standingOf(sheet, part);
  return totals.length === names.length ? totals : names.map(() => 0);
}

/* Return the changes of the totals on saving: a correction recomputes all later rows. Rulings of the director
   remain valid. */
function changesOf(state, { deltas, totals }, row, ruling, part) {
  const { sheet, draft } = state;
  if (!deltas || draft.kind !== "correct" || !row) return deltas;
  if (ruling) return deltas.map(() => 0);
  const isInLastPart = part === sheet.parts[sheet.parts.length - 1];
  if (isInLastPart && totals && totals.length === sheet.totals.length) {
    return totals.map((total, seat) => total - sheet.totals[seat]);
  }
  return deltas.map((delta, seat) => delta - row.deltas[seat]);
}

/* Return {field: sentences}, "" for those without a field. Missing input is not reported before the first attempt to
   save. */
function refusalsOf(state, preview, reading) {
  const byField = {};
  preview.violations.forEach((each) => {
    if (!state.asked.missing && isMissing(state, each, reading)) return;
    const name = each.field && reading.asked.has(each.field) ? each.field : "";
    byField[name] = (byField[name] || []).concat(each.message);
  });
  return byField;
}

function isMissing(state, violation, reading) {
  const value = violation.field ? reading.values[violation.field] : undefined;
  return value === null || (value === undefined && !isTouched(state));
}

/* Return fields whose seat follows from the sheet, with the seat: "Declarer: Akari". */
function toldSeats({ sheet, hints, mainSeat }) {
  const fields = sheet.fields.filter((field) => field.kind === "seat" && field !== mainSeat);
  const fieldOf = (hint) => fields.find((field) => field.name === hint.field);
  const open = hints.filter((hint) => hint.is_open && fieldOf(hint));
  return open.map((hint) => ({ field: fieldOf(hint), seat: hint.value }));
}

/* Return {field: result of `find`}. */
function byName(fields, find) {
  const found = {};
  fields.forEach((field) => { found[field.name] = find(field); });
  return found;
}

/* Return {field: whether it is shown on the pad}. */
function shownFields(state, view) {
  const isOnPad = (field) => isShown(field, view.reading, view.leaders, view.table) && !isRareNow(state, view, field);
  return byName(view.sheet.fields, isOnPad);
}

/* Rare fields are behind "more" until requested, tapped or refused; not a lone key. */
function isRareNow(state, view, field, isOpen = state.asked.rare) {
  if (!field.is_rare || isUsual(field, view.reading, view.table)) return false;
  if (field.only_yes && view.sheet.fields.every((each) => each === field || !each.is_rare)) return false;
  const isWanted = isOpen || state.draft.tapped[field.name] !== undefined;
  return !isWanted && !view.preview.violations.some((each) => each.field === field.name);
}

/* Return what the key that shows and hides rare fields names, "+ Bid, Points"; null if there are none. */
function moreOf(state, view) {
  const asked = view.sheet.fields.filter((field) => view.reading.asked.has(field.name));
  const fields = asked.filter((field) => isRareNow(state, view, field, false)).map((field) => field.label);
  if (!fields.length) return null;
  const { more } = view.sheet.game || {};
  const rest = fields.length > NAMED_ON_MORE ? " \u2026" : "";
  return { words: more, fields: fields.slice(0, NAMED_ON_MORE), rest, isOpen: state.asked.rare };
}

/* Return {field: the place of the next number}, for fields of numbers. */
function cursorsOf(state, view) {
  const fields = view.sheet.fields.filter((field) => field.kind === "counts" || field.kind === "free");
  return byName(fields, (field) => cursorOf(state, field, view.reading, view.table));
}

/* Return the number that makes the contract, for a field. */
export function aimIn(view, field) {
  return aimOf(field, view.reading, view.table);
}

// The bar

/* Return {word, deal, expected, count}: the deal being recorded, or null if none can be. */
function barOf(state, { sheet, draft, canWrite }) {
  const isAppend = draft.kind === "append";
  const count = sheet.deals_counted;
  if (isAppend && sheet.is_complete) return { word: count === 1 ? "bar_done_one" : "bar_done", count };
  if (isAppend && !canWrite && (state.link === "over" || !sheet.is_open)) return null;
  const row = rowOf(sheet, draft.number);
  const deal = row ? row.deal : isAppend ? count + 1 : draft.number;
  const word = sheet.deals_expected === null ? "bar_deal" : "bar_deal_of";
  return { word, deal, expected: sheet.deals_expected };
}

/* Return {word, kind, count}: where the recorded deals are stored. */
function badgeOf(state) {
  const badge = (word, kind = "is-waiting") => ({ word, kind, count: waiting(state).length });
  if (state.link === "over" && !keepsSomething(state)) return badge("badge_sent", "");
  if (state.link === "over" || state.sheet.conflicts.length || needsSomebody(state)) {
    return badge("badge_needs_you", "is-urgent");
  }
  if (state.mode === "saving") return badge(state.pending.isStalled ? "badge_again" : "badge_saving");
  if (!state.isOpen) return badge("badge_opening");
  if (waiting(state).length) {
    return badge(waiting(state).every((each) => each.checked) ? "badge_here" : "badge_checking");
  }
  return state.link === "lost" ? badge("badge_lost") : badge("badge_sent", "");
}

/* Return {text} of the server, or {word, minutes, count}: why nothing is sent now; null if all is well. */
function contactOf(state, now) {
  const count = waiting(state).length;
  if (state.link === "over") return null;
  if (state.obstacle && count) return Object.assign({ count }, state.obstacle);
  if (state.link !== "lost") return null;
  const minutes = Math.floor((now - state.heard) / 60000);
  const [word, withWaiting] = minutes < 1 ? ["contact_now", "contact_now_waiting"] : ["contact", "contact_waiting"];
  return { word: count ? withWaiting : word, minutes, count };
}

/* Return {row, isMissing}: the question of a new phone about the last deal, or what to do if deals are missing. */
function lastDealOf(state, view) {
  const row = view.sheet.deals[view.sheet.deals.length - 1];
  const isCalm = view.canWrite && !view.isBidding && view.draft.kind === "append" && panelOf(state, view) === null;
  return state.lastDeal && row && isCalm ? { row, isMissing: state.lastDeal === "missing" } : null;
}

// The panel instead of the keys

function panelOf(state, { sheet, canWrite }) {
  if (state.link === "over") {
    return keepsSomething(state) ? { kind: "dead", count: waiting(state).length } : { kind: "over" };
  }
  const [conflict] = sheet.conflicts;
  if (conflict) return { kind: "conflict", conflict, names: namesAt(sheet, conflict.number) };
  const [refused] = refusedOperations(state);
  if (refused) return { kind: "refused", operation: refused };
  if (state.offer) return { kind: "again", count: state.offer.rows.length };
  if (canWrite) return null;
  return { kind: sheet.is_open ? "complete" : "closed" };
}

// The save key

/* Return the labels of fields that the rules still want. An older preview counts too, so that nothing flickers; a field
   that another one leads has that one's label. */
function missingLabels(state, { sheet, reading, leaders }) {
  const wanted = state.preview.violations.filter((each) => each.field && reading.asked.has(each.field))
    .filter((each) => isMissing(state, each, reading)).map((each) => leaders[each.field] || each.field);
  return sheet.fields.filter((field) => wanted.includes(field.name)).map((field) => field.label);
}

const SAVE_WORDS = { append: "save", correct: "save_correction", insert: "save_insert" };

function saveOf(state, view) {
  const { preview, draft, canWrite, isBidding } = view;
  const isSaving = state.mode === "saving";
  const named = namedSeats(view.reading.values, view.sheet.fields);
  const points = pointsOf(preview.deltas, named);
  return {
    isShown: canWrite && !isBidding && !view.taken,
    isReady: isSaving || (view.isTouched && !preview.violations.length && preview.deltas !== null),
    isEmpty: Boolean(state.notice) && state.notice.isOfSave === true,
    word: isSaving ? (state.pending.isStalled ? "save_again" : "saving") : SAVE_WORDS[draft.kind],
    line: view.isTouched ? preview.line || "" : null,
    refusal: firstRefusal(view),
    missing: view.isTouched ? missingLabels(state, view) : [],
    notes: view.isTouched ? preview.notes || [] : [],
    pays: view.isTouched && points === null ? paysOf(view.deltas || [], view.names) : [],
    points,
  };
}

/* Return the first sentence about a field, else about the whole deal; null if nothing is refused. */
function firstRefusal({ refusals }) {
  const ofFields = Object.keys(refusals).filter((name) => name);
  const [sentence] = refusals[ofFields[0] || ""] || [null];
  return sentence;
}

/* Return the points behind the names of a deal: of the one player whose points change, or of those whom it names. */
export function pointsOf(deltas, named) {
  if (!deltas) return null;
  const changed = deltas.filter((delta) => delta !== 0);
  if (changed.length < 2) return changed[0] || 0;
  const own = new Set(named.map((seat) => deltas[seat]));
  return own.size === 1 ? [...own][0] : null;
}

/* Return [{points, names}], the most first: who gets and who pays what. */
export function paysOf(deltas, names) {
  const changed = deltas.map((points, seat) => ({ points, name: names[seat] })).filter(({ points }) => points !== 0);
  const each = [...new Set(changed.map(({ points }) => points))].sort((one, other) => other - one);
  return each.map((points) => ({
    points, names: changed.filter((one) => one.points === points).map(({ name }) => name),
  }));
}
