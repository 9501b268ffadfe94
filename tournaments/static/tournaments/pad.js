/* The table's page: what do we write down now. Holds the state the server told, the draft being typed and the
   operation on its way; face.js draws them. Rules stay on the server; texts come with the page. */

import { Api, Memory, newKey } from "./api.js";
import { Bidding } from "./auction.js";
import { Face, breaksText } from "./face.js";
import { nameOfDeal } from "./panels.js";
import { countedDown, countedUp, leadersOf, mainSeatField, nextPlace, ownCounts, readRecord, recordOf, seatEntry, tap, tappedFrom } from "./record.js";
import { element, fill, readTexts, say } from "./words.js";

const PREVIEW_PAUSE = 120;
const POLL_PAUSE = 4000;
const NOTHING = { violations: [], deltas: null, totals: null, line: null, breaks: [] };

class Pad extends Face {
  constructor(root, state) {
    super();
    this.root = root;
    this.places = {};
    root.querySelectorAll("[data-place]").forEach((each) => { this.places[each.dataset.place] = each; });
    this.sheet = document.querySelector("[data-sheet]");
    this.api = new Api(root.dataset.api, root.dataset.publicId);
    this.memory = new Memory(root.dataset.publicId);
    this.state = state;
    this.notice = null;
    this.struck = null;
    this.preview = NOTHING;
    this.asksPreview = 0;
    this.isPreviewOld = false;
    this.isLate = this.isDead = this.isLost = this.wantsMissing = this.wantsRare = false;
    this.pending = null;
    this.trouble = false;
    this.cursor = null;
    this.bidding = null;
    this.draft = this.emptyDraft();
  }

  start() {
    this.makeControls();
    this.places.save.addEventListener("click", () => this.save());
    this.sheet.addEventListener("click", (event) => this.chooseRow(event));
    window.addEventListener("online", () => { this.api.tryNow(); this.refresh(); });
    document.addEventListener("visibilitychange", () => { if (!document.hidden) this.refresh(); });
    this.recall();
    this.makeRowsTouchable();
    this.draw();
    this.askPreview();
    this.pollLater();
  }

  // The draft, and what this phone keeps

  emptyDraft() {
    return { mode: "append", number: this.state.next_number, revision: null, tapped: {}, reason: "" };
  }

  isTouched() {
    return Object.keys(this.draft.tapped).length > 0;
  }

  keep() {
    this.memory.write({ draft: this.isTouched() ? this.draft : null, pending: this.pending });
  }

  /* After a reload: the draft as it was typed, and the save whose answer never came, with its old key. */
  recall() {
    const kept = this.memory.read();
    if (kept.draft) this.draft = kept.draft;
    if (kept.pending) this.carryOut(kept.pending);
    else this.noticeTakenNumber();
  }

  forgetDraft() {
    this.draft = this.emptyDraft();
    this.forgetPreview();
    this.cursor = null;
    this.wantsMissing = this.wantsRare = false;
    this.keep();
  }

  // The auction, bid by bid, for whoever wants it

  openBidding() {
    this.bidding = new Bidding(this);
    this.bidding.ask();
    this.draw();
  }

  /* What the auction leaves goes into the record; from there on it is written down as ever. */
  closeBidding(result) {
    this.bidding = null;
    this.notice = null;
    if (result) this.change(tappedFrom(result, this.state.fields, this.view().table));
    else this.draw();
  }

  // What follows from state and draft

  part() {
    const parts = this.state.parts.filter((each) => each.first_number <= this.draft.number || each === this.state.parts[0]);
    return parts[parts.length - 1];
  }

  rowOf(number) {
    return this.state.deals.find((each) => each.number === number) || null;
  }

  view() {
    const wholeNames = this.part().seats.map((seat) => seat.name);
    const names = calledNames(wholeNames);
    const row = this.draft.mode === "append" ? null : this.rowOf(this.draft.number);
    const table = { options: this.state.options || {}, seats: names.length, sides: this.part().sides, dealer: row ? row.dealer : this.state.dealer };
    const fields = this.state.fields;
    const reading = readRecord(fields, table, this.draft.tapped);
    return {
      names, wholeNames, table, reading, row,
      totals: this.state.totals.length === names.length ? this.state.totals : names.map(() => 0),
      dealer: this.isWriting() ? table.dealer : null,
      entry: seatEntry(fields),
      hints: this.draft.mode === "append" ? this.state.hints : [],
      board: this.state.board,
      toldSeats: fields.filter((field) => field.kind === "seat" && field !== mainSeatField(fields)),
      turn: this.bidding ? this.bidding.turn() : null,
      isBidding: this.bidding !== null,
      cursorOf: (field) => this.cursorOf(field, reading, table),
      deltas: this.shownChanges(row),
      leaders: leadersOf(fields),
      mainSeat: mainSeatField(fields),
      refusals: this.refusals(reading),
      canWrite: this.isWriting(),
      isHiddenAsRare: (field) => field.is_rare && !this.wantsRare && this.draft.tapped[field.name] === undefined && !this.isRefused(field),
    };
  }

