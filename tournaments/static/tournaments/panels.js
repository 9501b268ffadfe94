/* Panels that replace the keys: a conflict, a full sheet, a closed round, a link that is over. Each function builds one
   panel. */

import { hallRanks } from "./hall_ranks.js";
import { element, figure, labelled, line, say } from "./i18n.js";
import { namedSeats } from "./record.js";

export function nameOfDeal(record, names, fields) {
  return namedSeats(record, fields).map((seat) => names[seat]).filter(Boolean).join(" + ");
}

/* Two versions of one deal, side by side in the sheet's notation. */
export function conflictPanel(conflict, names, fields, choose) {
  if (conflict.replaces === false) return placelessPanel(conflict, names, fields, choose);
  const version = (title, word, which) => {
    const own = conflict[which] || { record: null, line: "", deltas: null };
    return element("section", { class: "version" },
      element("p", { class: "quiet-words" }, title),
      element("p", { class: "version-line" }, nameOfDeal(own.record, names, fields), " ", ...line(own.line)),
      changes(own.deltas, names),
      element("button", { type: "button", click: () => choose(which) }, word));
  };
  return element("section", { class: "panel", role: "alert" },
    element("h2", {}, say("conflict_title", { number: conflict.number })),
    element("p", {}, say(conflict.cause === "stale" ? "conflict_stale" : "conflict_text")),
    element("div", { class: "versions" },
      version(wordsOf("conflict_stored", conflict.stored_by), say("conflict_keep_stored"), "stored"),
      version(wordsOf("conflict_sent", conflict.sent_by), say("conflict_keep_sent"), "sent")));
}

/* Whose version it is: "On the sheet: this phone, 17:41". */
function wordsOf(title, sender) {
  if (!sender || !sender.at) return say(title);
  const own = document.querySelector("[data-pad]").dataset.device || "";
  const isOwn = sender.phone && own.startsWith(sender.phone);
  const time = new Date(sender.at).toLocaleTimeString(document.documentElement.lang, { timeStyle: "short" });
  return labelled(say(title), say(isOwn ? "this_phone" : "other_phone", { time }));
}

/* A deal for a row that no longer exists: beside another deal it would look like a version of that. */
function placelessPanel({ number, sent }, names, fields, choose) {
  return element("section", { class: "panel", role: "alert" },
    element("h2", {}, say("placeless_title", { number })),
    element("p", { class: "version-line" }, nameOfDeal(sent.record, names, fields), " ", ...line(sent.line)),
    element("p", {}, say("placeless_text", { number })),
    element("div", { class: "actions" },
      element("button", { type: "button", click: () => choose("sent") }, say("placeless_take")),
      element("button", { type: "button", class: "plain", click: () => choose("stored") }, say("placeless_drop"))));
}

function changes(deltas, names) {
  if (!deltas) return null;
  const rows = [];
  deltas.forEach((delta, seat) => {
    if (delta) rows.push(element("dt", {}, names[seat]), element("dd", {}, figure(delta)));
  });
  return rows.length ? element("dl", {}, ...rows) : null;
}

export function completePanel(state) {
  return element("section", { class: "panel" },
    element("h2", {}, say("complete_title", { count: state.deals_counted })),
    hallRanks(state),
    element("p", {}, say("complete_text")),
    nextTables(state.next_table));
}

export function closedPanel(state, wayOn, writeLate) {
  if (isFinal(state)) return lastPanel(FINAL, wayOn, state);
  return element("section", { class: "panel" },
    element("h2", {}, say(state.is_abandoned ? "abandoned_title" : "closed_title", { round: state.round })),
    hallRanks(state),
    element("p", {}, say("closed_text")),
    nextTables(state.next_table),
    state.is_complete ? null
      : element("p", {}, element("button", { type: "button", click: writeLate }, say("closed_late"))));
}

const LATE_WORDS = { open: "late_waiting", sent: "late_taken", stored: "late_left" };

