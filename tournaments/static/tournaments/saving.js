/* From a tap on "Save" to "sent": an operation is checked by the rules if they are here, kept on the phone, and only
   then shown as saved; the queue sends it. Refused, it comes back to where it was typed. */

import { newKey } from "./api.js";
import { sheetAfter } from "./machine.js";
import { recordOf } from "./record.js";
import { rowsAfter } from "./rows.js";
import { Taps, NOTHING } from "./taps.js";
import { say } from "./words.js";

const DRAFTS = ["append", "correct", "insert"];
const SLOW = 4000;

export class Saving extends Taps {
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
    const base = { kind: draft.mode, key: draft.key, number: draft.number, match: null, replaces: draft.replaces, draft };
    if (draft.mode === "correct") {
      return Object.assign(base, { method: "PUT", path: `deals/${draft.number}/`, match: draft.revision, made: draft.made, body: { record, reason: draft.reason, row: draft.row } });
    }
    if (draft.mode === "insert") {
      return Object.assign(base, { method: "POST", path: `deals/${draft.number}/insert/`, match: this.state.revision, body: { record } });
    }
    return Object.assign(base, { method: "POST", path: "deals/", body: { number: draft.number, record } });
  }

  /* Which row stands there, wherever it moves: the server's id of it, or the key it was made with on this phone. */
  identityOf(number) {
    const row = rowsAfter(this.base.deals, this.queue.beyond(this.base.revision))[number - 1] || {};
    return { row: row.row, made: row.key };
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

  /* The pad rests until the operation is on the phone: some milliseconds. */
  async carryOut(operation) {
    if (this.pending) return;
    this.pending = operation;
    this.trouble = false;
    this.notice = null;
    this.draw();
    await this.opened;
    if (this.queue.operations.some((each) => each.key === operation.key && !operation.replaces)) {
      this.pending = null; // what a reload found half forgotten is saved already
      this.draw();
      return;
    }
    const made = this.queue.made(operation);
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

  /* What the rules on this phone say: {state, answer}; null if they are not here or cannot know. */
  async check(operation) {
    if (!this.engine) return null;
    const operations = this.queue.beyond(this.base.revision);
    const place = operation.replaces ? operations.filter((each) => each.order < operation.replaces).length : operations.length;
    operations.splice(place, 0, operation);
    try {
      const { state, answers } = await sheetAfter(this.engine, this.base, operations);
      return { state, answer: answers[place] };
    } catch (error) {
      return null;
    }
  }

  async isKept(operation) {
    try {
      await this.queue.add(operation);
    } catch (error) {
      this.comeBack(operation);
      this.tell(say("store_full"), [[say("store_send"), () => this.sendLoose(operation)]]);
      return false;
    }
    await this.queue.load().catch(() => null);
    return true;
  }

  /* Saved here, with its points: the table goes on while it is sent. */
  accept(operation, { state, answer }) {
    this.asksState += 1;
    this.show(state);
    this.pending = null;
    this.done(operation, this.sayingOf(this.queue.answerTo(operation) || { body: answer.body }));
    this.drawOwnSheet();
    this.keep();
    this.draw();
    this.send();
  }

  /* Nobody here knows the rules: the server is asked at once; without it, the deal is kept unchecked. */
  async sendAtOnce(operation) {
    const answered = this.isLost || navigator.onLine === false ? null : await this.firstWord(operation);
    if (answered && (answered.state === "refused" || answered.state === "waiting")) {
      await this.queue.discard(answered).catch(() => null);
      this.giveBack(operation, answered.answer);
    } else {
      await this.derive();
      this.pending = null;
      this.done(operation, answered ? this.sayingOf(answered.answer) : null);
      this.keep();
      this.draw();
    }
    await (answered ? this.refresh(true) : this.send());
  }

  /* The operation with its answer; null if none came soon. */
  firstWord(operation) {
    return new Promise((resolve) => {
      this.word = { key: operation.key, resolve };
      setTimeout(resolve, SLOW, null);
      this.send();
    });
  }

  /* The phone keeps nothing: this page alone holds it until the server has it. */
  async sendLoose(operation) {
    this.pending = operation;
    this.notice = null;
    this.draw();
    const made = Object.assign(operation, { isLoose: true });
    this.queue.addLoose(made);
    this.send();
    await new Promise((resolve) => { this.word = { key: made.key, resolve }; });
    if (made.state === "refused" || made.state === "waiting") {
      await this.queue.discard(made);
      this.giveBack(made, made.answer);
    } else {
      this.pending = null;
      this.done(made, this.sayingOf(made.answer));
    }
    await this.refresh(true);
  }

  // What becomes of it

  /* The queue has an answer, from this page's sending or another tab's. */
  answered(operation) {
    if (this.word && this.word.key === operation.key) {
      this.word.resolve(operation);
      this.word = null;
      return;
    }
    const text = operation.state === "refused" ? null : this.sayingOf(operation.answer);
    if (text) this.tell(text);
  }

  troubled(operation) {
    this.trouble = this.pending !== null;
    if (this.word && this.word.key === operation.key && !operation.isLoose) {
      this.word.resolve(null);
      this.word = null;
    }
    this.draw();
  }

  sayingOf({ status, body }) {
    if (status === 202) return say("late_kept");
    return body && body.breaks && body.breaks.length ? this.breaksOf(body) : null;
  }

  breaksOf(body) {
    return say("breaks", { numbers: body.breaks.join(", ") });
  }

  /* Typed as it was, under a new key. */
  comeBack(operation) {
    this.pending = null;
    this.trouble = false;
    if (operation.draft) this.draft = Object.assign({}, operation.draft, { key: newKey() });
    this.keep();
  }

  giveBack(operation, answer) {
    const body = answer.body || {};
    this.comeBack(operation);
    if (answer.status === 409 && body.code === "earlier_rows_missing") this.renumber(body.expected);
    else if (answer.status === 422 && body.violations && operation.draft) this.refuse(body.violations);
    else if (body.breaks) this.tell(`${sentenceOf(body)} ${this.breaksOf(body)}`);
    else this.tell(sentenceOf(body));
    this.draw();
  }

  done(operation, text) {
    const isDraft = DRAFTS.includes(operation.kind);
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

  // An operation that was refused after the table had gone on

  /* Its record back under the thumbs; saved, it takes the place of the refused one. */
  correctRefused(operation) {
    const isRow = operation.path !== "deals/";
    const mode = operation.method === "PUT" ? "correct" : isRow ? "insert" : "append";
    const row = this.rowOf(operation.number);
    const { code, expected } = (operation.answer || {}).body || {};
    const number = code === "earlier_rows_missing" ? expected : operation.number;
    const revision = row ? row.revision : operation.match;
    this.typeAgain({ mode, number, revision, row: operation.body.row, made: operation.made, replaces: operation.order }, operation.body.record);
    if (number !== operation.number) this.renumber(number);
  }

  async discardRefused(operation) {
    await this.queue.discard(operation).catch(() => null);
    await this.derive();
    this.forgetDraft();
    this.draw();
    this.send();
  }
}

/* Two versions of one deal are no refusal: both go to the server, and the table picks. */
function isRefusal({ status, body }) {
  return status >= 400 && !(body && "conflict" in body);
}

export function sentenceOf(body) {
  if (body.message || body.detail) return body.message || body.detail;
  return (body.violations || []).map((each) => each.message).join(" ") || say("refused");
}