  /* What saving does to the totals: after a correction everything behind it is derived again. */
  shownChanges(row) {
    const { deltas, totals } = this.preview;
    if (!deltas || this.draft.mode !== "correct" || !row) return deltas;
    if (totals && totals.length === this.state.totals.length) return totals.map((total, seat) => total - this.state.totals[seat]);
    return deltas.map((delta, seat) => delta - row.deltas[seat]);
  }

  /* Sentences by field; what is merely still empty is not complained about before somebody saves. */
  refusals(reading) {
    const byField = {};
    this.preview.violations.forEach((each) => {
      if (this.isMissing(each, reading) && !this.wantsMissing) return;
      const name = each.field && reading.asked.has(each.field) ? each.field : "";
      byField[name] = (byField[name] || []).concat(each.message);
    });
    return byField;
  }

  isMissing(violation, reading) {
    const value = violation.field ? reading.values[violation.field] : undefined;
    return value === null || (value === undefined && !this.isTouched());
  }

  isRefused(field) {
    return this.preview.violations.some((each) => each.field === field.name);
  }

  isWriting() {
    if (this.isDead || this.state.conflicts.length) return false;
    if (this.draft.mode !== "append") return true;
    if (this.pending || this.isTouched() || this.isLate) return true;
    return this.state.is_open && !this.state.is_complete;
  }

  // Taps

  tap(field, value) {
    if (this.pending) return;
    const view = this.view();
    this.change(tap(field, value, view.reading, view.leaders));
  }

  type(field, value) {
    if (this.pending) return;
    const tapped = Object.assign({}, this.draft.tapped);
    if (value === undefined) delete tapped[field.name];
    else tapped[field.name] = value;
    this.change(tapped);
  }

  /* A yes or no of one seat; the others keep what they have, also what they have by themselves. */
  mark(field, seat, view) {
    if (this.pending) return;
    const own = view.reading.tapped[field.name];
    const flags = Array.isArray(own) ? own.slice() : view.names.map(() => null);
    flags[seat] = !(view.reading.values[field.name] || [])[seat];
    this.type(field, flags);
  }

  countUp(field, place) {
    if (this.pending) return;
    const { reading, table } = this.view();
    this.cursor = { field: field.name, place };
    this.type(field, countedUp(field, place, reading, table));
  }

  countDown(field, place) {
    if (this.pending) return;
    const { reading, table } = this.view();
    this.cursor = { field: field.name, place };
    this.type(field, countedDown(field, place, reading, table));
  }

  /* A number for the place whose turn it is; then it is the next one's. */
  setCount(field, number) {
    if (this.pending) return;
    const { reading, table } = this.view();
    const place = this.cursorOf(field, reading, table);
    if (place === null) return;
    const counts = ownCounts(field, reading, table);
    counts[place] = number;
    this.cursor = null;
    this.type(field, counts);
  }

  cursorOf(field, reading, table) {
    if (this.cursor && this.cursor.field === field.name && this.cursor.place < table.seats) return this.cursor.place;
    return nextPlace(field, reading, table);
  }

  change(tapped) {
    this.draft.tapped = tapped;
    this.notice = null;
    this.keep();
    this.draw();
    this.askPreview();
  }

  askPreview() {
    this.asksPreview += 1;
    const mine = this.asksPreview;
    clearTimeout(this.previewTimer);
    this.isPreviewOld = true;
    if (!this.isTouched()) {
      this.forgetPreview();
      this.draw();
      return;
    }
    this.previewTimer = setTimeout(async () => {
      const answer = await this.api.preview(this.draft.number, recordOf(this.view().reading));
      if (mine !== this.asksPreview) return;
      this.isPreviewOld = false;
      this.preview = answer.status === 200 && answer.body ? Object.assign({}, NOTHING, answer.body) : NOTHING;
      this.draw();
    }, PREVIEW_PAUSE);
  }

