/* Saving: an operation is checked by the rules if they are loaded, stored on the phone, and only then shown as saved;
   the queue sends it. A refused one returns to the input. */

import { newKey } from "./api.js";
import { sheetAfter } from "./machine.js";
import { isTouched, previewOf, readingOf, rowOf } from "./pad_view.js";
import { recordOf } from "./record.js";
import { inAList, say } from "./i18n.js";

const SLOW = 4000;

export class Sender {
  /* `pad` is {state, act}, `line` synchronises with the server (pad_line.js). */
  constructor(pad, line, queue, screen) {
    this.pad = pad;
    this.line = line;
    this.queue = queue;
    this.screen = screen;
    this.word = null;
  }

  // Operations requested on the pad

  save() {
    const { state } = this.pad;
    if (state.mode === "saving") {
      this.line.api.tryNow();
      return;
    }
    if (!isTouched(state)) {
      this.pad.act({ type: "notice", text: say("nothing_yet"), isOfSave: true });
      return;
    }
    this.pad.act({ type: "missing" });
    if (previewOf(state).violations.length) this.screen.showRefusal();
    else this.carryOut(operationOf(state));
  }

  strike({ number, deal, record, line }) {
    const match = this.pad.state.sheet.revision;
    const struck = { number, deal, record, line };
    this.carryOut({ kind: "strike", number, method: "DELETE", path: `deals/${number}/`, match, body: null, struck });
  }

  putBack() {
    const { sheet, struck } = this.pad.state;
    const { number, record } = struck;
    const where = number >= sheet.next_number
      ? { path: "deals/", match: null, body: { number, record } }
      : { path: `deals/${number}/insert/`, match: sheet.revision, body: { record } };
    this.carryOut(Object.assign({ kind: "put_back", number, method: "POST" }, where));
  }

  setFirstDealer(seat) {
    const body = { first_dealer: seat };
    this.carryOut({ kind: "first_dealer", number: null, method: "PUT", path: "first_dealer/", match: null, body });
  }

  settle({ conflict, number }, choose) {
    const path = `conflicts/${conflict}/`;
    this.carryOut({ kind: "settle", number, method: "POST", path, match: null, body: { choose } });
  }

  // Saving

  /* Store the operation; the pad is locked for these milliseconds. */
  async carryOut(operation) {
    if (this.pad.state.mode === "saving") return;
    const made = this.queue.made(Object.assign({ key: newKey() }, operation));
    this.pad.act({ type: "saving", operation: made });
    await this.line.opened;
    if (this.queue.operations.some((each) => each.key === made.key && !made.replaces)) {
      this.pad.act({ type: "known" }); // the draft that a reload restored is saved already
      return;
    }
    const checked = await this.check(made);
    if (checked && isRefusal(checked.answer)) {
      this.giveBack(made, checked.answer);
      return;
    }
    made.checked = checked !== null && checked.answer.status >= 200 && checked.answer.status < 300;
    if (!await this.isKept(made)) return;
    if (made.checked) this.accept(made, checked);
    else await this.sendAtOnce(made);
  }

  /* Return the rules' answer on this phone: {sheet, answer}; null if they are not loaded or cannot tell. */
  async check(operation) {
    const { told } = this.pad.state;
    if (!this.line.engine) return null;
    const operations = this.queue.beyond(told.revision);
    const before = operations.filter((each) => each.order < operation.replaces);
    const place = operation.replaces ? before.length : operations.length;
    operations.splice(place, 0, operation);
    try {
      const { state, answers } = await sheetAfter(this.line.engine, told, operations);
      return { sheet: state, answer: answers[place] };
    } catch (error) {
      return null;
    }
  }

  async isKept(operation) {
    try {
      await this.queue.add(operation);
    } catch (error) {
      const actions = [[say("store_send"), { type: "send_loose", operation }]];
      this.pad.act({ type: "given_back", operation, text: say("store_full"), actions });
      return false;
    }
    await this.queue.load().catch(() => null);
    return true;
  }

  /* Show the operation as saved with its points: the table continues while it is sent. */
  accept(operation, { sheet, answer }) {
    this.line.show(sheet);
    this.line.keepDerived(sheet);
    this.saved(operation, this.queue.answerTo(operation) || { body: answer.body });
    this.line.drawOwnSheet();
    this.line.send();
  }

  /* Without loaded rules, ask the server at once; offline, the deal is stored unchecked. */
  async sendAtOnce(operation) {
    const isCut = this.pad.state.link === "lost" || navigator.onLine === false;
    const answered = isCut ? null : await this.firstWord(operation);
    if (answered && isUntaken(answered)) {
      await this.queue.discard(answered).catch(() => null);
      this.giveBack(operation, answered.answer);
    } else {
      await this.line.derive();
      this.saved(operation, answered ? answered.answer : null);
    }
    await (answered ? this.line.refresh(true) : this.line.send());
  }

