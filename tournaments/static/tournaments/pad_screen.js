/* Draws a view (pad_view.js) into the page's elements. Input goes to `act` as an event. */

import { auctionPanel } from "./auction.js";
import { makeControl, lettersOf } from "./fields.js";
import { fitNames, keepFitting, nameElement } from "./names.js";
import { isBehind, namesAt, paysOf, pointsOf } from "./pad_view.js";
import {
  againPanel, closedPanel, completePanel, conflictPanel, deadPanel, lateBoxes, nameOfDeal, overPanel, refusedPanel,
} from "./panels.js";
import { allHold, isKind, namedSeats } from "./record.js";
import { rulingOn } from "./rows.js";
import { makeSeats } from "./seats.js";
import {
  button, element, figure, fill, inAList, labelled, line, refill, rulingLine, say, signed, wordsElement,
} from "./i18n.js";

const LOCKED = ["mode", "panel", "seats", "firstFields", "fields", "dealer", "last"];
const SHORT = 9;
const SHORTEST = 4; // letters of words in a sixth of a line, beside LONGER ones in a third
const LONGER = 12;
const COLUMNS = 12;
const SPANS_OF_LINE = ["", "", "span-6", "span-4"]; // by the number of its keys
const FIRST_DEALER = { name: "first dealer" }; // opened like a field's keys
const MINUS = "\u2212";
const WORDS_OF_MODE = { correct: "correcting", insert: "inserting" };

export class Screen {
  constructor(root, act) {
    this.root = root;
    this.act = act;
    this.places = {};
    root.querySelectorAll("[data-place]").forEach((each) => { this.places[each.dataset.place] = each; });
    this.fieldsDrawn = null;
    this.cameFrom = null; // where the page was before it scrolled by itself
    [this.places.board, this.places.dealer].forEach(keepFitting);
    this.places.save.addEventListener("click", () => act({ type: "save" }));
    const input = this.places.reason.querySelector("input");
    input.addEventListener("input", () => act({ type: "reason", text: input.value }));
  }

  render(view) {
    this.makeControls(view);
    this.drawBar(view);
    this.drawMessages(view);
    this.drawPanel(view);
    this.drawFields(view);
    this.drawSave(view);
    this.drawLast(view);
  }

  /* Scroll to a refusal, if it is outside the screen. */
  showRefusal() {
    const first = this.root.querySelector(".is-refused");
    if (first) this.moveTo(() => first.scrollIntoView({ block: "nearest" }));
  }

  /* Scroll to the pad from a tapped row, or further from there. */
  showTop(isFromRow) {
    if (isFromRow) this.cameFrom = null;
    this.moveTo(() => this.root.scrollIntoView());
  }

  /* The next deal begins at the top of the pad, however far down the last one was saved. */
  showNext() {
    this.cameFrom = null;
    this.root.scrollTop = 0; // in the middle of a table the pad scrolls by itself
    if (this.root.getBoundingClientRect().top < 0) this.root.scrollIntoView();
  }

  moveTo(scroll) {
    if (this.cameFrom === null) this.cameFrom = window.scrollY;
    scroll();
  }

  /* Leave the page where it was before a correction or a refusal. */
  goBack() {
    if (this.cameFrom !== null) window.scrollTo(0, this.cameFrom);
    this.cameFrom = null;
  }

  // Controls, one per field of the game

  makeControls(view) {
    const wanted = JSON.stringify([view.sheet.fields, view.table, view.wholeNames]);
    if (wanted === this.fieldsDrawn) return;
    this.fieldsDrawn = wanted;
    this.seats = makeSeats(view, this.act);
    fill(this.places.seats, this.seats.element);
    this.seats.fit();
    this.controls = fieldsInOrder(view).map((field) => makeControl(field, view, this.act));
    const isBesideLabels = this.controls.some((each) => !each.field.is_rare && isSmallEver(each, view.table));
    shareLines(this.controls);
    this.more = bigKey("", "span-6", { "data-more": true }, () => this.act({ type: "more" }));
    if (isBesideLabels) this.more.prepend(emptyLegend());
    const bid = () => this.act({ type: "open_auction" });
    this.auction = bigKey(say("auction_open"), "span-6", { "data-auction": true }, bid);
    const chooseDealer = () => this.act({ type: "open", field: FIRST_DEALER });
    this.firstDealer = bigKey("", "span-6", { "data-first-dealer": true }, chooseDealer);
    this.firstDealer.querySelector(".key").classList.add("is-named");
    keepFitting(this.firstDealer);
    const groups = this.groupsInOrder();
    const first = lastOfFirst(this.controls, view.leaders);
    fill(this.places.firstFields, groups.slice(0, first));
    fill(this.places.fields, groups.slice(first).concat(this.auction, this.firstDealer));
  }

