/* Keeps a table's deals on its phone long after the event, even if the server has lost them: the server's last
   sheet and this phone's operations. They can be sent again, with their old keys, to a table of the same
   event, round and number, and be saved as a file. */

import { isSameRecord, keyOfRow, lackingRows, rowsAfter } from "./rows.js";
import { FORMAT } from "./store.js";

const KEPT_DAYS = 90;
const DAY = 24 * 3600 * 1000;

export class Keeping {
  constructor(store, table) {
    this.store = store;
    this.table = table;
    this.own = null;
    this.offer = null;
  }

  /* Return the last sheet of the server, received here or in another tab; null if none is stored. */
  async recall() {
    const own = await this.store.get("tables", this.table);
    this.own = own && own.format === FORMAT ? own : null;
    return this.own;
  }

  /* Store a sheet. A lower revision than the known one (revisions only grow) means a restored backup: the known sheet
     is kept beside it. `served` is the time of the response, by the server's clock. */
  async keep(state, served) {
    const before = this.own;
    const wentBack = before && before.state.revision > state.revision;
    this.own = {
      format: FORMAT, id: this.table, event: state.event, round: state.round, table: state.table, state, served,
      heard: Date.now(), before: wentBack ? before.state : before ? before.before : null,
      derived: before ? before.derived : null,
    };
    await this.store.put("tables", this.own);
  }

  /* Store the sheet with the operations pending on it, as the rules computed it. */
  async keepDerived(sheet, told, operations) {
    if (!this.own) return;
    this.own.derived = { of: nameOf(told, operations), sheet };
    await this.store.put("tables", this.own);
  }

  /* Return the stored sheet with exactly these operations on it; null if another one is stored. After a reload it is
     shown until the rules are loaded. */
  derivedOf(told, operations) {
    const { derived } = this.own || {};
    return derived && derived.of === nameOf(told, operations) ? derived.sheet : null;
  }

  // Stored deals that a sheet lacks

  /* Find stored deals that the sheet lacks: of this table, or of the table in its place before the server was
     restored. */
  async look(state, operations) {
    this.offer = null;
    const others = (await this.store.all("tables"))
      .filter((each) => each.id !== this.table && isSamePlace(each, state) && !each.isDismissed);
    const found = [this.lackingHere(state, operations)];
    for (const each of others) found.push(this.lackingOf(each, state, await this.store.operationsOf(each.id)));
    this.offer = found.filter((each) => each.rows.length)
      .sort((one, other) => other.rows.length - one.rows.length)[0] || null;
    if (!this.offer && this.own && this.own.before) await this.forgetBefore();
    return this.offer;
  }

  lackingHere(state, operations) {
    const kept = this.own && this.own.before ? this.own.before : state;
    const sent = operations.filter((each) => each.state === "sent" && isBeyond(each, kept.revision));
    if (kept === state && !sent.length) return { rows: [], from: this.table };
    return this.found(kept, sent, operations, state, this.table);
  }

  lackingOf(record, state, operations) {
    const kept = record.before || record.state;
    const isSentBeyond = (each) => each.state === "sent" && isBeyond(each, kept.revision);
    const own = operations.filter((each) => each.state === "waiting" || isSentBeyond(each));
    return this.found(kept, own, operations, state, record.id);
  }

  found(kept, own, operations, state, from) {
    const rows = lackingRows(state.deals, rowsAfter(kept.deals, own));
    const newKeyOf = (row) => keyOfRow(state.event.id, state.round, state.table, row);
    const keyOf = (row) => oldKey(row, operations) || newKeyOf(row);
    return { from, rows: rows.map((row) => Object.assign({}, row, { key: keyOf(row) })) };
  }

  /* Return the operations that record the missing deals; nothing else is sent. */
  sendAgain() {
    const base = { kind: "again", method: "POST", path: "deals/", match: null, checked: false };
    return this.offer.rows.map(({ number, record, key }) =>
      Object.assign({ key, number, body: { number, record } }, base));
  }

  /* Accepted or not, the offer is not repeated. */
  async close(queue) {
    const { from } = this.offer;
    if (from === this.table) {
      await this.forgetBefore();
      this.offer = null;
      const lost = queue.operations.filter((each) => each.state === "sent" && isBeyond(each, this.own.state.revision));
      return queue.setState(lost, "dropped");
    }
    const record = await this.store.get("tables", from);
    await this.store.put("tables", Object.assign(record, { isDismissed: true }));
    const waiting = (await this.store.operationsOf(from)).filter((each) => each.state === "waiting");
    this.offer = null;
    return queue.setState(waiting, "dropped");
  }

  forgetBefore() {
    this.own.before = null;
    return this.store.put("tables", this.own);
  }

  // Export and cleanup

  /* Return everything this phone stores as one readable JSON file. */
  async file() {
    const tables = await this.store.all("tables");
    const operations = await this.store.all("operations");
    return { program: "stichtag", format: FORMAT, at: new Date().toISOString(), tables, operations };
  }

  /* Delete tables not heard from for KEPT_DAYS, unless operations are pending. */
  async tidy() {
    const old = (await this.store.all("tables"))
      .filter((each) => each.heard < Date.now() - KEPT_DAYS * DAY && each.id !== this.table);
    for (const each of old) {
      const operations = await this.store.operationsOf(each.id);
      if (operations.some((operation) => operation.state === "waiting")) continue;
      await this.store.change("operations",
        (records) => operations.forEach((operation) => { records.delete(operation.order); }));
      await this.store.change("tables", (records) => records.delete(each.id));
    }
  }
}

function nameOf({ revision }, operations) {
  return [revision, ...operations.map(({ key }) => key)].join(" ");
}

function isSamePlace(record, state) {
  return record.format === FORMAT && record.event && record.event.id !== undefined && record.event.id === state.event.id
    && record.round === state.round && record.table === state.table;
}

function isBeyond(operation, revision) {
  return ((operation.answer || {}).body || {}).sheet_revision > revision;
}

/* Return the key a row was recorded with, if this phone recorded it and it has not changed since. */
function oldKey(row, operations) {
  const isIt = (each) => each.path === "deals/" && each.number === row.number
    && isSameRecord(each.body.record, row.record);
  const own = operations.find(isIt);
  return own ? own.key : null;
}

export function saveFile(content, name) {
  const address = URL.createObjectURL(new Blob([JSON.stringify(content, null, 1)], { type: "application/json" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10000);
}