  /* Nothing is known, and an answer on its way would be about what is no longer typed. */
  forgetPreview() {
    this.asksPreview += 1;
    clearTimeout(this.previewTimer);
    this.preview = NOTHING;
    this.isPreviewOld = false;
  }

  chooseRow(event) {
    const row = event.target.closest("tr[data-number]");
    if (row && !this.pending && !this.isDead) this.correct(Number(row.dataset.number));
  }

  correct(number) {
    const row = this.rowOf(number);
    if (!row || row.number === null) return;
    this.draft = { mode: "correct", number, revision: row.revision, tapped: {}, reason: "" };
    this.draft.tapped = tappedFrom(row.record, this.state.fields, this.view().table);
    this.goTo();
  }

  insertBefore(number) {
    this.draft = { mode: "insert", number, revision: null, tapped: {}, reason: "" };
    this.goTo();
  }

  goTo() {
    this.preview = NOTHING;
    this.cursor = null;
    this.bidding = null;
    this.notice = null;
    this.wantsMissing = this.wantsRare = false;
    this.keep();
    this.draw();
    this.askPreview();
    this.root.scrollIntoView();
  }

  leaveMode() {
    this.forgetDraft();
    this.notice = null;
    this.draw();
  }

  // Saving

  save() {
    if (this.pending) {
      this.api.tryNow();
      return;
    }
    this.wantsMissing = true;
    if (!this.isTouched()) {
      this.tell(say("nothing_yet"));
      return;
    }
    if (this.preview.violations.length && !this.isPreviewOld) {
      this.draw();
      this.showRefusal();
      return;
    }
    this.carryOut(this.operationOf(this.draft));
  }

  operationOf(draft) {
    const record = recordOf(this.view().reading);
    const base = { kind: draft.mode, key: newKey(), number: draft.number, match: null };
    if (draft.mode === "correct") {
      return Object.assign(base, { method: "PUT", path: `deals/${draft.number}/`, match: draft.revision, body: { record, reason: draft.reason } });
    }
    if (draft.mode === "insert") {
      return Object.assign(base, { method: "POST", path: `deals/${draft.number}/insert/`, match: this.state.revision, body: { record } });
    }
    return Object.assign(base, { method: "POST", path: "deals/", body: { number: draft.number, record } });
  }

  strike(row) {
    this.struck = { number: row.number, deal: row.deal, record: row.record, line: row.line };
    this.carryOut({ kind: "strike", key: newKey(), number: row.number, method: "DELETE", path: `deals/${row.number}/`, match: this.state.revision, body: null, struck: this.struck });
  }

  putBack() {
    const { number, record } = this.struck;
    const isLast = number >= this.state.next_number;
    const operation = isLast
      ? { path: "deals/", match: null, body: { number, record } }
      : { path: `deals/${number}/insert/`, match: this.state.revision, body: { record } };
    this.carryOut(Object.assign(operation, { kind: "put_back", key: newKey(), number, method: "POST" }));
  }

  setFirstDealer(seat) {
    this.carryOut({ kind: "first_dealer", key: newKey(), number: null, method: "PUT", path: "first_dealer/", match: null, body: { first_dealer: seat } });
  }

  settle(conflict, choose) {
    this.carryOut({ kind: "settle", key: newKey(), number: conflict.number, method: "POST", path: `conflicts/${conflict.conflict}/`, match: null, body: { choose } });
  }

  /* Written down, sent until there is a definite answer, then forgotten. */
  async carryOut(operation) {
    if (this.pending) return;
    this.pending = operation;
    this.trouble = false;
    this.notice = null;
    this.keep();
    this.draw();
    const answer = await this.api.send(operation, () => { this.trouble = true; this.draw(); });
    this.pending = null;
    this.trouble = false;
    this.answered(operation, answer);
    this.keep();
    await this.refresh(true);
  }

  answered(operation, answer) {
    const body = answer.body || {};
    if (answer.status === 202) this.done(operation, say("late_kept"));
    else if (answer.status < 300) this.done(operation, body.breaks && body.breaks.length ? breaksText(body.breaks) : null);
    else if (body.conflict) this.done(operation, null);
    else if (answer.status === 409 && body.code === "earlier_rows_missing") this.renumber(body.expected);
    else if (answer.status === 422 && body.violations) this.refuse(body.violations);
    else if (body.breaks) this.tell(`${sentenceOf(body)} ${breaksText(body.breaks)}`);
    else this.tell(sentenceOf(body));
  }