  /* The key for rare fields stands beside the small ones, else below all, and what it shows right below it. A single
     rare key stands behind no other: it has a line, above what may join it. */
  groupsInOrder() {
    const rare = this.controls.filter(({ field }) => field.is_rare).map((each) => each.element);
    const usual = this.controls.filter(({ field }) => !field.is_rare).map((each) => each.element);
    const isSmall = usual.map((group) => /span-\d/.test(group.className));
    const [lone] = this.controls.filter(({ field }) => rare.length === 1 && field.is_rare && field.only_yes);
    if (lone) {
      lone.element.classList.add("is-lone");
      usual.splice(isSmall.includes(true) ? isSmall.indexOf(true) : usual.length, 0, lone.element);
      return usual.concat(this.more);
    }
    const lastSmall = isSmall.lastIndexOf(true);
    usual.splice(lastSmall < 0 ? usual.length : lastSmall + 1, 0, this.more, ...rare);
    return usual;
  }

  drawFields(view) {
    const { firstFields, fields, auction, dealer, refusals } = this.places;
    this.lock(view.isLocked);
    this.root.classList.toggle("is-resting", !view.canWrite);
    this.seats.update(view);
    const bidding = view.isBidding && [view.auction, isBehind(view.auction), view.names];
    refill(auction, bidding, () => (bidding ? auctionPanel(view, this.act) : []));
    firstFields.hidden = fields.hidden = !view.canWrite || view.isBidding;
    this.controls.forEach((control) => control.update(view));
    this.drawLineOfMore(view);
    const isNew = refill(dealer, [isChoosingDealer(view), view.names, view.dealer], () => this.firstDealerKeys(view));
    if (isNew) fitNames(dealer);
    fill(refusals, otherRefusals(view));
  }

  /* The keys for rare fields, the bidding and the first dealer share a line, which the first has alone once a deal is
     begun. A small key where its words have no room beside small fields. */
  drawLineOfMore({ more, isLong, mayBid, maySetDealer, names, dealer }) {
    const words = more && moreWords(more);
    this.more.hidden = !words;
    this.auction.hidden = !mayBid;
    this.firstDealer.hidden = !maySetDealer;
    const line = [this.more, this.auction, this.firstDealer].filter((each) => !each.hidden);
    line.forEach((each) => { each.className = `group ${SPANS_OF_LINE[line.length]}`.trim(); });
    const said = () => [wordsElement(say("first_dealer")), nameElement(names[dealer] || "")];
    const isNew = maySetDealer && refill(this.firstDealer.querySelector(".key"), [names, dealer], said);
    if (isNew) fitNames(this.firstDealer);
    if (!words) return;
    const usual = this.controls.filter(({ field }) => !field.is_rare);
    const spans = usual.map((each) => !each.element.hidden && /span-(\d)/.exec(each.element.className));
    const taken = spans.reduce((sum, span) => sum + (span ? Number(span[1]) : 0), 0) % COLUMNS;
    const isLittle = taken > 6 && taken < 10;
    const isBesideLabels = this.more.firstChild.matches(".legend");
    if (isLong && !isBesideLabels) this.more.className = "group"; // what it shows has labels, and joins no line
    if (isBesideLabels && line.length < 3) this.more.className = `group ${isLittle ? "span-3" : "span-6"}`;
    const shown = !isLittle ? words : isLong ? `${MINUS} ${say("more")}` : say("more");
    refill(this.more.querySelector(".key"), shown, () => wordsElement(shown));
  }

  /* Disable keys without effect, visibly. */
  lock(isLocked) {
    LOCKED.forEach((name) => {
      this.places[name].classList.toggle("is-locked", isLocked);
      this.places[name].toggleAttribute("inert", isLocked);
    });
  }

