/* How the pad looks: draws what pad.js holds (state, draft, pending operation, preview) into the page's places. */

import { makeControl } from "./fields.js";
import { fitNames, keepFitting, nameElement } from "./names.js";
import { againPanel, closedPanel, completePanel, conflictPanel, deadPanel, lateBoxes, nameOfDeal, overPanel, refusedPanel } from "./panels.js";
import { makeSeats } from "./seats.js";
import { rulingOn } from "./rows.js";
import { element, figure, fill, line, refill, rulingLine, say, signed } from "./words.js";

const LOCKED = ["mode", "panel", "seats", "fields", "dealer", "last"];

export class Face {
  makeControls() {
    const view = this.view();
    if (!this.controls) [this.places.board, this.places.dealer].forEach(keepFitting);
    this.seats = makeSeats(this);
    fill(this.places.seats, this.seats.element);
    this.controls = this.controlsInOrder(view).map((field) => {
      const control = makeControl(field, this);
      if (control.start) control.start(view);
      return control;
    });
    this.more = element("button", { type: "button", class: "key is-long", click: () => { this.wantsRare = true; this.draw(); } }, say("more"));
    this.moreBox = element("div", { class: "group span-3" }, this.more);
    const groups = this.controls.map((control) => control.element);
    this.auctionBox = element("div", { class: "group span-6" },
      element("button", { type: "button", class: "key is-long", "data-auction": true, click: () => this.openBidding() }, say("auction_open")));
    const lastSmall = groups.map((group) => /span-/.test(group.className)).lastIndexOf(true);
    groups.splice(lastSmall < 0 ? groups.length : lastSmall + 1, 0, this.moreBox);
    fill(this.places.fields, groups.concat(this.auctionBox));
  }

  /* In the game's order, but a field that leads another stands right above it, small and rare ones together. */
  controlsInOrder(view) {
    const inSeats = view.entry && view.entry.manner !== "count" ? view.entry.field : null;
    const fields = this.state.fields.filter((field) => field !== inSeats && !field.is_rare);
    const led = Object.keys(view.leaders);
    const rest = fields.filter((field) => !led.includes(field.name));
    const ordered = [];
    rest.forEach((field) => {
      ordered.push(field);
      led.filter((name) => view.leaders[name] === field.name).forEach((name) => ordered.push(fields.find((each) => each.name === name)));
    });
    return ordered.concat(this.state.fields.filter((field) => field.is_rare));
  }

  draw() {
    const view = this.view();
    if (this.isOver !== this.isDead) this.drawOffers();
    this.drawBar(view);
    refill(this.places.mode, [this.draft.mode, this.draft.number, view.ruling], () => this.modeLine(view));
    const notice = this.notice && [this.notice.text, this.notice.actions.map((action) => action[0])];
    refill(this.places.notice, [notice, this.state.late_deals, this.state.is_open, this.state.parts], () => this.noticeBox().concat(this.lateBoxes(view)));
    if (refill(this.places.board, [view.board, view.names, view.entry && view.entry.field.per_side], () => boardOf(view))) fitNames(this.places.board);
    this.seats.update(view);
    const { state, draft } = this;
    const standing = [view.canWrite, this.isDead, this.keepsSomething(), this.queue.waiting().length, state.is_open, state.conflicts, this.waitingForSomebody()];
    refill(this.places.panel, [standing, state.is_complete, state.is_broken_off, state.deals_counted, state.next_table, state.parts], () => this.panel(view));
    this.root.classList.toggle("is-resting", !view.canWrite);
    const isBidding = this.bidding !== null && view.canWrite;
    refill(this.places.auction, isBidding && [this.bidding.answer, this.bidding.group, this.bidding.isLost, this.bidding.isBehind(), this.bidding.calls.length, view.names], () => (isBidding ? this.bidding.panel(view) : []));
    this.places.fields.hidden = !view.canWrite || isBidding;
    this.auctionBox.hidden = !this.state.has_auction || this.isTouched() || this.draft.mode !== "append";
    this.lock(this.isLocked());
    this.controls.forEach((control) => control.update(view));
    this.moreBox.hidden = !this.state.fields.some((field) => (view.isHiddenAsRare(field) || (!view.wantsRare && (field.rare_keys || []).length)) && view.reading.asked.has(field.name));
    if (refill(this.places.dealer, [isBidding, standing, state.may_set_first_dealer, this.isTouched(), view.names, view.dealer], () => this.firstDealerKeys(view))) fitNames(this.places.dealer);
    fill(this.places.refusals, this.otherRefusals(view).map((each) => element("p", { class: "refusal" }, each)));
    this.drawReason();
    this.drawSave(view);
    refill(this.places.last, [standing, isBidding, draft.mode, view.row, this.struck, state.deals[state.deals.length - 1], state.rulings, state.parts], () => (isBidding ? [] : this.lastLine(view)));
    this.markChosenRow();
    this.root.dispatchEvent(new CustomEvent("told", { detail: this.isDead ? Object.assign({}, this.state, { is_open: false }) : this.state }));
  }

