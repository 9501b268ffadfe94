/* Keeps the pad's sheet current: the server's last answer, the operations that this phone has not sent, and the rules
   once they are loaded. It polls every few seconds, sends pending operations, and stores everything for a reload. */

import { Api, isLost, newKey, restAsked } from "./api.js";
import { sheetAfter } from "./machine.js";
import { askToStay, keepPage, startEngine } from "./offline.js";
import { previewKey, waiting } from "./pad_view.js";
import { Queue } from "./queue.js";
import { uncheckedState } from "./rows.js";

const POLL_PAUSE = 4000;
const DEAD_PAUSE = 300000; // until the next check whether a link that was over is valid again
const REST = 1000; // the first taps have priority over everything needed later
const PREVIEW_PAUSE = 120; // before a server is asked
const TRIES_WITH_ANOTHER_COOKIE = 2;
const NOBODY = { changed() {}, answered() {}, trouble() {}, dead() {}, gap() {} };

export class Line {
  /* `pad` is {state, act}; `about` is the page's data: {served, worker, engine}; `news` receives the server's sheet,
     `rulesAre` whether the rules are "here". */
  constructor(pad, { api, store, queue, keeping, sheet, impact, about, news, rulesAre }) {
    Object.assign(this, { pad, api, store, queue, keeping, sheet, impact, about, news, rulesAre });
    this.engine = null;
    this.opened = null;
    this.isOlderPage = false;
    this.isNew = false;
    this.isRefreshing = false;
    this.hasNews = false;
    this.known = "";
    this.asksSheet = 0;
    this.asksPreview = 0;
  }

  get isOver() {
    return this.pad.state.link === "over";
  }

  get isSaving() {
    return this.pad.state.mode === "saving";
  }

  // Opening

  /* Load the phone's id, the queue and the newest sheet. Resolve to false if nothing can be stored. */
  open(pendingOfOld) {
    this.opened = this.openStore(pendingOfOld).then(() => true, () => false);
    return this.opened;
  }

  async openStore(pendingOfOld) {
    this.queue.owner = newKey();
    this.queue.device = newKey();
    const about = await this.store.get("about", "device") || { name: "device", id: this.queue.device };
    await this.store.put("about", about);
    this.queue.device = about.id;
    document.querySelector("[data-pad]").dataset.device = about.id;
    await this.recallSheet();
    if (pendingOfOld) await this.adopt(pendingOfOld);
    await this.queue.load();
    const { draft } = this.pad.state;
    if (this.queue.operations.some((each) => each.key === draft.key)) this.pad.act({ type: "leave" });
    await this.derive();
  }

  /* Use the newer of the page's sheet and the stored one: the service worker may have served an old page. */
  async recallSheet() {
    const served = this.about.served * 1000;
    const own = await this.keeping.recall();
    this.isNew = own === null;
    this.isOlderPage = Boolean(own) && own.served > served;
    if (this.isOlderPage) this.pad.act({ type: "told", sheet: own.state });
    else await this.keeping.keep(this.pad.state.told, served);
    this.pad.act({ type: "linked", heard: this.isOlderPage ? own.heard : Date.now() });
  }

  /* Take over what an older version of this program stored: the save without an answer, with its key. */
  async adopt(pending) {
    await this.queue.add(Object.assign(this.queue.made(pending), { checked: false })).catch(() => null);
  }

  /* Start what is needed later: the service worker, the rules, the pending operations of this phone's other tables. */
  async makeReadyForLess() {
    await new Promise((resolve) => { setTimeout(resolve, REST); });
    const tellWorker = await keepPage(this.about.worker);
    askToStay();
    this.sendOthers().catch(() => null);
    this.keeping.tidy().catch(() => null);
    this.engine = await startEngine(this.about.engine, this.store, tellWorker).catch(() => null);
    this.rulesAre(this.engine ? "here" : "none");
    if (!this.engine || this.isSaving) return;
    await this.derive();
    this.askPreview();
  }

  async sendOthers() {
    const all = await this.store.all("operations");
    const others = all.filter((each) => each.state === "waiting" && each.table !== this.queue.table);
    for (const table of new Set(others.map((each) => each.table))) {
      const queue = new Queue(this.store, new Api(this.api.root, table, () => null), table, NOBODY);
      queue.owner = this.queue.owner;
      await queue.flush();
    }
  }

