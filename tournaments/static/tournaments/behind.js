/* What becomes of operations behind one that went another way than they were made for. Their numbers, and the
   revisions they name, stand for a sheet that is not there: sent as they are, they could hit another row and overwrite
   what nobody here has seen. With no revision at all the server keeps them beside the row, and the table picks.
   Pure functions: operations that were never sent, in their order, to the same made anew. Each finds its row by
   following two lists of places, the one it was made for and the one there is, through all that happens to both. */

import { asked } from "./machine.js";
import { rowsWith } from "./rows.js";

export const NO_REVISION = 0;

/* The row of an operation never comes: later ones move up, its own corrections go with it. */
export function withoutRow(behind, operation) {
  let fewer = 1; // changes of the sheet that never come
  const own = () => { fewer += 1; };
  const other = (each) => (isForSheet(each) ? withRevision(each, Math.max(NO_REVISION, each.match - fewer)) : each);
  const made = places(behind);
  const unwritten = new Set(asked(operation).do === "record" ? made.slice(operation.number) : []);
  return follow(behind, made, without(made, operation.number, 1), { own, other, unwritten });
}

/* The row of a strike stays: later ones move down again; to put it back is done already. */
export function withStruckRow(behind, { number: kept }) {
  const there = places(behind);
  const struck = there[kept - 1];
  return follow(behind, without(there, kept, 1), there, { own: withoutRevision, other: withoutRevision, struck });
}

/* The sheet has some rows less than it had when rows from number `first` on were written. */
export function withFewerRows(behind, first, fewer) {
  const made = places(behind);
  const now = without(made, first - fewer, fewer);
  return follow(behind, made, now, { own: withoutRevision, other: withoutRevision });
}

/* An operation that was not taken: kept beside the sheet, or refused without holding up the others. */
export function withoutChange(behind, operation) {
  if (asked(operation).do === "insert") {
    const made = places(behind);
    return follow(behind, made, without(made, operation.number, 1), { own: insertedAgain, other: withoutRevision });
  }
  const isOwn = (each) => isOnRow(each) && each.number === operation.number && asked(each).do === "correct";
  return behind.map((each) =>
    (isOwn(each) && isOnRow(operation) ? withRevision(each, NO_REVISION) : withoutRevision(each)));
}

/* A version of a row that was not inserted cannot be a correction: it is another one to insert. */
function insertedAgain(each) {
  if (asked(each).do !== "correct") return withoutRevision(each);
  const { number, body: { record } } = each;
  const insertion = { kind: "insert", method: "POST", path: `deals/${number}/insert/`, match: NO_REVISION };
  return Object.assign({}, each, insertion, { body: { record } });
}

// Following places

/* Names of the places of a sheet that is longer than any of these operations can tell. */
function places(operations) {
  const most = Math.max(0, ...operations.map((each) => each.number || 0));
  return Array.from({ length: 2 * (most + operations.length + 1) }, (_, at) => `row ${at}`);
}

function without(list, number, count) {
  return list.filter((_, at) => at + 1 < number || at + 1 >= number + count);
}

/* Operations made for `made`, as they are for `now`: `own` is asked for what is about a row that is not there (and
   leaves out what it answers nothing for), `other` for the rest. What was to go before a row that is not there goes to
   the end where the place is one of those `unwritten`. What puts the row `struck` back is left out: from
   there on both lists are one. */
function follow(behind, made, now, { own, other, struck, unwritten = new Set() }) {
  const after = [];
  behind.forEach((each, at) => {
    if (!isOnRow(each)) {
      after.push(each);
      return;
    }
    const place = made[each.number - 1];
    if (each.kind === "put_back" && !made.includes(struck) && now[each.number - 1] === struck) {
      made = now;
      return;
    }
    const number = now.indexOf(place) + 1;
    const isOwn = !number && ["correct", "strike"].includes(asked(each).do);
    const moved = isOwn ? own(each) : movedTo(other(each), number || each.number);
    const isLast = !isOwn && asked(each).do === "insert" && unwritten.has(now[moved.number - 1]);
    if (moved) after.push(isLast ? appended(moved) : moved);
    const row = `made ${at}`;
    made = rowsWith(made, each, (there) => there || row);
    if (!isOwn) now = rowsWith(now, moved, (there) => there || row);
    if (asked(each).do === "record") unwritten.delete(place);
  });
  return after;
}

function isOnRow(operation) {
  return operation.path.startsWith("deals/");
}

/* Where the revision of the sheet is asked for, not that of one deal. */
function isForSheet(operation) {
  return ["strike", "insert"].includes(asked(operation).do);
}

function withRevision(operation, match) {
  return Object.assign({}, operation, { match });
}

function withoutRevision(operation) {
  return isForSheet(operation) ? withRevision(operation, NO_REVISION) : operation;
}

function appended(operation) {
  const { number, body: { record } } = operation;
  return Object.assign({}, operation, { path: "deals/", match: null, body: { number, record } });
}

function movedTo(operation, number) {
  if (number === operation.number) return operation;
  const body = operation.path === "deals/" ? Object.assign({}, operation.body, { number }) : operation.body;
  const path = operation.path.replace(/^deals\/\d+\//, `deals/${number}/`);
  return Object.assign({}, operation, { number, body, path });
}