  /* Return the answered operation; null if no answer arrived soon. */
  firstWord({ key }) {
    return new Promise((resolve) => {
      this.word = { key, resolve };
      setTimeout(resolve, SLOW, null);
      this.line.send();
    });
  }

  /* Without storage, only this page holds the operation until the server has it. */
  async sendLoose(operation) {
    const made = Object.assign(operation, { isLoose: true });
    this.pad.act({ type: "saving", operation: made });
    this.queue.addLoose(made);
    this.line.send();
    await new Promise((resolve) => { this.word = { key: made.key, resolve }; });
    if (isUntaken(made)) {
      await this.queue.discard(made);
      this.giveBack(made, made.answer);
    } else {
      this.saved(made, made.answer);
    }
    await this.line.refresh(true);
  }

  // Answers

  /* Process an answer to an operation, sent by this page or another tab. */
  answered(operation) {
    if (this.word && this.word.key === operation.key) {
      this.word.resolve(operation);
      this.word = null;
      return;
    }
    const text = operation.state === "refused" ? null : sayingOf(operation.answer);
    if (text) this.tell(text);
  }

  /* Only a caller that waits for an answer treats a gap in the rows as one. */
  gap(operation) {
    if (this.word) this.answered(operation);
  }

  troubled(operation) {
    if (this.word && this.word.key === operation.key && !operation.isLoose) {
      this.word.resolve(null);
      this.word = null;
    }
    this.pad.act({ type: "stalled" });
  }

  saved(operation, answer) {
    this.pad.act({ type: "saved", operation, text: answer && sayingOf(answer) });
  }

  giveBack(operation, { status, body }) {
    const told = body || {};
    const back = { type: "given_back", operation };
    if (status === 409 && told.code === "earlier_rows_missing") {
      this.pad.act(Object.assign(back, { number: told.expected, text: say("renumbered", { number: told.expected }) }));
    } else if (status === 422 && told.violations && operation.draft) {
      this.pad.act(Object.assign(back, { violations: told.violations }));
      this.screen.showRefusal();
    } else {
      const text = told.breaks ? `${sentenceOf(told)} ${breaksOf(told)}` : sentenceOf(told);
      this.pad.act(Object.assign(back, { text }));
    }
  }

  tell(text) {
    this.pad.act({ type: "notice", text });
  }

  // An operation refused after the table had continued

  /* Load its record for input; saved, it replaces the refused one. */
  correctRefused(operation) {
    const { number, body, made, order: replaces, match } = operation;
    const row = rowOf(this.pad.state.sheet, number);
    const { code, expected } = (operation.answer || {}).body || {};
    const isGap = code === "earlier_rows_missing";
    const place = {
      kind: kindOf(operation), number: isGap ? expected : number, revision: row ? row.revision : match,
      row: body.row, made, replaces,
    };
    this.pad.act({ type: "type_again", place, record: body.record });
    if (place.number !== number) this.tell(say("renumbered", { number: place.number }));
    this.screen.showTop(true);
  }

  async discardRefused(operation) {
    await this.queue.discard(operation).catch(() => null);
    await this.line.derive();
    this.pad.act({ type: "leave" });
    this.line.send();
  }
}

/* Return the operation made from a draft. */
function operationOf(state) {
  const { draft, sheet } = state;
  const { kind, key, number, replaces } = draft;
  const record = recordOf(readingOf(state));
  const base = { kind, key, number, match: null, replaces, draft };
  if (kind === "correct") {
    const body = { record, reason: draft.reason, row: draft.row };
    const match = draft.revision;
    return Object.assign(base, { method: "PUT", path: `deals/${number}/`, match, made: draft.made, body });
  }
  if (kind === "insert") {
    const match = sheet.revision;
    return Object.assign(base, { method: "POST", path: `deals/${number}/insert/`, match, body: { record } });
  }
  return Object.assign(base, { method: "POST", path: "deals/", body: { number, record } });
}

function kindOf({ method, path }) {
  if (method === "PUT") return "correct";
  return path === "deals/" ? "append" : "insert";
}

function isUntaken({ state }) {
  return state === "refused" || state === "waiting";
}

/* Two versions of one deal are no refusal: both go to the server, and the table chooses. */
function isRefusal({ status, body }) {
  return status >= 400 && !(body && "conflict" in body);
}

function sayingOf({ status, body }) {
  if (status === 202) return say("late_kept");
  return body && body.breaks && body.breaks.length ? breaksOf(body) : null;
}

function breaksOf({ breaks }) {
  return say("breaks", { numbers: inAList(breaks) });
}

function sentenceOf({ message, detail, violations }) {
  return message || detail || (violations || []).map((each) => each.message).join(" ") || say("refused");
}