  // The sheet with pending operations

  async derive() {
    this.asksSheet += 1;
    const mine = this.asksSheet;
    const { told, link } = this.pad.state;
    const beyond = this.queue.beyond(told.revision);
    const sheet = beyond.length ? await this.withWaiting(told, beyond) : told;
    if (mine !== this.asksSheet) return;
    this.show(sheet);
    if (beyond.length || link === "lost" || this.isOlderPage) this.drawOwnSheet();
  }

  async withWaiting(told, operations) {
    if (this.engine) {
      try {
        const { state, answers } = await sheetAfter(this.engine, told, operations);
        await this.learn(operations, answers);
        this.keepDerived(state);
        return state;
      } catch (error) {
        // while points cannot be computed, rows are shown without them
      }
    }
    return this.keeping.derivedOf(told, operations) || uncheckedState(told, operations);
  }

  /* Keep a computed sheet for a reload that comes before the next answer of the server. */
  keepDerived(sheet) {
    const { told } = this.pad.state;
    this.keeping.keepDerived(sheet, told, this.queue.beyond(told.revision)).catch(() => null);
  }

  /* Check what was saved unchecked; an operation refused before it was sent needs a person's decision. */
  async learn(operations, answers) {
    const isNew = (operation, answer) => !operation.checked && answer && answer.status >= 200;
    for (const [at, operation] of operations.entries()) {
      const answer = answers[at];
      if (!isNew(operation, answer)) continue;
      const isRefused = answer.status === 422 && operation.state === "waiting" && !operation.tries;
      if (isRefused) Object.assign(operation, { state: "refused", answer });
      operation.checked = true;
      await this.queue.put(operation).catch(() => null);
    }
  }

  /* Show a sheet with all pending operations; computations under way are out of date. */
  show(sheet) {
    this.asksSheet += 1;
    const { operations } = this.queue;
    const settling = waiting({ operations }).filter((each) => each.kind === "settle").map((each) => each.path);
    const conflicts = sheet.conflicts.filter((each) => !settling.includes(`conflicts/${each.conflict}/`));
    this.pad.act({ type: "queued", operations, offer: this.keeping.offer });
    this.pad.act({ type: "shown", sheet: Object.assign({}, sheet, { conflicts }) });
    if (this.pad.state.auction) this.askAuction();
  }

  drawOwnSheet() {
    this.sheet.showOwn(this.pad.state.sheet);
  }

  // The rules: on this phone if they are loaded, else on the server

  async askPreview() {
    const of = previewKey(this.pad.state);
    this.asksPreview += 1;
    const mine = this.asksPreview;
    if (of === null) {
      this.impact.hide();
      return;
    }
    if (!this.engine) await new Promise((resolve) => { setTimeout(resolve, PREVIEW_PAUSE); });
    if (mine !== this.asksPreview) return;
    const [kind, number, , record] = JSON.parse(of);
    const told = await this.worth(number, record);
    if (mine !== this.asksPreview) return;
    this.pad.act({ type: "previewed", of, told: told && told.violations ? told : null });
    if (kind === "correct" && told && told.deltas) this.impact.ask(number, record); // only the server knows ranks
    else this.impact.hide();
  }

  async worth(number, record) {
    if (this.engine) {
      const told = await this.engine.preview(this.pad.state.sheet, number, record).catch(() => null);
      if (told) return told;
    }
    return (await this.api.preview(number, record)).body;
  }

  async askAuction() {
    const { sheet, auction } = this.pad.state;
    const { calls } = auction;
    const answer = await this.auctionAfter(sheet, calls);
    this.pad.act({ type: "auction_told", calls, answer });
  }

  async auctionAfter(sheet, calls) {
    if (this.engine) {
      const told = await this.engine.auction(sheet, calls).catch(() => null);
      if (told && told.calls) return told;
    }
    const { status, isJson, body } = await this.api.auction(calls);
    return status === 200 && isJson ? body : null;
  }

  // Sending and polling

  async send() {
    if (this.isOver) return;
    await this.queue.flush();
    if (!this.hasNews) return;
    this.hasNews = false;
    await this.refresh(true);
    const [first] = this.queue.waiting();
    if (first && first.hadGap && !this.keeping.offer) await this.send();
  }