  /* With a link that is over nothing is offered that cannot be done. */
  drawOffers() {
    this.isOver = this.isDead;
    document.querySelectorAll("[data-offer]").forEach((each) => { each.hidden = this.isDead; });
    this.makeRowsTouchable();
  }

  /* Keys that would do nothing now do not look or feel as if they did. */
  lock(isLocked) {
    LOCKED.map((name) => this.places[name]).concat(this.sheet).forEach((place) => {
      place.classList.toggle("is-locked", isLocked);
      place.toggleAttribute("inert", isLocked);
    });
  }

  /* What belongs beside no field: and, before a correction is saved, which later deals it would break. */
  otherRefusals(view) {
    const sentences = view.refusals[""] || [];
    return this.preview.breaks.length ? sentences.concat(this.breaksOf(this.preview)) : sentences;
  }

  drawBar(view) {
    const { state, draft } = this;
    const deal = draft.mode === "append" ? state.deals_counted + 1 : view.row ? view.row.deal : draft.number;
    const isDone = draft.mode === "append" && state.is_complete;
    const words = state.deals_expected === null ? "bar_deal" : "bar_deal_of";
    const isOver = draft.mode === "append" && !view.canWrite && (this.isDead || !state.is_open);
    this.places.deal.textContent = isOver && !isDone ? "" : isDone ? say("bar_done", { count: state.deals_counted }) : say(words, { deal, expected: state.deals_expected });
    const waiting = this.queue.waiting();
    const [name, kind] = this.badge(waiting);
    const badge = this.places.badge;
    const text = say(name, { count: waiting.length });
    badge.className = `badge ${kind}`.trim();
    if (badge.textContent !== text) badge.textContent = text;
    refill(this.places.contact, this.contactText(waiting), () => this.contactText(waiting));
  }

  badge(waiting) {
    if (this.isDead && !this.keepsSomething()) return ["badge_sent", ""];
    if (this.isDead || this.state.conflicts.length || this.waitingForSomebody().length) return ["badge_needs_you", "is-urgent"];
    if (this.pending) return this.trouble ? ["badge_again", "is-waiting"] : ["badge_saving", "is-waiting"];
    if (!this.isOpen) return ["badge_opening", "is-waiting"];
    if (waiting.length) return [waiting.every((each) => each.checked) ? "badge_here" : "badge_checking", "is-waiting"];
    return this.isLost ? ["badge_lost", "is-waiting"] : ["badge_sent", ""];
  }

  /* What only a person can decide: operations that were refused, deals the server has lost. */
  waitingForSomebody() {
    const refused = this.queue.needingSomebody().map((each) => each.key);
    return this.keeping.offer ? refused.concat(this.keeping.offer.from) : refused;
  }

