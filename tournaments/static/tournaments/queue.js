/* The operations of a table to send: stored on the phone before the pad shows "saved", sent in order, each until there
   is a definite answer. The store is authoritative; `operations` is this page's copy, as several pages and tabs
   share one store. An operation is

   {format, order, key, table, device, at, kind, number, method, path, match, body, checked, state, answer}

   `state` is "waiting", "sent", "parked" (two versions, or for the director), "refused", "dropped", "unreadable". */

import { isDefinite, pauseAfter, restAsked } from "./api.js";
import { NO_REVISION, withFewerRows, withoutChange, withoutRow, withStruckRow } from "./rebase.js";
import { FORMAT } from "./store.js";
import { inTurn } from "./send_lock.js";

const BUSY = 1;
const LONGEST_REST = 75000; // a rest that ends later was requested before the phone's clock was set back
const TOO_MANY = 429;
const SHIFTING = ["append", "again", "insert", "put_back", "strike"];
const ROWS = ["append", "again", "insert", "put_back"];
const STATES = ["waiting", "sent", "parked", "refused", "dropped"];

export class Queue {
  /* `told` receives: changed(), answered(operation), trouble(answer, operation), dead(), gap(operation). */
  constructor(store, api, table, told) {
    this.store = store;
    this.api = api;
    this.table = table;
    this.told = told;
    this.device = "";
    this.owner = "";
    this.operations = [];
    api.phone = () => ({ device: this.device, unsent: this.waiting().length });
    this.loose = [];
    this.isSending = false;
    this.isAskedAgain = false;
    this.isTroubled = false;
    this.channel = typeof BroadcastChannel === "function" ? new BroadcastChannel("stichtag") : null;
    if (this.channel) this.channel.onmessage = () => this.load();
  }

  waiting() {
    return this.operations.filter((each) => each.state === "waiting");
  }

  /* Return the operations that a sheet of this revision does not show yet. */
  beyond(revision) {
    return this.operations.filter((each) => each.state === "waiting"
      || (each.state === "sent" && revisionAfter(each) > revision));
  }

  /* Return an existing answer of the server: sending may have been faster than the page. */
  answerTo(operation) {
    const known = this.operations.find((each) => each.key === operation.key);
    return known ? known.answer : null;
  }

  // Storage

  /* Reload the copy of the store and report the new answers, whichever tab sent the operations. */
  async load() {
    const before = new Set(this.waiting().map((each) => each.key));
    const stored = (await this.store.operationsOf(this.table)).map(readOperation);
    this.operations = stored.concat(this.loose);
    this.operations.filter((each) => each.state !== "waiting" && before.has(each.key))
      .forEach((each) => this.told.answered(each));
    this.told.changed();
  }

  made(operation) {
    const at = new Date().toISOString();
    const own = { format: FORMAT, table: this.table, device: this.device, at, state: "waiting", answer: null };
    return Object.assign(own, operation);
  }

  /* Resolve when the operation is stored; throw if the phone cannot store it. What it `replaces` is removed, and its
     number kept; if the row has moved up meanwhile, the rows after it move too. */
  async add(operation) {
    const { replaces } = operation;
    const kept = Object.assign({}, operation);
    delete kept.replaces;
    delete kept.draft;
    if (replaces) kept.order = replaces;
    const replaced = this.operations.find((each) => each.order === replaces);
    const fewer = replaced && kept.path === "deals/" && replaced.path === kept.path ? replaced.number - kept.number : 0;
    await this.store.change("operations", (records) => {
      records.put(kept);
      if (fewer > 0) this.changeBehind(records, kept, (behind) => withFewerRows(behind, replaced.number, fewer));
    });
    this.tellOthers();
  }

  /* Replace the unsent operations after one by the results of `change`; those it omits are removed. */
  changeBehind(records, operation, change) {
    const request = records.index("table").getAll(operation.table);
    request.onsuccess = () => {
      const behind = request.result.map(readOperation)
        .filter((each) => each.order > operation.order && each.state === "waiting" && !each.tries);
      const after = change(behind);
      const left = after.map((each) => each.order);
      after.forEach((each) => records.put(each));
      behind.filter((each) => !left.includes(each.order)).forEach((each) => records.delete(each.order));
    };
  }

  /* Operations under known keys move to the end. */
  async addAll(operations) {
    await this.store.change("operations", (records) => {
      operations.forEach((operation) => {
        const known = records.index("key").getKey([operation.table, operation.key]);
        known.onsuccess = () => {
          if (known.result !== undefined) records.delete(known.result);
          const anew = Object.assign({}, operation);
          delete anew.order;
          records.add(anew);
        };
      });
    });
    this.tellOthers();
  }

  /* For a phone without storage: the operation lives as long as this page, and the pad does not show it as saved. */
  addLoose(operation) {
    this.loose.push(operation);
    this.operations = this.operations.concat(operation);
  }

  async put(operation) {
    if (!this.isLoose(operation)) await this.store.put("operations", operation);
    this.tellOthers();
  }

  isLoose(operation) {
    return this.loose.includes(operation);
  }