  /* The queue has changed, in this tab or another one. */
  hearOfChange() {
    const names = JSON.stringify(this.queue.operations.map((each) => [each.key, each.state]));
    const isNews = names !== this.known;
    this.known = names;
    this.pad.act({ type: "queued", operations: this.queue.operations, offer: this.keeping.offer });
    if (isNews && !this.isSaving) this.derive();
  }

  hearAnswer() {
    this.hasNews = true;
    this.pad.act({ type: "linked", obstacle: null });
  }

  hearTrouble(answer, operation) {
    const link = this.isOver ? "over" : isLost(answer) ? "lost" : "live";
    this.pad.act({ type: "linked", link, obstacle: obstacleOf(answer, operation) });
  }

  /* Retry a link that was over too: its card may have been scanned in another tab. */
  comeOnline() {
    this.api.tryNow();
    this.refresh(false, true).then(() => this.send());
  }

  async refresh(isFresh, isLookedAt) {
    const isAtIt = this.queue.isSending && !this.queue.isTroubled;
    if (this.isSaving || this.isRefreshing || isAtIt || (this.isOver && !isLookedAt)) return;
    this.isRefreshing = true;
    const known = this.queue.operations.slice();
    const answer = await this.api.state(isFresh);
    this.isRefreshing = false;
    await this.hear(answer, known);
  }

  /* Process an answer about the sheet; a missing one changes only the link's state. */
  async hear(answer, known) {
    const { link } = this.pad.state;
    if (isLost(answer)) {
      this.pad.act({ type: "linked", link: link === "over" ? "over" : "lost" });
      if (link === "live") this.drawOwnSheet();
      return;
    }
    const now = answer.status === 404 ? "over" : "live";
    this.pad.act({ type: "linked", link: now });
    if (link === "over" && now === "live") this.pollLater();
    if (now === "live") this.news(answer.body);
    if (answer.status !== 200 || !answer.isJson) return;
    await this.take(answer.body, Date.parse(answer.headers.get("Date")), known);
  }

  async take(sheet, served, known) {
    this.pad.act({ type: "told", sheet });
    try {
      await this.keeping.keep(sheet, served || Date.now());
      await this.keeping.look(sheet, known);
    } catch (error) {
      // a phone without storage shows the server's answer
    }
    await this.derive();
    const isWhole = this.queue.beyond(sheet.revision).length === 0;
    const html = isWhole ? await this.api.fragment(this.sheet.address) : null;
    if (html === null) return;
    this.isOlderPage = false;
    this.sheet.showServers(html);
  }

  pollLater() {
    clearTimeout(this.poll);
    this.poll = setTimeout(async () => {
      if (!document.hidden && !this.isSaving) await this.refresh(false, true);
      if (this.pad.state.link !== "lost" && this.queue.waiting().length) this.send();
      this.pollLater();
    }, (this.isOver ? DEAD_PAUSE : POLL_PAUSE) * (0.85 + Math.random() * 0.3));
  }

  // Deals that the server has lost

  async sendKeptAgain() {
    const waitingNow = this.queue.waiting();
    const again = this.keeping.sendAgain().map((each) => this.queue.made(each));
    const keys = again.map((each) => each.key);
    const behind = waitingNow.filter((each) => !keys.includes(each.key));
    await this.queue.addAll(again.concat(behind.map((each) => Object.assign({}, each, { hadGap: false }))));
    await this.queue.load();
    await this.leaveKept();
  }

  async leaveKept() {
    await this.keeping.close(this.queue);
    this.pad.act({ type: "queued", operations: this.queue.operations, offer: this.keeping.offer });
    this.send();
  }
}

/* Return why the server does not accept pending operations although it can be reached: it asks for a pause, a person
   must resolve something first (the server's sentence), or it denies access, also with a renewed cookie. */
function obstacleOf(answer, operation) {
  if (restAsked(answer)) return { word: "contact_rest" };
  if (answer.status === 429 && answer.isJson) return { text: answer.body.message };
  const isStranger = answer.status === 403 && answer.isJson && operation.tries >= TRIES_WITH_ANOTHER_COOKIE;
  return isStranger ? { word: "contact_strange" } : null;
}
