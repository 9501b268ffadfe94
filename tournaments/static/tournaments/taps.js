/* What thumbs do on the pad: the draft being typed, the mode it is in, and what it would be worth. */

import { Bidding } from "./auction.js";
import { Face } from "./face.js";
import { newKey } from "./api.js";
import { rulingOn, standingOf } from "./rows.js";
import { countedDown, countedUp, isUsual, leadersOf, mainSeatField, nextPlace, ownCounts, readRecord, recordOf, seatEntry, tap, tappedFrom } from "./record.js";

const PREVIEW_PAUSE = 120;
export const NOTHING = { violations: [], deltas: null, totals: null, line: null, breaks: [] };

export class Taps extends Face {
  // The draft

  /* Its key is the key of the operation it becomes: after a reload nobody writes twice what is saved already. */
  emptyDraft() {
    return { mode: "append", number: this.state.next_number, revision: null, tapped: {}, reason: "", key: newKey() };
  }

  isTouched() {
    return Object.keys(this.draft.tapped).length > 0;
  }

  keep() {
    const { bidding, state } = this;
    this.memory.write({
      draft: this.isTouched() ? this.draft : null,
      auction: bidding && bidding.calls.length ? { number: state.next_number, calls: bidding.calls } : null,
    });
  }

  /* While an operation is written down, and while nobody knows yet whether the draft found here was saved already. */
  isLocked() {
    return this.pending !== null || (this.isRecalled && !this.isOpen);
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

  /* An auction that a reload interrupted goes on, unless its deal is written by now. */
  recallBidding(kept) {
    if (!kept || kept.number !== this.state.next_number || !this.isWriting() || this.isTouched()) return;
    this.bidding = new Bidding(this, kept.calls);
    this.keep();
    this.bidding.ask();
  }

  /* Where the auction stands; null if neither the rules on this phone nor the server can tell. */
  async auctionAfter(calls) {
    if (this.engine) {
      const told = await this.engine.auction(this.state, calls).catch(() => null);
      if (told && told.calls) return told;
    }
    const { status, isJson, body } = await this.api.auction(calls);
    return status === 200 && isJson ? body : null;
  }

  /* What the auction leaves goes into the record; from there on it is written down as ever. */
  closeBidding(result) {
    this.bidding = null;
    this.notice = null;
    this.keep();
    if (result) this.change(tappedFrom(result, this.state.fields, this.view().table));
    else this.draw();
  }

  // What follows from state and draft

  part() {
    return this.partOf(this.draft.number);
  }

  partOf(number) {
    const parts = this.state.parts.filter((each) => each.first_number <= number || each === this.state.parts[0]);
    return parts[parts.length - 1];
  }

  /* Who sat there when a row was written. */
  namesAt(number) {
    return calledNames(this.partOf(number).seats.map((seat) => seat.name));
  }

  rowOf(number) {
    return this.state.deals.find((each) => each.number === number) || null;
  }

  view() {
    const wholeNames = this.part().seats.map((seat) => seat.name);
    const names = calledNames(wholeNames);
    const row = this.draft.mode === "append" ? null : this.rowOf(this.draft.number);
    const totals = standingOf(this.state, this.part());
    const ruling = this.draft.mode === "correct" ? rulingOn(this.state, this.draft.number) : null;
    const table = { options: this.state.options || {}, seats: names.length, sides: this.part().sides, dealer: row ? row.dealer : this.state.dealer };
    const fields = this.state.fields;
    const reading = readRecord(fields, table, this.draft.tapped);
    return {
      names, wholeNames, table, reading, row, ruling,
      totals: totals.length === names.length ? totals : names.map(() => 0),
      dealer: this.isWriting() ? table.dealer : null,
      entry: seatEntry(fields),
      hints: this.draft.mode === "append" ? this.state.hints : [],
      board: this.state.board,
      toldSeats: fields.filter((field) => field.kind === "seat" && field !== mainSeatField(fields)),
      turn: this.bidding ? this.bidding.turn() : null,
      isBidding: this.bidding !== null,
      cursorOf: (field) => this.cursorOf(field, reading, table),
      deltas: this.shownChanges(row, ruling),
      leaders: leadersOf(fields),
      mainSeat: mainSeatField(fields),
      refusals: this.refusals(reading),
      canWrite: this.isWriting(),
      wantsRare: this.wantsRare,
      isHiddenAsRare: (field) => field.is_rare && !isUsual(field, reading, table) && !this.wantsRare && this.draft.tapped[field.name] === undefined && !this.isRefused(field),
    };
  }

  /* What saving does to the totals: after a correction everything behind it is derived again. What the director has
     ruled goes on counting. */
  shownChanges(row, ruling) {
    const { deltas, totals } = this.preview;
    if (!deltas || this.draft.mode !== "correct" || !row) return deltas;
    if (ruling) return deltas.map(() => 0);
    const isInLastPart = this.part() === this.state.parts[this.state.parts.length - 1];
    if (isInLastPart && totals && totals.length === this.state.totals.length) return totals.map((total, seat) => total - this.state.totals[seat]);
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
    if (this.isLocked()) return;
    const view = this.view();
    this.change(tap(field, value, view.reading, view.leaders));
  }

  type(field, value) {
    if (this.isLocked()) return;
    const tapped = Object.assign({}, this.draft.tapped);
    if (value === undefined) delete tapped[field.name];
    else tapped[field.name] = value;
    this.change(tapped);
  }

  /* A yes or no of one seat; the others keep what they have, also what they have by themselves. */
  mark(field, seat, view) {
    if (this.isLocked()) return;
    const own = view.reading.tapped[field.name];
    const flags = Array.isArray(own) ? own.slice() : view.names.map(() => null);
    flags[seat] = !(view.reading.values[field.name] || [])[seat];
    this.type(field, flags);
  }

  countUp(field, place) {
    if (this.isLocked()) return;
    const { reading, table } = this.view();
    this.cursor = { field: field.name, place };
    this.type(field, countedUp(field, place, reading, table));
  }

  countDown(field, place) {
    if (this.isLocked()) return;
    const { reading, table } = this.view();
    this.cursor = { field: field.name, place };
    this.type(field, countedDown(field, place, reading, table));
  }

  /* A number for the place whose turn it is; then it is the next one's. */
  setCount(field, number) {
    if (this.isLocked()) return;
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
      const told = await this.worth(this.draft.number, recordOf(this.view().reading));
      if (mine !== this.asksPreview) return;
      this.isPreviewOld = false;
      this.preview = told && told.violations ? Object.assign({}, NOTHING, told) : NOTHING;
      this.askRipple();
      this.draw();
    }, this.engine ? 0 : PREVIEW_PAUSE);
  }

  /* What a correction would do to the standings: only the server knows them. */
  askRipple() {
    const isWorth = this.draft.mode === "correct" && this.preview.deltas;
    if (isWorth) this.ripple.ask(this.draft.number, recordOf(this.view().reading));
    else this.ripple.hide();
  }

  /* The rules on this phone if they are here, else the server; null if neither can tell. */
  async worth(number, record) {
    if (this.engine) {
      const told = await this.engine.preview(this.state, number, record).catch(() => null);
      if (told) return told;
    }
    return (await this.api.preview(number, record)).body;
  }

  /* Nothing is known, and an answer on its way would be about what is no longer typed. */
  forgetPreview() {
    this.ripple.hide();
    this.asksPreview += 1;
    clearTimeout(this.previewTimer);
    this.preview = NOTHING;
    this.isPreviewOld = false;
  }

  chooseRow(event) {
    const row = event.target.closest("tr[data-number]");
    if (row && !this.isLocked() && !this.isDead) this.correct(Number(row.dataset.number));
  }

  correct(number) {
    const row = this.rowOf(number);
    if (!row || row.number === null || !row.deltas) return;
    this.typeAgain(Object.assign({ mode: "correct", number, revision: row.revision }, this.identityOf(number)), row.record);
  }

  /* A record that is written already, as the taps it came from. */
  typeAgain(place, record) {
    this.draft = Object.assign(this.emptyDraft(), place);
    this.draft.tapped = tappedFrom(record, this.state.fields, this.view().table);
    this.goTo();
  }

  insertBefore(number) {
    this.draft = Object.assign(this.emptyDraft(), { mode: "insert", number });
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
}

/* As people at the table call each other: the first word of the name, or all of it where that is not enough. */
export function calledNames(wholeNames) {
  const first = wholeNames.map((name) => name.split(/[\s\u3000]+/)[0].replace(/,$/, ""));
  return wholeNames.map((name, seat) => (first.filter((each) => each === first[seat]).length === 1 ? first[seat] : name));
}
