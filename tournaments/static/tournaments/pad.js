/* The table's page: what do we write down now. Holds the sheet as the server told it (`base`), as it is with what
   waits on this phone (`state`), and the draft being typed; face.js draws them. Texts come with the page. */

import { Api, Memory, isLost, newKey, restAsked } from "./api.js";
import { boardOf } from "./face.js";
import { Keeping, saveFile } from "./keeping.js";
import { askToStay, isKeptByBrowser, keepPage, startEngine } from "./offline.js";
import { nameOfDeal } from "./panels.js";
import { sheetAfter } from "./machine.js";
import { Queue } from "./queue.js";
import { Ripple } from "./ripple.js";
import { uncheckedState } from "./rows.js";
import { Saving } from "./saving.js";
import { drawSheet, isLong } from "./sheet.js";
import { Store } from "./store.js";
import { NOTHING, calledNames } from "./taps.js";
import { element, fill, readTexts, say } from "./words.js";

const POLL_PAUSE = 4000;
const DEAD_PAUSE = 300000; // whether a link that was over lives again
const REST = 1000; // the first taps come before everything that is only for later
const TRIES_WITH_ANOTHER_COOKIE = 2;
const NOBODY = { changed() {}, answered() {}, trouble() {}, dead() {}, gap() {} };

class Pad extends Saving {
  constructor(root, state) {
    super();
    this.root = root;
    this.places = {};
    root.querySelectorAll("[data-place]").forEach((each) => { this.places[each.dataset.place] = each; });
    this.sheet = document.querySelector("[data-sheet]");
    const table = root.dataset.publicId;
    this.api = new Api(root.dataset.api, table, () => { this.contact = Date.now(); });
    this.memory = new Memory(table);
    this.ripple = new Ripple(this.api, this.places.ripple);
    this.store = new Store();
    this.queue = new Queue(this.store, this.api, table, this.listener());
    this.keeping = new Keeping(this.store, table);
    this.base = this.state = state;
    this.engine = this.notice = this.struck = this.pending = this.word = this.cursor = this.bidding = this.obstacle = null;
    this.preview = NOTHING;
    this.asksPreview = this.asksState = this.contact = 0;
    this.isOpen = this.isPreviewOld = this.isLate = this.isDead = this.isOver = this.isLost = this.isOlderPage = this.isRecalled = this.wantsMissing = this.wantsRare = this.trouble = false;
    this.draft = this.emptyDraft();
  }

  listener() {
    return {
      changed: () => this.hearOfChange(),
      answered: (operation) => { this.hasNews = true; this.obstacle = null; this.answered(operation); },
      trouble: (answer, operation) => { this.isLost = isLost(answer); this.obstacle = obstacleOf(answer, operation); this.troubled(operation); },
      dead: () => { this.isDead = true; this.draw(); },
      gap: (operation) => { this.hasNews = true; if (this.word) this.answered(operation); },
    };
  }

  async start() {
    this.makeControls();
    this.places.save.addEventListener("click", () => this.save());
    this.sheet.addEventListener("click", (event) => this.chooseRow(event));
    document.querySelector("[data-export]").addEventListener("click", () => this.takeAway());
    window.addEventListener("online", () => this.comeOnline());
    document.addEventListener("visibilitychange", () => { if (!document.hidden) this.comeOnline(); });
    const { draft, auction } = this.memory.read();
    if (draft) this.draft = Object.assign(this.emptyDraft(), draft);
    this.isRecalled = this.isTouched();
    this.makeRowsTouchable();
    this.showHints();
    this.draw();
    this.opened = this.openStore(this.memory.read().pending);
    await this.opened;
    this.isOpen = true;
    this.recallBidding(auction);
    this.noticeTakenNumber();
    this.draw();
    this.askPreview();
    this.pollLater();
    this.send();
    this.makeReadyForLess();
  }

  /* Over plain HTTP, what to keep in mind, until somebody has read it. */
  showHints() {
    const { plain } = this.places;
    const memory = new Memory("plain");
    plain.hidden = isKeptByBrowser() || Boolean(memory.read().isRead);
    plain.querySelector("button").addEventListener("click", () => { plain.hidden = true; memory.write({ isRead: true }); });
  }

  // What this phone keeps

  /* The phone's own id, the queue and the newest sheet. Where nothing can be kept, people hear of it at once. */
  async openStore(pendingOfOld) {
    this.queue.owner = newKey();
    this.queue.device = newKey();
    try {
      const about = await this.store.get("about", "device") || { name: "device", id: this.queue.device };
      await this.store.put("about", about);
      this.queue.device = about.id;
      await this.recallSheet();
      if (pendingOfOld) await this.adopt(pendingOfOld);
      await this.queue.load();
      if (this.queue.operations.some((each) => each.key === this.draft.key)) this.forgetDraft();
      await this.derive();
    } catch (error) {
      this.tell(say("store_broken"));
    }
  }

