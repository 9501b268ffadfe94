/* What becomes of operations behind one that went another way than they were made for. Their numbers, and the
   revisions they name, stand for a sheet that is not there: sent as they are, they could hit another row and overwrite
   what nobody here has seen. With no revision at all the server keeps them beside the row, and the table picks.
   Pure functions: operations that were never sent, in their order, to the same made anew. */

export const NO_REVISION = 0;

/* A row that was to be number `gone` never comes: later ones move up, its own corrections go with it. */
export function withoutRow(behind, gone) {
  let fewer = 1; // changes of the sheet that never come
  const own = () => { fewer += 1; };
  const other = (each) => (isForSheet(each) ? Object.assign({}, each, { match: Math.max(NO_REVISION, each.match - fewer) }) : each);
  return aroundRow(behind, gone, { own, other });
}

/* Row `kept` was to be struck out and stays: later ones move down again; to put it back is done already. */
export function withStruckRow(behind, kept) {
  let place = kept;
  const after = [];
  behind.forEach((each) => {
    const isPutBack = place !== null && each.kind === "put_back" && each.number === place;
    if (place === null || isPutBack || !isOnSheet(each)) {
      if (isPutBack) place = null;
      else after.push(each);
      return;
    }
    const isBefore = each.number < place;
    if (isBefore) place += shiftOf(each);
    after.push(isBefore ? withoutRevision(each) : movedBy(withoutRevision(each), 1));
  });
  return after;
}

/* The sheet has some rows less than it had when rows from number `first` on were written. */
export function withFewerRows(behind, first, fewer) {
  return behind.map((each) => {
    const isMoved = isOnSheet(each) && each.number >= first;
    return withoutRevision(isMoved ? movedBy(each, -fewer) : each);
  });
}

/* An operation that was not taken: kept beside the sheet, or refused without holding up the others. */
export function withoutChange(behind, operation) {
  if (operation.path.endsWith("insert/")) return aroundRow(behind, operation.number, { own: insertedAgain, other: withoutRevision });
  return behind.map((each) => {
    const isOwn = each.kind === "correct" && each.number === operation.number && isOnSheet(operation);
    return isOwn ? Object.assign({}, each, { match: NO_REVISION }) : withoutRevision(each);
  });
}

/* A version of a row that was not inserted cannot be a correction: it is another one to insert. */
function insertedAgain(each) {
  if (each.kind !== "correct") return withoutRevision(each);
  return Object.assign({}, each, { kind: "insert", method: "POST", path: `deals/${each.number}/insert/`, match: NO_REVISION, body: { record: each.body.record } });
}

/* Follows the place where the row would stand; `own` is asked for what is about that row. */
function aroundRow(behind, gone, { own, other }) {
  let place = gone;
  return behind.map((each) => {
    if (!isOnSheet(each)) return each;
    if (place === null) return other(each);
    if (each.number === place && ["correct", "strike"].includes(each.kind)) {
      if (each.kind === "strike") place = null;
      return own(each);
    }
    const isBehind = each.number > place;
    if (!isBehind) place += shiftOf(each);
    return isBehind ? movedBy(other(each), -1) : other(each);
  }).filter(Boolean);
}

function isOnSheet(operation) {
  return operation.path.startsWith("deals/");
}

/* Where the revision of the sheet is asked for, not that of one deal. */
function isForSheet(operation) {
  return operation.kind === "strike" || operation.path.endsWith("insert/");
}

function withoutRevision(operation) {
  return isForSheet(operation) ? Object.assign({}, operation, { match: NO_REVISION }) : operation;
}

function shiftOf(operation) {
  return operation.kind === "strike" ? -1 : operation.path.endsWith("insert/") ? 1 : 0;
}

function movedBy(operation, by) {
  const number = operation.number + by;
  const body = operation.path === "deals/" ? Object.assign({}, operation.body, { number }) : operation.body;
  return Object.assign({}, operation, { number, body, path: operation.path.replace(/^deals\/\d+\//, `deals/${number}/`) });
}
