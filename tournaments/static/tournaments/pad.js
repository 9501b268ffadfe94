/* The table's page. Events (pad_state.js) change the plain state, which is drawn through its view (pad_view.js,
   pad_screen.js); asynchronous work is done by the sender (pad_save.js) and the line (pad_line.js). */

import { Api, Memory, newKey } from "./api.js";
import { Keeping, saveFile } from "./sheet_backup.js";
import { isKeptByBrowser } from "./offline.js";
import { listenToKeys } from "./pad_keys.js";
import { Line } from "./pad_line.js";
import { Sender } from "./pad_save.js";
import { Screen } from "./pad_screen.js";
import { SheetBelow } from "./pad_sheet.js";
import { newState, step } from "./pad_state.js";
import { isTouched, isWriting, previewKey, viewOf } from "./pad_view.js";
import { Queue } from "./queue.js";
import { CorrectionImpact } from "./correction_impact.js";
import { Store } from "./store.js";
import { readTexts, say } from "./i18n.js";

class Pad {
  constructor(root, sheet) {
    this.root = root;
    this.state = newState(sheet, newKey());
    this.act = this.act.bind(this);
    const table = root.dataset.publicId;
    this.memory = new Memory(`table.${table}`);
    this.screen = new Screen(root, this.act);
    const choose = (number) => this.act({ type: "choose", number });
    this.sheet = new SheetBelow(document.querySelector("[data-sheet]"), choose);
    const api = new Api(root.dataset.api, table, () => this.act({ type: "linked", heard: Date.now() }));
    const store = new Store();
    const queue = new Queue(store, api, table, this.listener());
    const { served, worker, engine } = root.dataset;
    this.line = new Line(this, {
      api, store, queue, keeping: new Keeping(store, table), sheet: this.sheet,
      impact: new CorrectionImpact(api, this.screen.places.ripple), about: { served: Number(served), worker, engine },
      news: (detail) => root.dispatchEvent(new CustomEvent("heard", { detail })),
      rulesAre: (where) => { root.dataset.rules = where; },
    });
    this.sender = new Sender(this, this.line, queue, this.screen);
    this.doings = this.makeDoings();
  }

  /* Return the actions with effects beyond the state, by event type. */
  makeDoings() {
    const { line, sender } = this;
    return {
      save: () => sender.save(),
      strike: ({ row }) => sender.strike(row),
      put_back: () => sender.putBack(),
      first_dealer: ({ seat }) => sender.setFirstDealer(seat),
      settle: ({ conflict, which }) => sender.settle(conflict, which),
      send_loose: ({ operation }) => sender.sendLoose(operation),
      correct_refused: ({ operation }) => sender.correctRefused(operation),
      discard_refused: ({ operation }) => sender.discardRefused(operation),
      send_again: () => line.sendKeptAgain(),
      leave_again: () => line.leaveKept(),
      take_away: () => this.takeAway(),
    };
  }

  listener() {
    return {
      changed: () => this.line.hearOfChange(),
      answered: (operation) => { this.line.hearAnswer(); this.sender.answered(operation); },
      trouble: (answer, operation) => { this.line.hearTrouble(answer, operation); this.sender.troubled(operation); },
      dead: () => this.act({ type: "linked", link: "over" }),
      gap: (operation) => { this.line.hearAnswer(); this.sender.gap(operation); },
    };
  }

  /* Dispatch an event; every event passes through here. */
  act(event) {
    const doing = this.doings[event.type];
    if (doing) doing(event);
    else this.change(event);
  }

  change(event) {
    const before = this.state;
    this.state = step(before, Object.assign({ key: newKey() }, event));
    if (this.state === before) return;
    this.remember(before);
    this.render();
    this.follow(before, event);
  }

  /* Store the draft and an open question, so that they survive a reload. */
  remember(before) {
    const { draft, auction, sheet, lastDeal } = this.state;
    if (before.draft === draft && before.auction === auction && before.lastDeal === lastDeal) return;
    const calls = auction && auction.calls.length ? auction.calls : null;
    this.memory.write({
      draft: isTouched(this.state) ? draft : null,
      auction: calls && { number: sheet.next_number, calls },
      asksLastDeal: lastDeal === "asked",
    });
  }

  render() {
    const view = viewOf(this.state, Date.now());
    this.screen.render(view);
    this.sheet.update(view);
    const detail = view.isOver ? Object.assign({}, view.sheet, { is_open: false }) : view.sheet;
    this.root.dispatchEvent(new CustomEvent("told", { detail }));
  }

  /* Request what the new state needs. */
  follow(before, { type, operation }) {
    const of = previewKey(this.state);
    if (of !== previewKey(before) && of !== this.state.preview.of) this.line.askPreview();
    const { auction } = this.state;
    const isCalled = auction && (!before.auction || auction.calls !== before.auction.calls);
    if (isCalled && type !== "auction_told") this.line.askAuction();
    if (type === "choose" || type === "insert_before") this.screen.showTop(type === "choose");
    const isAtEnd = this.state.draft.kind === "append";
    if (type === "saved" && operation.kind === "append") this.screen.showNext();
    else if (type === "saved" || (isAtEnd && before.draft.kind !== "append")) this.screen.goBack();
  }

  async start() {
    document.querySelector("[data-export]").addEventListener("click", () => this.takeAway());
    window.addEventListener("online", () => this.line.comeOnline());
    document.addEventListener("visibilitychange", () => { if (!document.hidden) this.line.comeOnline(); });
    const { draft, auction, pending, asksLastDeal } = this.memory.read();
    if (draft) this.change({ type: "recalled", draft: Object.assign({ kind: draft.mode }, draft) });
    this.sheet.makeTouchable();
    listenToKeys(this.root);
    this.showHints();
    this.render();
    const firstTaps = window.takeFirstTaps ? window.takeFirstTaps() : []; // absent if its file was not loaded
    if (!draft) this.tapAgain(firstTaps);
    const canKeep = await this.line.open(pending);
    this.change({ type: "opened", isNew: asksLastDeal || (this.line.isNew && !draft && !pending) });
    if (draft) this.tapAgain(firstTaps);
    if (!canKeep) this.act({ type: "notice", text: say("store_broken") });
    this.recallAuction(auction);
    this.line.askPreview();
    this.line.pollLater();
    this.line.send();
    this.line.makeReadyForLess();
  }

  /* Repeat the taps on keys that came before this script (first_taps.js). */
  tapAgain(selectors) {
    selectors.map((each) => this.root.querySelector(each)).filter(Boolean).forEach((key) => key.click());
  }

  /* Resume an auction that a reload interrupted, unless its deal is recorded by now. */
  recallAuction(kept) {
    const { state } = this;
    const isNext = kept && kept.number === state.sheet.next_number;
    if (isNext && isWriting(state) && !isTouched(state)) this.change({ type: "open_auction", calls: kept.calls });
  }

  /* Over plain HTTP, show a hint until it is dismissed. */
  showHints() {
    const { plain } = this.screen.places;
    const memory = new Memory("table.plain");
    plain.hidden = isKeptByBrowser() || Boolean(memory.read().isRead);
    plain.querySelector("button").addEventListener("click", () => {
      plain.hidden = true;
      memory.write({ isRead: true });
    });
  }

  async takeAway() {
    const { told } = this.state;
    const kept = await this.line.keeping.file().catch(() => ({ tables: [told] }));
    saveFile(kept, `stichtag-${told.round}-${told.table}.json`);
  }
}

readTexts(document.getElementById("texts"));
const root = document.querySelector("[data-pad]");
new Pad(root, JSON.parse(document.getElementById("table-state").textContent)).start();