  firstDealerKeys(view) {
    if (!isChoosingDealer(view)) return [];
    const keys = view.names.map((name, seat) => element("button", {
      type: "button", class: "key", title: view.wholeNames[seat], "aria-pressed": String(seat === view.dealer),
      click: () => this.act({ type: "first_dealer", seat }),
    }, nameElement(name)));
    return [element("p", { class: "legend", id: "label-first-dealer" }, say("first_dealer")),
      element("div", { class: `keys ${keys.length === 5 ? "of-five" : "of-words"}`, role: "group",
        "aria-labelledby": "label-first-dealer" }, ...keys)];
  }

  // Bar, messages, panel

  drawBar({ bar, badge, contact }) {
    this.places.deal.textContent = bar ? say(bar.word, bar) : "";
    this.places.badge.className = `badge ${badge.kind}`.trim();
    const text = say(badge.word, badge);
    if (this.places.badge.textContent !== text) this.places.badge.textContent = text;
    const sentence = contact ? contact.text || say(contact.word, contact) : "";
    refill(this.places.contact, sentence, () => sentence);
  }

  drawMessages(view) {
    const { mode, late, notice, question, board, owed } = this.places;
    const { draft, sheet } = view;
    refill(mode, [draft.kind, draft.number, view.ruling], () => this.modeLine(view));
    refill(late, [sheet.late_deals, sheet.is_open, sheet.parts], () => lateDeals(view));
    refill(notice, view.notice, () => this.noticeBox(view));
    refill(question, [view.lastDeal, view.taken, view.sheet.parts], () => (
      view.taken ? this.takenBox(view.taken, view) : this.lastDealBox(view)
    ));
    const perSide = view.entry && view.entry.field.per_side;
    if (refill(board, [sheet.board, view.names, perSide], () => boardOf(view))) fitNames(board);
    const { contract } = view.reading.values;
    const meant = sheet.board.filter((each) => !isAlways(each) && each.contracts.includes(contract));
    refill(owed, [meant, view.names], () => meant.map((each) => owedLine(each, view.names)).join(" \u00b7 "));
  }

  modeLine({ draft, row, ruling }) {
    if (draft.kind === "append") return [];
    const deal = row ? row.deal : draft.number;
    const leave = button(say("leave"), () => this.act({ type: "leave" }), "plain");
    return [element("p", { class: "mode" }, say(WORDS_OF_MODE[draft.kind], { deal }), leave), rulingLine(ruling)];
  }

  noticeBox({ notice, save }) {
    if (!notice) return [];
    if (save.isEmpty) return [element("p", { class: "unseen" }, notice.text)]; // the save key shows it
    const keys = notice.actions.map(([word, event]) => button(word, () => this.act(event)));
    return [boxOf(notice.text, keys, "is-warning")];
  }

  /* Another phone recorded the deal typed here: the input is kept, and the table says which deal it is. */
  takenBox(row, { sheet }) {
    const name = nameOfDeal(row.record, namesAt(sheet, row.number), sheet.fields);
    const answer = (word, type) => button(say(word), () => this.act({ type }));
    const keys = [answer("taken_same", "leave"), answer("taken_mine", "save"), answer("taken_next", "next_number")];
    return [boxOf(say("taken", { number: row.number, line: `${name} ${row.line}`.trim() }), keys, "is-warning")];
  }

  lastDealBox({ lastDeal, sheet }) {
    if (!lastDeal) return [];
    const { row, isMissing } = lastDeal;
    const answer = (word, missing) => button(say(word), () => this.act({ type: "last_deal", isMissing: missing }));
    const points = pointsOf(row.deltas, namedSeats(row.record, sheet.fields));
    const name = nameOfDeal(row.record, namesAt(sheet, row.number), sheet.fields);
    const words = [name, row.line, points ? signed(points) : ""].filter(Boolean).join(" ")
      || paysWords(paysOf(row.deltas, namesAt(sheet, row.number)));
    if (isMissing) return [boxOf(say("last_deal_missing"), [answer("last_deal_understood", false)])];
    const keys = [answer("last_deal_yes", false), answer("last_deal_no", true)];
    return [boxOf(say("last_deal", { deal: row.deal, line: words }), keys, "is-line")];
  }

  drawPanel(view) {
    const { sheet, panel } = view;
    const stage = [sheet.event, sheet.is_complete, sheet.is_abandoned];
    const told = [stage, sheet.deals_counted, sheet.next_table, sheet.parts];
    refill(this.places.panel, [panel, told], () => (panel ? PANELS[panel.kind](view, panel, this.act) : []));
  }