/* Deals that came after the round was closed, by outcome. Settled ones are hidden at a table that continues. */
export function lateBoxes(state, lineOf) {
  const late = state.late_deals || [];
  const shown = state.is_open ? ["open"] : ["open", "sent", "stored"];
  return shown.map((settlement) => {
    const own = late.filter((each) => each.settlement === settlement);
    if (!own.length) return null;
    const words = settlement === "open" && !state.is_open ? "late_kept" : LATE_WORDS[settlement];
    return element("div", { class: `notice${settlement === "sent" ? "" : " is-warning"}` },
      element("p", {}, say(words, { count: own.length })),
      ...own.map((each) => element("p", { class: "late-line" }, ...lineOf(each))));
  }).filter(Boolean);
}

const FINAL = ["final_title", "final_text"];
const OVER = ["over_title", "over_text"];

/* A link that is over without pending operations: no action is needed. */
export function overPanel(wayOn, state) {
  return lastPanel(isFinal(state) ? FINAL : OVER, wayOn, state);
}

/* Whether the organiser has signed off the results; a phone may hold a sheet that does not say so. */
export function isFinal({ event }) {
  return Boolean(event && event.is_signed_off);
}

function lastPanel([title, text], wayOn, state) {
  return element("section", { class: "panel" },
    element("h2", {}, say(title)), hallRanks(state), element("p", {}, say(text)),
    wayOn ? element("p", {}, element("a", { href: wayOn.getAttribute("href") }, wayOn.textContent)) : null);
}

export function deadPanel(waiting, takeAway) {
  return element("section", { class: "panel notice is-error", role: "alert" },
    element("h2", {}, say("dead_title")), element("p", {}, say("dead_text")),
    waiting ? element("p", {}, say("dead_waiting", { count: waiting })) : null,
    element("p", {}, element("button", { type: "button", click: takeAway }, say("take_away"))));
}

/* An operation saved here and refused: the reason, and the way to correct it. Later operations wait for it. */
export function refusedPanel(operation, view, acts) {
  const isReadable = operation.state !== "unreadable";
  const { body } = operation.answer || { body: null };
  const record = operation.body && operation.body.record;
  const sentences = isReadable ? sentencesOf(body || {}) : [say("unreadable")];
  const reading = record ? nameOfDeal(record, view.names, view.sheet.fields) : "";
  return element("section", { class: "panel notice is-error", role: "alert" },
    element("h2", {}, operation.number ? say("refused_title", { number: operation.number }) : say("refused_other")),
    ...sentences.map((each) => element("p", {}, each)),
    reading ? element("p", { class: "version-line" }, reading) : null,
    element("p", { class: "actions" },
      record ? element("button", { type: "button", class: "primary", click: acts.correct }, say("refused_correct"))
        : null,
      isReadable ? null : element("button", { type: "button", click: acts.takeAway }, say("take_away")),
      element("button", { type: "button", click: acts.discard }, say("refused_discard"))));
}

function sentencesOf(body) {
  if (body.violations) return body.violations.map((each) => each.message);
  return [body.message || say("refused")];
}

/* Deals stored on this phone that the sheet lacks. */
export function againPanel(count, send, leave) {
  return element("section", { class: "panel notice is-warning", role: "alert" },
    element("h2", {}, say("again_title")), element("p", {}, say("again_text", { count })),
    element("p", { class: "actions" },
      element("button", { type: "button", class: "primary", click: send }, say("again_send")),
      element("button", { type: "button", click: leave }, say("again_leave"))));
}

function nextTables(places) {
  if (!places || !places.length) return null;
  return element("section", {},
    element("h3", {}, say("next_title")),
    element("table", { class: "places" }, element("tbody", {}, ...places.map((place) => element("tr", {},
      element("td", {}, place.name),
      element("td", {}, say("next_table", { table: place.table })),
      element("td", {}, say("next_seat", { seat: place.seat + 1 })))))));
}