  /* What was written here and is nowhere else; before the store is read, nobody knows. */
  keepsSomething() {
    return Boolean(!this.isOpen || this.queue.waiting().length || this.waitingForSomebody().length || this.isTouched());
  }

  contactText(waiting) {
    if (this.isDead) return "";
    if (this.obstacle && waiting.length) return this.obstacle.text || say(this.obstacle.name, { count: waiting.length });
    if (!this.isLost) return "";
    const minutes = Math.floor((Date.now() - this.contact) / 60000);
    const [name, withWaiting] = minutes < 1 ? ["contact_now", "contact_now_waiting"] : ["contact", "contact_waiting"];
    return say(waiting.length ? withWaiting : name, { minutes, count: waiting.length });
  }

  modeLine(view) {
    const { mode, number } = this.draft;
    if (mode === "append") return [];
    const deal = view.row ? view.row.deal : number;
    const leave = element("button", { type: "button", class: "plain", click: () => this.leaveMode() }, say("leave"));
    return [element("p", { class: "mode" }, say(mode === "correct" ? "correcting" : "inserting", { deal }), leave), rulingLine(view.ruling)];
  }

  noticeBox() {
    if (!this.notice) return [];
    const actions = this.notice.actions.map(([word, act]) => element("button", { type: "button", click: act }, word));
    return [element("div", { class: "notice is-warning" }, element("p", {}, this.notice.text), actions.length ? element("div", { class: "actions" }, ...actions) : null)];
  }

  lateBoxes(view) {
    return lateBoxes(this.state, ({ number, sent }) => [nameOfDeal(sent.record, this.namesAt(number), view.mainSeat), " ", ...line(sent.line)]);
  }

  panel(view) {
    const { state } = this;
    const takeAway = () => this.takeAway();
    if (this.isDead && !this.keepsSomething()) return overPanel(document.querySelector("[data-event-link]"));
    if (this.isDead) return deadPanel(this.queue.waiting().length, takeAway);
    if (state.conflicts.length) {
      const conflict = state.conflicts[0];
      return conflictPanel(conflict, this.namesAt(conflict.number), view.mainSeat, (which) => this.settle(conflict, which));
    }
    const [refused] = this.queue.needingSomebody();
    if (refused) return refusedPanel(refused, view, { correct: () => this.correctRefused(refused), discard: () => this.discardRefused(refused), takeAway });
    if (this.keeping.offer) return againPanel(this.keeping.offer.rows.length, () => this.sendKeptAgain(), () => this.leaveKept());
    if (view.canWrite) return [];
    return state.is_open ? completePanel(state) : closedPanel(state, () => { this.isLate = true; this.draw(); });
  }

  firstDealerKeys(view) {
    if (!this.state.may_set_first_dealer || this.bidding || this.isTouched() || !view.canWrite) return [];
    const keys = view.names.map((name, seat) => element("button", {
      type: "button", class: "key", title: view.wholeNames[seat], "aria-pressed": String(seat === view.dealer), click: () => this.setFirstDealer(seat),
    }, nameElement(name)));
    return [element("p", { class: "legend", id: "label-first-dealer" }, say("first_dealer")),
      element("div", { class: "keys of-words", role: "group", "aria-labelledby": "label-first-dealer" }, ...keys)];
  }

  drawReason() {
    const isWanted = this.draft.mode === "correct" && this.isWriting();
    const { reason } = this.places;
    reason.hidden = !isWanted;
    const input = reason.querySelector("input");
    if (!input.oninput) input.oninput = () => { this.draft.reason = input.value; this.keep(); };
    if (document.activeElement !== input) input.value = this.draft.reason;
  }

  drawSave(view) {
    const { save } = this.places;
    this.places.savePlace.hidden = !view.canWrite || this.bidding !== null;
    const isReady = this.isTouched() && !this.preview.violations.length && this.preview.deltas !== null;
    save.classList.toggle("is-not-ready", !isReady && !this.pending);
    fill(save, [
      element("span", { class: "save-what" },
        element("span", { class: "save-word" }, this.saveWord()),
        element("span", { class: "save-line" }, ...this.saveLine(view))),
      element("span", { class: "save-points n" }, this.savePoints()),
    ]);
  }