  // The save key, the last deal

  drawSave(view) {
    const { asked, save, savePlace, reason, worth } = this.places;
    save.hidden = !view.save.isShown;
    const isAsking = Boolean(view.taken) || isChoosingDealer(view);
    asked.hidden = !isAsking && !view.lastDeal;
    asked.classList.toggle("is-below", view.isLong || !isAsking);
    savePlace.classList.toggle("is-below", view.isLong || isAsking);
    savePlace.hidden = !view.save.isShown && !view.notice && !view.taken;
    save.classList.toggle("is-not-ready", !view.save.isReady);
    save.classList.toggle("is-empty", view.save.isEmpty);
    save.classList.toggle("is-refusing", view.save.refusal !== null);
    refill(save, [view.save, namedSeats(view.reading.values, view.sheet.fields), view.names], () => [
      element("span", { class: "save-what" },
        element("span", { class: "save-word" }, say(view.save.word)),
        element("span", { class: "save-line" }, ...saveLine(view))),
      element("span", { class: "save-points n" }, view.save.points === null ? "" : signed(view.save.points)),
    ]);
    refill(worth, view.save, () => (view.save.isReady ? worthLines(view.save) : []));
    reason.hidden = view.draft.kind !== "correct" || !view.canWrite;
    const input = reason.querySelector("input");
    if (document.activeElement !== input) input.value = view.draft.reason;
  }

  drawLast(view) {
    const { sheet, panel, draft, struck } = view;
    const last = sheet.deals[sheet.deals.length - 1];
    const what = [panel, view.canWrite, view.isBidding, draft.kind, view.row, struck, last, sheet.rulings, sheet.parts,
      view.save.isReady, view.lastDeal];
    refill(this.places.last, what, () => (view.isBidding ? [] : this.lastLine(view, last)));
  }

  /* Show the last deal with its undo above the save key, or the other actions of a correction. The question about the
     last deal tells it too, and a deal that can be saved has its points in this place. */
  lastLine(view, last) {
    if (view.isOver || view.sheet.conflicts.length) return [];
    if (view.draft.kind === "correct" && view.row) return this.rowActions(view.row);
    if (view.struck) return this.struckLine(view);
    const isFree = view.draft.kind === "append" && !view.save.isReady && !view.lastDeal;
    return isFree && last ? this.lastDeal(view, last) : [];
  }

  rowActions(row) {
    return [element("span", { class: "actions" },
      button(say("strike", { deal: row.deal }), () => this.act({ type: "strike", row }), "danger"),
      button(say("insert_before"), () => this.act({ type: "insert_before", number: row.number })))];
  }

  struckLine({ struck, names, sheet }) {
    const name = nameOfDeal(struck.record, names, sheet.fields);
    return [element("span", {}, say("struck", { deal: struck.deal }), " ", name, " ", ...line(struck.line)),
      button(say("put_back"), () => this.act({ type: "put_back" }), "plain")];
  }

  lastDeal({ sheet }, row) {
    const name = nameOfDeal(row.record, namesAt(sheet, row.number), sheet.fields);
    const number = element("span", { class: "n dim" }, `${row.deal} `);
    if (!row.deltas) return [element("span", {}, number, name, " ", say("row_unchecked"))];
    const ruling = rulingOn(sheet, row.number);
    const points = ruling ? null : pointsOf(row.deltas, namedSeats(row.record, sheet.fields));
    const pays = ruling || (name && points !== null) ? [] : paysOf(row.deltas, namesAt(sheet, row.number));
    const made = row.made === undefined ? (row.facts || {}).made : row.made;
    const undo = button(say("undo"), () => this.act({ type: "strike", row }), "plain");
    const words = withoutTold(row.line, pays);
    return [
      element("span", {}, number, name, " ", ...line(words), made === false ? ` ${say("lost")}` : null,
        row.line ? "\u00a0" : " ", words && pays.length ? "\u2013 " : null,
        pays.length ? (row.line ? paysLine : paysWords)(pays) : points ? figure(points) : null, rulingLine(ruling)),
      sheet.is_open ? undo : null,
    ];
  }
}