  done(operation, text) {
    const isDraft = ["append", "correct", "insert"].includes(operation.kind);
    if (operation.kind === "strike") this.struck = operation.struck;
    else if (operation.kind !== "first_dealer") this.struck = null;
    if (isDraft || operation.kind === "strike") this.draft = this.emptyDraft();
    this.cursor = null;
    this.forgetPreview();
    this.wantsMissing = this.wantsRare = this.isLate = false;
    this.notice = text ? { text, actions: [] } : null;
  }

  renumber(expected) {
    this.draft.number = expected;
    this.tell(say("renumbered", { number: expected }));
  }

  refuse(violations) {
    this.forgetPreview();
    this.preview = Object.assign({}, NOTHING, { violations });
    this.draw();
    this.showRefusal();
  }

  showRefusal() {
    const first = this.root.querySelector(".refusal");
    if (first) first.scrollIntoView({ block: "center" });
  }

  tell(text, actions) {
    this.notice = { text, actions: actions || [] };
    this.draw();
  }

  // Keeping up with the other phones

  async refresh(isFresh) {
    if (this.pending || this.isRefreshing || this.isDead) return;
    this.isRefreshing = true;
    const answer = await this.api.state(isFresh);
    this.isRefreshing = false;
    this.isLost = answer.status === 0 || answer.status >= 500;
    if (answer.status === 404) this.isDead = true;
    if (answer.status === 200 && answer.isJson) await this.take(answer.body);
    this.draw();
  }

  async take(state) {
    const hasOtherFields = JSON.stringify(state.fields) !== JSON.stringify(this.state.fields)
      || JSON.stringify(state.parts) !== JSON.stringify(this.state.parts);
    this.state = state;
    if (!this.isTouched() && this.draft.mode === "append") this.draft.number = state.next_number;
    if (hasOtherFields) this.makeControls();
    if (this.bidding) this.bidding.ask();
    this.noticeTakenNumber();
    const html = await this.api.fragment(this.sheet.dataset.sheet);
    if (html !== null) {
      this.sheet.innerHTML = html;
      this.makeRowsTouchable();
    }
  }

  /* Another phone wrote the deal that is being typed here: nobody's typing is lost, the table says which it is. */
  noticeTakenNumber() {
    const isTaken = this.draft.mode === "append" && this.isTouched() && !this.pending && this.draft.number < this.state.next_number;
    if (!isTaken) return;
    const row = this.rowOf(this.draft.number);
    const view = this.view();
    const text = row ? `${nameOfDeal(row.record, view.names, view.mainSeat)} ${row.line}` : "";
    this.notice = {
      text: say("taken", { number: this.draft.number, line: text.trim() }),
      actions: [
        [say("taken_same"), () => this.leaveMode()],
        [say("taken_next"), () => { this.draft.number = this.state.next_number; this.notice = null; this.keep(); this.askPreview(); this.draw(); }],
      ],
    };
  }

  pollLater() {
    setTimeout(async () => {
      if (!document.hidden && !this.pending) await this.refresh();
      this.pollLater();
    }, POLL_PAUSE * (0.85 + Math.random() * 0.3));
  }

  // The sheet below

  makeRowsTouchable() {
    this.sheet.querySelectorAll("table.sheet").forEach((table) => table.classList.add("is-touchable"));
    this.sheet.querySelectorAll("tr[data-number] > th").forEach((head) => {
      const label = say("correct_deal", { deal: head.parentNode.dataset.deal });
      fill(head, element("button", { type: "button", class: "row-key", "aria-label": label }, ...Array.from(head.childNodes)));
    });
    this.markChosenRow();
  }

  markChosenRow() {
    const chosen = this.draft.mode === "append" ? null : String(this.draft.number);
    this.sheet.querySelectorAll("tr[data-number]").forEach((row) => row.classList.toggle("is-chosen", row.dataset.number === chosen));
  }
}

/* As people at the table call each other: the first word of the name, or all of it where that is not enough. */
function calledNames(wholeNames) {
  const first = wholeNames.map((name) => name.split(/[\s\u3000]+/)[0].replace(/,$/, ""));
  return wholeNames.map((name, seat) => (first.filter((each) => each === first[seat]).length === 1 ? first[seat] : name));
}

function sentenceOf(body) {
  if (body.message || body.detail) return body.message || body.detail;
  return (body.violations || []).map((each) => each.message).join(" ") || say("refused");
}

readTexts(document.getElementById("texts"));
const root = document.querySelector("[data-pad]");
new Pad(root, JSON.parse(document.getElementById("table-state").textContent)).start();
