/* Rebases the operations after one with another outcome than expected. Their numbers and revisions refer to a sheet
   that does not exist: sent unchanged, they could hit another row and overwrite unseen data.
   Without a revision the server keeps them beside the row, and the table chooses.
   Pure functions: they map unsent operations, in order, to rebased ones. Each finds its row in
   two lists of places, the one it was made for and the actual one, by applying all operations to both. */

import { asked } from "./machine.js";
import { rowsWith } from "./rows.js";

export const NO_REVISION = 0;

/* The row of an operation is never created: later rows move up, and its own corrections are dropped. */
export function withoutRow(behind, operation) {
  let fewer = 1; // changes of the sheet that never happen
  const own = () => { fewer += 1; };
  const other = (each) => (isForSheet(each) ? withRevision(each, Math.max(NO_REVISION, each.match - fewer)) : each);
  const made = places(behind);
  const unwritten = new Set(asked(operation).do === "record" ? made.slice(operation.number) : []);
  return follow(behind, made, without(made, operation.number, 1), { own, other, unwritten });
}

/* The struck row remains: later rows move down again; restoring it is no longer needed. */
export function withStruckRow(behind, { number: kept }) {
  const there = places(behind);
  const struck = there[kept - 1];
  return follow(behind, without(there, kept, 1), there, { own: withoutRevision, other: withoutRevision, struck });
}

/* The sheet has fewer rows than when rows from number `first` on were recorded. */
export function withFewerRows(behind, first, fewer) {
  const made = places(behind);
  const now = without(made, first - fewer, fewer);
  return follow(behind, made, now, { own: withoutRevision, other: withoutRevision });
}

/* An operation was not accepted: kept beside the sheet, or refused without blocking the others. */
export function withoutChange(behind, operation) {
  if (asked(operation).do === "insert") {
    const made = places(behind);
    return follow(behind, made, without(made, operation.number, 1), { own: insertedAgain, other: withoutRevision });
  }
  const isOwn = (each) => isOnRow(each) && each.number === operation.number && asked(each).do === "correct";
  return behind.map((each) =>
    (isOwn(each) && isOnRow(operation) ? withRevision(each, NO_REVISION) : withoutRevision(each)));
}

/* A version of a row that was not inserted cannot be a correction: it becomes another insertion. */
function insertedAgain(each) {
  if (asked(each).do !== "correct") return withoutRevision(each);
  const { number, body: { record } } = each;
  const insertion = { kind: "insert", method: "POST", path: `deals/${number}/insert/`, match: NO_REVISION };
  return Object.assign({}, each, insertion, { body: { record } });
}

// Places

/* Return names for places of a sheet longer than any of these operations can refer to. */
function places(operations) {
  const most = Math.max(0, ...operations.map((each) => each.number || 0));
  return Array.from({ length: 2 * (most + operations.length + 1) }, (_, at) => `row ${at}`);
}

function without(list, number, count) {
  return list.filter((_, at) => at + 1 < number || at + 1 >= number + count);
}

/* Rebase operations made for `made` to `now`: `own` maps those about a missing row (and omits them if it returns
   nothing), `other` the rest. An insertion before a missing row goes to the end if its place is one
   of those `unwritten`. The operation that restores the row `struck` is omitted: from there on both
   lists are one. */
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

/* Return whether the operation names the sheet's revision, not a deal's. */
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
