/* The rows of a sheet as this phone can tell them without the rules: what stands where, and what is missing
   elsewhere. Pure functions; points are not their business. What an operation does to a list of rows stands here once:
   for the sheet before the rules are ready, and for the queue behind an operation that was not taken (behind.js).
   tests/browser/test_rows.py compares it with the machine for every game. */

import { asked } from "./machine.js";

const ON_ROWS = {
  record: (rows, number, make) => (number === rows.length + 1 ? rows.concat([make()]) : rows),
  insert: (rows, number, make) => rows.slice(0, number - 1).concat([make()], rows.slice(number - 1)),
  strike: (rows, number) => rows.filter((row, at) => at + 1 !== number),
  correct: (rows, number, make) => rows.map((row, at) => (at + 1 === number ? make(row) : row)),
};

/* The list after an operation of the queue; `make` gives the row that it writes, of the one that stands there. */
export function rowsWith(rows, operation, make) {
  const { do: act, number } = asked(operation);
  return ON_ROWS[act] ? ON_ROWS[act](rows, number, make) : rows;
}

/* The rows after these operations, in order. A row that an operation made has its `key`. */
export function rowsAfter(rows, operations) {
  const after = operations.reduce((known, each) => rowsWith(known, each, (row) => writtenRow(each, row)), rows);
  return after.map((row, at) => (row.number === at + 1 ? row : Object.assign({}, row, { number: at + 1 })));
}

function writtenRow({ number, key, body: { record } }, row) {
  return row ? { number, record, row: row.row, key: row.key, revision: row.revision + 1 }
    : { number, record, key, revision: 1 };
}

const UNKNOWN = { dealer: null, deltas: null, totals: null, counts: true, line: "", facts: {}, violations: [] };

/* A sheet with what waits on it, while nobody has said yet what that is worth. */
export function uncheckedState(state, operations) {
  const rows = rowsAfter(state.deals, operations);
  const deals = rows.map((row) => (row.deal ? row : Object.assign({ deal: row.number }, UNKNOWN, row)));
  return Object.assign({}, state, {
    deals, rulings: rulingsOn(rows, state), dealer: null, next_number: rows.length + 1,
    revision: state.revision + operations.length,
    deals_counted: state.deals_counted + rows.length - state.deals.length,
    may_set_first_dealer: state.may_set_first_dealer && rows.length === 0,
  });
}

/* The rulings by the numbers that their rows have now. */
function rulingsOn(rows, state) {
  const idOf = (ruling) => (state.deals[ruling.number - 1] || {}).row;
  const numberOf = (ruling) => rows.findIndex((row) => row.row !== undefined && row.row === idOf(ruling)) + 1;
  return (state.rulings || []).map((each) => Object.assign({}, each, { number: numberOf(each) }))
    .filter((each) => each.number);
}

export function rulingOn(state, number) {
  return (state.rulings || []).find((each) => each.number === number) || null;
}

export function rowsOfPart(state, at) {
  const first = state.parts[at].first_number;
  const next = state.parts[at + 1] ? state.parts[at + 1].first_number : Infinity;
  return state.deals.filter((row) => row.number >= first && row.number < next);
}

/* What the seats of a part stand at: where the totals of one part do not say it all, what their accounts have. */
export function standingOf(state, part) {
  if (!(state.accounts || []).length) return state.totals;
  const totals = new Map(state.accounts.map((each) => [each.number, each.total]));
  return part.seats.map((seat) => totals.get(accountOf(seat)));
}

/* A state that was kept before seats named their account, says at least who sits there. */
function accountOf(seat) {
  return seat.account === undefined ? seat.number : seat.account;
}

/* Which of the rows kept here a sheet does not have, or has differently. */
export function lackingRows(deals, kept) {
  return kept.filter((row, at) => !deals[at] || !isSameRecord(deals[at].record, row.record));
}

export function isSameRecord(one, other) {
  return canonical(one) === canonical(other);
}

/* JSON with one spelling only; what is empty is left out, as the sheet leaves it out. */
function canonical(value) {
  return JSON.stringify(value, (name, each) => {
    if (each === null || typeof each !== "object" || Array.isArray(each)) return each;
    const sorted = {};
    Object.keys(each).filter((key) => each[key] !== null).sort().forEach((key) => { sorted[key] = each[key]; });
    return sorted;
  });
}

/* A key that every phone of the table makes alike, for a row whose first key is not known here. */
export function keyOfRow(event, round, table, row) {
  return `again-${event}-${round}-${table}-${row.number}-${fingerprint(canonical(row.record))}`;
}

function fingerprint(text) {
  let one = 0x811c9dc5;
  let other = 0x01000193;
  for (let at = 0; at < text.length; at += 1) {
    one = Math.imul(one ^ text.charCodeAt(at), 16777619) >>> 0;
    other = Math.imul(other + text.charCodeAt(at), 2654435761) >>> 0;
  }
  return one.toString(16).padStart(8, "0") + other.toString(16).padStart(8, "0");
}
