/* The view of the grid's state (sheet_entry_state.js): a pure function that returns plain values. */

import { numbersOf } from "./sheet_entry_state.js";
import { say, totalIn } from "./i18n.js";

/* Return {rows, count, badge: {text, kind}}, which sheet_entry_screen.js draws. */
export function viewOf(state) {
  const { sheet, rows } = state;
  const count = sheet.deals_counted - Object.values(rows).filter((row) => row.counts && !row.is_stored).length;
  const { deals_expected: expected } = sheet;
  return {
    rows: rangeOf(state).map((number) => rowView(state, number)),
    count: say(expected ? "counted_of" : count === 1 ? "counted_one" : "counted", { count, expected }),
    badge: badgeOf(state),
  };
}

/* Return the numbers of the visible rows: up to the next one, unless there is none. */
function rangeOf({ sheet, drafts, mode }) {
  const end = Math.max(sheet.next_number, ...numbersOf(drafts).map((number) => number + 1));
  const last = sheet.is_complete || mode === "locked" ? end - 1 : end;
  return Array.from({ length: Math.max(last, sheet.first) - sheet.first + 1 }, (_, at) => sheet.first + at);
}

function rowView({ sheet, rows, drafts, mode }, number) {
  const row = rows[number];
  const draft = drafts[number];
  const text = draft ? draft.text : row ? row.line : "";
  const shown = text ? row : null;
  const messages = text ? messagesOf(row, draft) : [];
  const effect = (draft && draft.effect) || "";
  return {
    number, text, messages, effect,
    kind: messages.length && !effect ? "is-wrong" : draft ? "is-draft" : row && !row.counts ? "is-passed" : "",
    head: row && !row.counts ? "\u00b7" : String(row ? row.deal : number),
    cells: sheet.totals.map((_, seat) => cellOf(sheet, shown, seat)),
    words: (shown && shown.words) || "",
    isLost: Boolean(shown && shown.made === false),
    isAsking: Boolean(draft && draft.conflict),
    isLocked: mode === "locked",
  };
}

function messagesOf(row, draft) {
  if (draft && draft.message) return [draft.message];
  return row ? row.messages : [];
}

function cellOf(sheet, row, seat) {
  if (!row) return { text: "", isWritten: false, isMinus: false, deals: false };
  const isWritten = Boolean(row.deltas[seat]);
  const total = row.totals[seat];
  return { text: totalIn(sheet, total), isWritten, isMinus: isWritten && total < 0, deals: row.dealer === seat };
}

function badgeOf({ drafts, mode, trouble }) {
  const numbers = numbersOf(drafts);
  const count = numbers.length;
  const wrong = numbers.find((number) => drafts[number].message);
  const kind = trouble || wrong ? "is-urgent" : count ? "is-waiting" : "";
  if (trouble) return { kind, text: say(trouble) };
  const waiting = say("waiting", { count });
  if (wrong) return { kind, text: [say("needs_you", { number: wrong })].concat(count > 1 ? waiting : []).join("; ") };
  if (mode === "sending") return { kind, text: say("saving") };
  return { kind, text: count ? waiting : say("all_saved") };
}