function boxOf(sentence, keys, kind) {
  return element("div", { class: `notice ${kind || ""}`.trim() }, element("p", {}, sentence),
    keys.length ? element("div", { class: "actions" }, ...keys) : null);
}

function bigKey(words, span, properties, click) {
  const about = Object.assign({ type: "button", class: "key is-long", click }, properties);
  const key = element("button", about, wordsElement(words));
  return element("div", { class: `group ${span}`.trim() }, element("div", { class: "keys of-one" }, key));
}

/* Return the words of the key that shows rare fields, "+ Bid, Points", with a minus once they are shown. */
function moreWords({ words, fields, rest, isOpen }) {
  const shown = words || `+ ${inAList(fields)}${rest}`;
  return isOpen ? shown.replace(/^[+\uff0b]/, "\u2212") : shown;
}

/* A legend of the same height as a label, so that a field that joins the line moves nothing. */
function emptyLegend() {
  return element("p", { class: "legend", "aria-hidden": "true" }, "\u00a0");
}

/* Return whether a field shares its line with others, and the event's house rules have it. */
function isSmallEver({ element: { className }, field }, table) {
  const rules = (field.asked || []).filter((when) => when.field.startsWith("options."));
  return /span-\d/.test(className) && allHold(rules, {}, table);
}

/* Return the fields in the game's order, but the kind of deal first, a leading field right above the one it leads, and
   small and rare fields together. */
function fieldsInOrder({ sheet, entry, leaders }) {
  const inSeats = entry && entry.manner !== "count" ? entry.field : null;
  const shown = sheet.fields.filter((field) => field !== inSeats && !field.is_rare);
  const kinds = shown.filter((field) => isKind(field, sheet.fields));
  const usual = kinds.concat(shown.filter((field) => !kinds.includes(field)));
  const led = (field) => usual.filter((each) => leaders[each.name] === field.name);
  const ordered = usual.filter((field) => !leaders[field.name]).map((field) => [field, ...led(field)]);
  return [].concat(...ordered, sheet.fields.filter((field) => field.is_rare));
}

/* Two fields of two keys, one after the other, share a line: each key has a quarter of it, or those of the shorter
   words less where the longer ones need more. */
function shareLines(controls) {
  const groups = controls.map((each) => each.element);
  const lettersIn = (group) => {
    const keys = Array.from(group.querySelectorAll("[data-value]"));
    const isPair = keys.length === 2 && !/span-\d/.test(group.className);
    return isPair ? Math.max(...keys.map((key) => lettersOf(key.textContent))) : Infinity;
  };
  groups.slice(1).forEach((group, at) => {
    const pair = [groups[at], group];
    const [shorter, longer] = pair.map(lettersIn).sort((one, other) => one - other);
    const isEven = longer <= SHORT;
    if (!isEven && (shorter > SHORTEST || longer > LONGER)) return;
    const spanOfPair = (letters) => (isEven ? "span-pair" : letters === shorter ? "span-4" : "span-8");
    pair.map(lettersIn).map(spanOfPair).forEach((span, which) => pair[which].classList.add(span));
  });
}

/* Return how many controls stand beside the seats where a phone lies on its side: the first row and those it leads. */
function lastOfFirst(controls, leaders) {
  if (!controls.length || /span-/.test(controls[0].element.className)) return 0;
  const next = controls.findIndex(({ field }, at) => at > 0 && leaders[field.name] !== controls[0].field.name);
  return next < 0 ? controls.length : next;
}

/* Return refusals without a field, for who hears the page, as the save key shows the first; and, before a correction
   is saved, the later deals it would make impossible. */
function otherRefusals({ refusals, preview: { breaks } }) {
  const heard = (refusals[""] || []).map((each) => element("p", { class: "unseen refusal" }, each));
  if (!breaks.length) return heard;
  return heard.concat(element("p", { class: "refusal" }, say("breaks", { numbers: inAList(breaks) })));
}

function saveLine({ save, notice, reading, names, sheet }) {
  if (save.refusal) return [save.refusal];
  if (save.line === null) return [save.isEmpty ? notice.text : say("save_hint")];
  if (save.missing.length) return [say("save_missing", { fields: inAList(save.missing) })];
  return [nameOfDeal(reading.values, names, sheet.fields), " ", ...line(save.line)];
}

/* Who pays whom, and the working-out of the points: above the save key, which stays at the end of the screen. */
function worthLines({ pays, notes }) {
  return [paysLine(pays), ...notes.map((note) => element("span", { class: "save-note" }, note.replace(/[.。]$/, "")))];
}