  saveWord() {
    if (this.pending) return say(this.trouble ? "save_again" : "saving");
    return say(this.draft.mode === "correct" ? "save_correction" : this.draft.mode === "insert" ? "save_insert" : "save");
  }

  saveLine(view) {
    if (!this.isTouched()) return [say("save_hint")];
    const name = view.mainSeat ? nameOfDeal(view.reading.values, view.names, view.mainSeat) : "";
    const notes = (this.preview.notes || []).map((note) => element("span", { class: "save-note" }, note));
    return [name, " ", ...line(this.preview.line || ""), ...notes];
  }

  savePoints() {
    const changed = (this.preview.deltas || []).filter((delta) => delta !== 0);
    return changed.length === 1 ? signed(changed[0]) : changed.length === 0 && this.preview.deltas ? "0" : "";
  }

  /* Below the save key: the last deal with its undo, or what a correction can do besides. */
  lastLine(view) {
    if (this.isDead || this.state.conflicts.length) return [];
    if (this.draft.mode === "correct" && view.row) {
      return [element("span", { class: "actions" },
        element("button", { type: "button", class: "danger", click: () => this.strike(view.row) }, say("strike", { deal: view.row.deal })),
        element("button", { type: "button", click: () => this.insertBefore(view.row.number) }, say("insert_before")))];
    }
    if (this.struck) {
      const name = nameOfDeal(this.struck.record, view.names, view.mainSeat);
      return [element("span", {}, say("struck", { deal: this.struck.deal }), " ", name, " ", ...line(this.struck.line)),
        element("button", { type: "button", class: "plain", click: () => this.putBack() }, say("put_back"))];
    }
    return this.draft.mode === "append" ? this.lastDeal(view) : [];
  }

  lastDeal(view) {
    const row = this.state.deals[this.state.deals.length - 1];
    if (!row) return [];
    const name = nameOfDeal(row.record, this.namesAt(row.number), view.mainSeat);
    if (!row.deltas) return [element("span", {}, element("span", { class: "n dim" }, `${row.deal} `), name, " ", say("row_unchecked"))];
    const ruling = rulingOn(this.state, row.number);
    const changed = ruling ? [] : row.deltas.filter((delta) => delta !== 0);
    const made = row.made === undefined ? (row.facts || {}).made : row.made;
    return [
      element("span", {}, element("span", { class: "n dim" }, `${row.deal} `), name, " ", ...line(row.line),
        made === false ? ` ${say("lost")}` : null, " ", changed.length === 1 ? figure(changed[0]) : null, rulingLine(ruling)),
      this.state.is_open ? element("button", { type: "button", class: "plain", click: () => this.strike(row) }, say("undo")) : null,
    ];
  }
}

/* What the sheet carries on besides totals; a side's lines stand with the side. */
export function boardOf(view) {
  const heads = { seat: view.names, side: view.table.sides.map((seats) => seats.map((seat) => view.names[seat]).join(" + ")), table: [] };
  const isWithSides = view.entry !== null && view.entry.field.per_side && view.table.sides.length < view.names.length;
  return ["table", "side", "seat"].filter((scope) => scope !== "side" || !isWithSides).map((scope) => {
    const lines = view.board.filter((line) => line.scope === scope);
    if (!lines.length) return null;
    const head = heads[scope].length ? element("thead", {}, element("tr", {}, element("td", {}), ...heads[scope].map((name) => element("th", { scope: "col", title: name }, nameElement(name))))) : null;
    return element("table", { class: `board ${scope === "table" ? "of-table" : ""}`.trim() }, head, element("tbody", {}, ...lines.map((line) => element("tr", {},
      element("th", { scope: "row", class: "words" }, line.label), ...line.values.map((value) => element("td", { class: "n" }, value))))));
  });
}
