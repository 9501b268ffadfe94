/* The rows of a sheet as far as this phone knows them without the rules: their places, and the rows missing elsewhere.
   Pure functions; they compute no points. The effect of an operation on a list of rows is defined here only:
   for the sheet before the rules are loaded, and for the queue after an operation that was not accepted (rebase.js).
   tests/browser/test_rows.py compares it with the machine for every game. */

import { asked } from "./machine.js";

const ON_ROWS = {
  record: (rows, number, make) => (number === rows.length + 1 ? rows.concat([make()]) : rows),
  insert: (rows, number, make) => rows.slice(0, number - 1).concat([make()], rows.slice(number - 1)),
  strike: (rows, number) => rows.filter((row, at) => at + 1 !== number),
  correct: (rows, number, make) => rows.map((row, at) => (at + 1 === number ? make(row) : row)),
};

/* Return the list after an operation of the queue; `make` returns the row it writes, given the current one. */
export function rowsWith(rows, operation, make) {
  const { do: act, number } = asked(operation);
  return ON_ROWS[act] ? ON_ROWS[act](rows, number, make) : rows;
}

/* Return the rows after these operations, in order. A row made by an operation has its `key`. */
export function rowsAfter(rows, operations) {
  const after = operations.reduce((known, each) => rowsWith(known, each, (row) => writtenRow(each, row)), rows);
  return after.map((row, at) => (row.number === at + 1 ? row : Object.assign({}, row, { number: at + 1 })));
}

function writtenRow({ number, key, body: { record } }, row) {
  return row ? { number, record, row: row.row, key: row.key, revision: row.revision + 1 }
    : { number, record, key, revision: 1 };
}

const UNKNOWN = { dealer: null, deltas: null, totals: null, counts: true, line: "", facts: {}, violations: [] };

/* Return a sheet with its pending operations, without points until they are computed. */
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

/* Return the rulings by the current numbers of their rows. */
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

/* Return the points of a part's seats: the totals, or the accounts if the totals of one part are incomplete. */
export function standingOf(state, part) {
  if (!(state.accounts || []).length) return state.totals;
  const totals = new Map(state.accounts.map((each) => [each.number, each.total]));
  return part.seats.map((seat) => totals.get(accountOf(seat)));
}

/* A state stored before seats named their account has at least the seated player. */
function accountOf(seat) {
  return seat.account === undefined ? seat.number : seat.account;
}

/* Return the stored rows that a sheet lacks, or has with other values. */
export function lackingRows(deals, kept) {
  return kept.filter((row, at) => !deals[at] || !isSameRecord(deals[at].record, row.record));
}

export function isSameRecord(one, other) {
  return canonical(one) === canonical(other);
}

/* Return JSON in one canonical form; empty values are omitted, as on the sheet. */
function canonical(value) {
  return JSON.stringify(value, (name, each) => {
    if (each === null || typeof each !== "object" || Array.isArray(each)) return each;
    const sorted = {};
    Object.keys(each).filter((key) => each[key] !== null).sort().forEach((key) => { sorted[key] = each[key]; });
    return sorted;
  });
}

/* Return a key that all phones of the table derive alike, for a row whose original key is not known here. */
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
