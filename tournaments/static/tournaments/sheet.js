/* The sheet below the pad, drawn from a state with the markup of _sheet.html and _row.html: for rows stored on this
   phone that are not on the server's sheet yet, and while offline. */

import { calledNames } from "./pad_view.js";
import { rowsOfPart, rulingOn } from "./rows.js";
import { decimal, element, fill, line, rulingLine, say, totalIn } from "./i18n.js";

const LONG_WORD = 7;
const MINUS_CLASS = " minus";

export function drawSheet(place, state) {
  const group = place.querySelector(".paper");
  if (!group) return;
  const hasValues = state.deals.length ? state.deals.some((row) => "value" in (row.facts || {}))
    : group.querySelector("th.value") !== null;
  const last = state.parts.length - 1;
  const tables = state.parts.map((part, at) =>
    tableOf(part, state, rowsWithRulings(state, at), hasValues, at === last));
  fill(group, tables.concat(accountsOf(state)));
}

function rowsWithRulings(state, at) {
  return rowsOfPart(state, at).map((row) => Object.assign({ ruling: rulingOn(state, row.number) }, row));
}

/* Return the accounts' names in the server's order; without accounts, the totals are complete. */
function accountsOf(state) {
  if (!(state.accounts || []).length) return null;
  return element("table", { class: "sheet accounts" },
    element("caption", { class: "quiet-words" }, say("sheet_accounts")),
    element("tbody", {}, ...state.accounts.map((each) => {
      const { name, total } = each;
      return element("tr", {}, element("th", { scope: "row", class: "words" }, name),
        element("td", { class: `n${total < 0 ? MINUS_CLASS : ""}` }, totalIn(state, total)));
    })));
}

function tableOf(part, state, rows, hasValues, isLast) {
  const empty = element("td", { class: "words dim", colspan: part.seats.length + 3 }, say("sheet_empty"));
  const none = element("tr", {}, empty);
  const written = (row) => [rowOf(row, part, state, hasValues), ...rulingRowOf(row, part, hasValues)];
  return element("table", { class: "sheet of-deals" }, headOf(part, hasValues),
    element("tbody", {}, ...(rows.length ? [].concat(...rows.map(written)) : [none])),
    isLast && rows.length ? footOf(state, hasValues) : null);
}

function headOf(part, hasValues) {
  const nameOf = (name) => element("span", { class: `seat-name${isLong(name) ? " is-long" : ""}` }, name);
  const names = calledNames(part).map((name, seat) => {
    const whole = part.seats[seat].name;
    return element("th", { scope: "col", class: "account", title: whole, "aria-label": whole }, nameOf(name));
  });
  return element("thead", {}, element("tr", {},
    element("th", { scope: "col" }, element("abbr", { title: say("sheet_number") }, "#")), ...names,
    hasValues ? element("th", { scope: "col", class: "value" }, say("sheet_value")) : null,
    element("th", { scope: "col", class: "played words" }, say("sheet_played"))));
}

function isLong(name) {
  return name.replace(/-/g, " ").split(/\s+/).some((word) => word.length > LONG_WORD);
}

function rowOf(row, part, state, hasValues) {
  const kind = row.violations.length ? "is-wrong" : !row.counts ? "is-passed" : row.deal % 10 === 0 ? "is-tenth" : "";
  return element("tr", { "data-number": row.deltas ? row.number : null, "data-deal": row.deal, class: kind },
    element("th", { scope: "row", class: "n" }, ...(row.counts ? [row.deal] : dealtAgain())),
    ...part.seats.map((seat, at) => cellOf(row, at, state)),
    hasValues ? element("td", { class: "value n" }, row.counts ? textOf((row.facts || {}).value) : "\u2013") : null,
    playedOf(row, part));
}

function dealtAgain() {
  const dot = element("span", { "aria-hidden": "true" }, "\u00b7");
  return [dot, element("span", { class: "unseen" }, say("sheet_again"))];
}

/* A ruling is a separate row below: a sentence does not fit into a column. */
function rulingRowOf(row, part, hasValues) {
  if (!row.ruling) return [];
  return [element("tr", { class: "is-ruled" },
    element("td", { class: "words", colspan: part.seats.length + (hasValues ? 3 : 2) }, rulingLine(row.ruling)))];
}

function cellOf(row, seat, state) {
  const total = row.totals ? row.totals[seat] : null;
  const isWritten = row.deltas !== null && row.deltas[seat] !== 0;
  const dot = row.dealer === seat ? element("span", { class: "dot", role: "img", "aria-label": say("sheet_deals") })
    : null;
  const kind = `account n${isWritten ? " is-written" : ""}${isWritten && total < 0 ? MINUS_CLASS : ""}`;
  return element("td", { class: kind }, dot, total === null ? "" : totalIn(state, total));
}

function playedOf(row, part) {
  const names = calledNames(part);
  const partners = (row.partners || []).map((seat) => names[seat]).join(" + ");
  return element("td", { class: "played words" }, partners && `${partners} `, ...line(row.line),
    ...(isLost(row) ? [" ", element("span", { class: "lost" }, say("lost"))] : []),
    ...(row.revision > 1 ? [" ", element("span", { class: "corrected" }, say("row_corrected"))] : []),
    row.deltas === null ? element("span", { class: "dim" }, say("row_unchecked")) : null,
    ...row.violations.map((each) => element("span", { class: "refusal" }, each.message)));
}

function isLost(row) {
  return row.made === false || (row.facts || {}).made === false;
}

function textOf(value) {
  if (typeof value === "number") return decimal(value);
  return value === null || value === undefined ? "" : String(value).replace("-", "\u2212");
}

function footOf(state, hasValues) {
  const counted = { counted: state.deals_counted, expected: state.deals_expected, count: state.deals_counted };
  return element("tfoot", {}, element("tr", {},
    element("th", { scope: "row" }, element("span", { class: "unseen" }, say("sheet_total")),
      element("span", { "aria-hidden": "true" }, "=")),
    ...state.totals.map((total) =>
      element("td", { class: `account is-written n${total < 0 ? MINUS_CLASS : ""}` }, totalIn(state, total))),
    element("td", { class: "played words quiet-words", colspan: hasValues ? 2 : null },
      say(state.deals_expected ? "sheet_of" : counted.count === 1 ? "bar_done_one" : "bar_done", counted),
      state.parts.length > 1 ? ` \u00b7 ${say("sheet_part")}` : null,
      (state.rulings || []).length ? ` \u00b7 ${say("sheet_as_written")}` : null)));
}