  /* Remove an operation for good. Unsent rows after it move up, if it would have been a row. */
  async discard(operation) {
    if (this.isLoose(operation)) {
      this.loose = this.loose.filter((each) => each !== operation);
      return this.load().catch(() => null);
    }
    const change = ROWS.includes(operation.kind) ? withoutRow : operation.kind === "strike" ? withStruckRow : null;
    await this.store.change("operations", (records) => {
      records.delete(operation.order);
      if (change) this.changeBehind(records, operation, (behind) => change(behind, operation));
    });
    this.tellOthers();
    return this.load();
  }

  async setState(operations, state) {
    await this.store.change("operations",
      (records) => operations.forEach((each) => { records.put(Object.assign({}, each, { state })); }));
    this.tellOthers();
    await this.load();
  }

  tellOthers() {
    if (this.channel) this.channel.postMessage("changed");
  }

  // Sending

  /* Send until no pending operation can be sent. */
  async flush() {
    this.isAskedAgain = true;
    this.api.tryNow();
    if (this.isSending) return;
    this.isSending = true;
    let tries = 0;
    for (;;) {
      this.isAskedAgain = false;
      const end = await this.sendInTurn();
      if (end === "over" && !this.isAskedAgain) break;
      if (end === "over") continue;
      tries = end.answer ? tries + 1 : 0;
      if (end !== "sent") await this.api.pause(end.answer ? pauseAfter(end.answer, tries - 1) : end.rest || BUSY);
    }
    this.isSending = false;
    this.told.changed();
  }

  async sendInTurn() {
    try {
      return await inTurn(this.store, this.table, this.owner, () => this.sendNext()) || "busy";
    } catch (error) {
      return this.loose.length ? this.sendNext() : "over"; // a failing store does not block unstored operations
    }
  }

  /* Return "sent", "over", {answer} of a failed attempt, or {rest}: the seconds of Retry-After that remain. */
  async sendNext() {
    await this.load().catch(() => null);
    const operation = this.next();
    if (!operation) return "over";
    const rest = (operation.restUntil || 0) - Date.now();
    if (rest > 0 && rest < LONGEST_REST) return { rest: rest / 1000 };
    this.nameRow(operation);
    const answer = await this.api.attempt(operation);
    this.isTroubled = !isDefinite(answer);
    if (this.isTroubled) {
      operation.tries = (operation.tries || 0) + 1;
      operation.restUntil = Date.now() + restAsked(answer) * 1000;
      operation.isOneTooMany = answer.status === TOO_MANY;
      await this.put(operation).catch(() => null);
      this.told.trouble(answer, operation);
      return { answer };
    }
    return this.settle(operation, answer);
  }

  /* Return the first pending operation; none after a refused row, whose numbers depend on it. If there are too many
     conflicts, an operation that settles one goes first. */
  next() {
    for (const each of this.operations) {
      const isFull = each.state === "waiting" && each.isOneTooMany;
      if (each.state === "waiting") return (isFull && this.waiting().find((other) => other.kind === "settle")) || each;
      if (each.state === "unreadable" || (each.state === "refused" && SHIFTING.includes(each.kind))) return null;
    }
    return null;
  }

  /* A row made on this phone has its id by now; if it was not accepted, the server keeps both versions. */
  nameRow(operation) {
    if (operation.kind !== "correct" || !operation.made || operation.body.row) return;
    const made = this.operations.find((each) => each.key === operation.made);
    const { row } = (made && made.answer && made.answer.body) || {};
    if (row) operation.body = Object.assign({}, operation.body, { row });
    else operation.match = NO_REVISION;
  }

  async settle(operation, answer) {
    const { status, body } = answer;
    if (status === 404 && body.code === "not_found") {
      this.told.dead();
      return "over";
    }
    operation.tries = (operation.tries || 0) + 1;
    operation.answer = { status, body };
    if (status === 409 && body.code === "earlier_rows_missing" && !operation.hadGap) {
      operation.hadGap = true;
      await this.put(operation).catch(() => null);
      this.told.gap(operation);
      return "over";
    }
    operation.state = stateAfter(status, body);
    await (operation.state === "sent" ? this.put(operation) : this.putUntaken(operation)).catch(() => null);
    this.told.answered(operation);
    return "sent";
  }

  /* Later operations were made for a sheet that it had changed. One that blocks them can still be corrected. */
  async putUntaken(operation) {
    const holdsUp = operation.state === "refused" && SHIFTING.includes(operation.kind);
    if (holdsUp || operation.kind === "settle" || this.isLoose(operation)) return this.put(operation);
    await this.store.change("operations", (records) => {
      records.put(operation);
      this.changeBehind(records, operation, (behind) => withoutChange(behind, operation));
    });
    return this.tellOthers();
  }
}

function stateAfter(status, body) {
  if (status === 202 || body.conflict) return "parked";
  return status < 300 ? "sent" : "refused";
}

function revisionAfter(operation) {
  const { body } = operation.answer || {};
  return body && body.sheet_revision ? body.sheet_revision : 0;
}

/* Return a record of this format, or mark it as unreadable, which is shown and never sent. */
function readOperation(record) {
  const isWhole = record.format === FORMAT && STATES.includes(record.state)
    && ["key", "table", "method", "path", "at"].every((name) => typeof record[name] === "string");
  return isWhole ? record
    : { order: record.order, key: String(record.key), kind: "unreadable", state: "unreadable", number: null, record };
}