  /* The page may be an old one that the service worker kept: the newer of it and the store counts. */
  async recallSheet() {
    const served = Number(this.root.dataset.served) * 1000;
    const own = await this.keeping.recall();
    this.isOlderPage = Boolean(own) && own.served > served;
    if (this.isOlderPage) this.base = own.state;
    else await this.keeping.keep(this.base, served);
    this.contact = this.isOlderPage ? own.heard : Date.now();
  }

  /* What an older version of this program kept in its own way: the save whose answer never came, with its key. */
  async adopt(pending) {
    await this.queue.add(Object.assign(this.queue.made(pending), { checked: false })).catch(() => null);
    this.keep();
  }

  async takeAway() {
    const { round, table } = this.base;
    saveFile(await this.keeping.file().catch(() => ({ tables: [this.base] })), `stichtag-${round}-${table}.json`);
  }

  /* Everything that is for later: the service worker, the rules, what other tables of this phone still have to send. */
  async makeReadyForLess() {
    await new Promise((resolve) => { setTimeout(resolve, REST); });
    const tellWorker = await keepPage(this.root.dataset.worker);
    askToStay();
    this.sendOthers().catch(() => null);
    this.keeping.tidy().catch(() => null);
    this.engine = await startEngine(this.root.dataset.engine, this.store, tellWorker).catch(() => null);
    this.root.dataset.rules = this.engine ? "here" : "none";
    if (!this.engine || this.pending) return;
    await this.derive();
    this.draw();
    this.askPreview();
  }

  async sendOthers() {
    const all = await this.store.all("operations");
    const tables = new Set(all.filter((each) => each.state === "waiting" && each.table !== this.queue.table).map((each) => each.table));
    for (const table of tables) {
      const queue = new Queue(this.store, new Api(this.api.root, table, () => null), table, NOBODY);
      queue.owner = this.queue.owner;
      await queue.flush();
    }
  }

  // The sheet with what waits on this phone

  async derive() {
    this.asksState += 1;
    const mine = this.asksState;
    const beyond = this.queue.beyond(this.base.revision);
    const state = beyond.length ? await this.withWaiting(beyond) : this.base;
    if (mine !== this.asksState) return;
    this.show(state);
    if (beyond.length || this.isLost || this.isOlderPage) this.drawOwnSheet();
  }

  async withWaiting(operations) {
    if (this.engine) {
      try {
        const { state, answers } = await sheetAfter(this.engine, this.base, operations);
        await this.learn(operations, answers);
        return state;
      } catch (error) {
        // as long as nobody can tell points, rows are shown without
      }
    }
    return uncheckedState(this.base, operations);
  }

  /* What was saved unchecked is checked now; refused before it was ever sent, it needs somebody. */
  async learn(operations, answers) {
    const unchecked = operations.map((operation, at) => ({ operation, answer: answers[at] })).filter((each) => !each.operation.checked && each.answer && each.answer.status >= 200);
    for (const { operation, answer } of unchecked) {
      const isRefused = answer.status === 422 && operation.state === "waiting" && !operation.tries;
      if (isRefused) Object.assign(operation, { state: "refused", answer });
      operation.checked = true;
      await this.queue.put(operation).catch(() => null);
    }
  }

  show(state) {
    const settled = this.queue.waiting().filter((each) => each.kind === "settle").map((each) => each.path);
    const shown = Object.assign({}, state, { conflicts: state.conflicts.filter((each) => !settled.includes(`conflicts/${each.conflict}/`)) });
    const hasOtherFields = JSON.stringify(shown.fields) !== JSON.stringify(this.state.fields)
      || JSON.stringify(shown.parts) !== JSON.stringify(this.state.parts);
    this.state = shown;
    if (this.isLateWordOver()) this.notice = null;
    if (!this.isTouched() && this.draft.mode === "append") this.draft.number = shown.next_number;
    if (hasOtherFields) this.makeControls();
    if (this.bidding) this.bidding.ask();
    this.noticeTakenNumber();
  }

  /* "The director will decide": once the state knows the deals, it also tells what becomes of them. */
  isLateWordOver() {
    if (!this.notice || this.notice.text !== say("late_kept") || this.queue.waiting().length) return false;
    const told = (this.state.late_deals || []).map((each) => each.conflict);
    const late = this.queue.operations.filter((each) => each.answer && each.answer.status === 202);
    return late.every((each) => told.includes(each.answer.body.conflict));
  }

  // Sending, and keeping up with the other phones

  async send() {
    if (this.isDead) return;
    await this.queue.flush();
    if (!this.hasNews) return;
    this.hasNews = false;
    await this.refresh(true);
    const [first] = this.queue.waiting();
    if (first && first.hadGap && !this.keeping.offer) await this.send();
  }

  hearOfChange() {
    const names = this.queue.operations.map((each) => [each.key, each.state]);
    const isNews = JSON.stringify(names) !== this.knownNames;
    this.knownNames = JSON.stringify(names);
    if (isNews && !this.pending) this.derive().then(() => this.draw());
  }

  /* Also a link that was over may be good again: its card was scanned in another tab. */
  comeOnline() {
    this.api.tryNow();
    this.refresh(false, true).then(() => this.send());
  }