/* Return the line of a deal without the points of the sides, 126\u201331, that stand behind their names too. */
function withoutTold(words, pays) {
  const isTold = (number) => number === "0" || pays.some(({ points }) => String(points) === number);
  return (words || "").replace(/\d+(\u2013\d+)+/, (all) => (all.split("\u2013").every(isTold) ? "" : all)).trim();
}

function paysLine(pays) {
  return element("span", { class: "save-pays" }, paysWords(pays));
}

/* Who gets and who pays what: "Gisela + Erna +1 · Otto −1". */
function paysWords(pays) {
  return pays.map(({ points, names }) => `${names.join(" + ")} ${signed(points)}`).join(" \u00b7 ");
}

function lateDeals({ sheet }) {
  const nameAt = ({ number, sent }) => nameOfDeal(sent.record, namesAt(sheet, number), sheet.fields);
  return lateBoxes(sheet, (late) => [nameAt(late), " ", ...line(late.sent.line)]);
}

const PANELS = {
  over: ({ sheet }) => overPanel(wayOn(), sheet),
  dead: (view, { count }, act) => deadPanel(count, () => act({ type: "take_away" })),
  conflict: ({ sheet }, { conflict, names }, act) => (
    conflictPanel(conflict, names, sheet.fields, (which) => act({ type: "settle", conflict, which }))
  ),
  refused: (view, { operation }, act) => refusedPanel(operation, view, {
    correct: () => act({ type: "correct_refused", operation }),
    discard: () => act({ type: "discard_refused", operation }),
    takeAway: () => act({ type: "take_away" }),
  }),
  again: (view, { count }, act) => (
    againPanel(count, () => act({ type: "send_again" }), () => act({ type: "leave_again" }))
  ),
  complete: ({ sheet }) => completePanel(sheet),
  closed: ({ sheet }, panel, act) => closedPanel(sheet, wayOn(), () => act({ type: "late" })),
};

/* Return whether the first dealer is being chosen: the row of dealers stays in sight instead of the save key. */
function isChoosingDealer({ maySetDealer, opened }) {
  return maySetDealer && opened === FIRST_DEALER.name;
}

/* The link to the event's public page; null if it has none. */
function wayOn() {
  return document.querySelector("[data-event-link]");
}

/* Return the sheet's status lines: first the one that calls a seat; a side's lines appear with the side. */
function boardOf(view) {
  const sides = view.table.sides.map((seats) => seats.map((seat) => view.names[seat]).join(" + "));
  const heads = { seat: view.names, side: sides, table: [], called: [] };
  const isWithSides = view.entry !== null && view.entry.field.per_side && sides.length < view.names.length;
  const linesOf = (scope) => view.sheet.board.filter((each) => each.scope === scope && isAlways(each))
    .map((each) => (scope === "called" ? calledLine(each, view.names) : each));
  return ["called", "table", "side", "seat"].filter((scope) => scope !== "side" || !isWithSides)
    .map((scope) => boardTable(linesOf(scope), heads[scope], scope));
}

/* Some lines of the board matter only for certain deals; a phone may hold a sheet that does not say which. */
function isAlways(each) {
  return !(each.contracts || []).length;
}

/* Return a line in words: who still owes something, or how much is left. */
function owedLine({ label, scope, values }, names) {
  if (scope !== "seat") return labelled(label, values[0]);
  return labelled(label, inAList(names.filter((name, seat) => Number(values[seat]) > 0)) || "\u2013");
}

function calledLine(each, names) {
  return { label: each.label, values: [inAList(each.values.map((seat) => names[seat]))] };
}

function boardTable(lines, names, scope) {
  if (!lines.length) return null;
  const heads = names.map((name) => element("th", { scope: "col", title: name }, nameElement(name)));
  const rows = lines.map((each) => element("tr", {}, element("th", { scope: "row", class: "words" }, each.label),
    ...each.values.map((value) => element("td", { class: "n" }, value))));
  const head = element("thead", {}, element("tr", {}, element("td", {}), ...heads));
  const className = { table: "board of-table", called: "board of-table is-call" }[scope] || "board";
  return element("table", { class: className }, heads.length ? head : null, element("tbody", {}, ...rows));
}