  async refresh(isFresh, isLookedAt) {
    const isAtIt = this.queue.isSending && !this.queue.isTroubled;
    if (this.pending || this.isRefreshing || isAtIt || (this.isDead && !isLookedAt)) return;
    this.isRefreshing = true;
    const known = this.queue.operations.slice();
    const answer = await this.api.state(isFresh);
    this.isRefreshing = false;
    const isFirstLoss = isLost(answer) && !this.isLost;
    this.isLost = isLost(answer);
    const wasDead = this.isDead;
    if (!this.isLost) this.isDead = answer.status === 404;
    if (wasDead && !this.isDead) this.pollLater();
    if (!this.isLost && !this.isDead) this.root.dispatchEvent(new CustomEvent("heard", { detail: answer.body }));
    if (answer.status === 200 && answer.isJson) await this.take(answer.body, Date.parse(answer.headers.get("Date")), known);
    else if (isFirstLoss) this.drawOwnSheet();
    this.draw();
  }

  async take(state, served, known) {
    this.base = state;
    try {
      await this.keeping.keep(state, served || Date.now());
      await this.keeping.look(state, known);
    } catch (error) {
      // a phone that keeps nothing shows what it is told
    }
    await this.derive();
    const isWhole = this.queue.beyond(state.revision).length === 0;
    const html = isWhole ? await this.api.fragment(this.sheet.dataset.sheet) : null;
    if (html === null) return;
    this.isOlderPage = false;
    this.sheet.innerHTML = html;
    this.makeRowsTouchable();
  }

  pollLater() {
    clearTimeout(this.poll);
    this.poll = setTimeout(async () => {
      if (!document.hidden && !this.pending) await this.refresh(false, true);
      if (!this.isLost && this.queue.waiting().length) this.send();
      this.pollLater();
    }, (this.isDead ? DEAD_PAUSE : POLL_PAUSE) * (0.85 + Math.random() * 0.3));
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

  // Deals that the server has lost

  async sendKeptAgain() {
    const waiting = this.queue.waiting();
    const again = this.keeping.sendAgain().map((each) => this.queue.made(each));
    const keys = again.map((each) => each.key);
    const behind = waiting.filter((each) => !keys.includes(each.key)).map((each) => Object.assign({}, each, { hadGap: false }));
    await this.queue.addAll(again.concat(behind));
    await this.queue.load();
    await this.keeping.close(this.queue);
    this.draw();
    this.send();
  }

  async leaveKept() {
    await this.keeping.close(this.queue);
    this.draw();
    this.send();
  }

  // The sheet below

  drawOwnSheet() {
    drawSheet(this.sheet, this.state, boardOf(this.view()).filter(Boolean));
    this.makeRowsTouchable();
  }

  /* Unless nothing can be written any more. */
  makeRowsTouchable() {
    this.sheet.querySelectorAll("table.sheet").forEach((table) => table.classList.toggle("is-touchable", !this.isDead));
    this.sheet.querySelectorAll(".row-key").forEach((key) => key.replaceWith(...key.childNodes));
    const heads = this.isDead ? [] : this.sheet.querySelectorAll("tr[data-number] > th");
    heads.forEach((head) => {
      const label = say("correct_deal", { deal: head.parentNode.dataset.deal });
      fill(head, element("button", { type: "button", class: "row-key", "aria-label": label }, ...Array.from(head.childNodes)));
    });
    this.sheet.querySelectorAll("table.sheet thead").forEach(callByName);
    this.markChosenRow();
  }

  markChosenRow() {
    const chosen = this.draft.mode === "append" ? null : String(this.draft.number);
    this.sheet.querySelectorAll("tr[data-number]").forEach((row) => row.classList.toggle("is-chosen", row.dataset.number === chosen));
  }
}

/* Narrow columns: the names as they are called at the table; the whole ones are read aloud. */
function callByName(head) {
  const places = Array.from(head.querySelectorAll(".seat-name"));
  const names = places.map((place) => place.closest("th").title || place.textContent);
  calledNames(names).forEach((name, seat) => {
    const column = places[seat].closest("th");
    column.title = names[seat];
    column.setAttribute("aria-label", names[seat]);
    fill(places[seat], name);
    places[seat].classList.toggle("is-long", isLong(name));
  });
}

/* Why the server does not take what waits, though it can be reached: it wants a rest, somebody has to settle something
   first (its own sentence), or it does not let this phone in, also with another cookie. */
function obstacleOf(answer, operation) {
  if (restAsked(answer)) return { name: "contact_rest" };
  if (answer.status === 429 && answer.isJson) return { text: answer.body.message };
  return answer.status === 403 && answer.isJson && operation.tries >= TRIES_WITH_ANOTHER_COOKIE ? { name: "contact_strange" } : null;
}

readTexts(document.getElementById("texts"));
const root = document.querySelector("[data-pad]");
new Pad(root, JSON.parse(document.getElementById("table-state").textContent)).start();
