/* The auction, bid by bid: offers what may be called, keeps the calls, hands the result to the record. What may be
   called the rules say, on this phone or the server; here is only the list of calls so far. */

import { element, line, say } from "./words.js";

export class Bidding {
  constructor(pad, calls) {
    this.pad = pad;
    this.calls = calls || [];
    this.asked = null;
    this.answer = null;
    this.group = null;
    this.isLost = false;
    this.asks = 0;
  }

  /* Asks where the auction stands; calls that are refused (the deal has changed meanwhile) are dropped. */
  async ask() {
    this.asks += 1;
    const mine = this.asks;
    const answer = await this.pad.auctionAfter(this.calls);
    if (mine !== this.asks || this.pad.bidding !== this) return;
    this.isLost = answer === null;
    if (!this.isLost) {
      this.answer = answer;
      this.calls = this.calls.slice(0, answer.calls.length);
      this.asked = this.calls;
      this.pad.keep();
    }
    this.pad.draw();
  }

  /* A call was made and nobody has said yet what may follow it: the keys still are those of the call before. */
  isBehind() {
    return this.asked !== this.calls;
  }

  turn() {
    return this.answer ? this.answer.turn : null;
  }

  say(call) {
    if (this.isBehind()) return;
    const { turn } = this.answer;
    this.calls = this.calls.concat({ seat: turn, call: call.call, contract: call.contract, bid: call.bid, announced: call.announced });
    this.askAnew();
  }

  takeBack() {
    this.calls = this.calls.slice(0, -1);
    this.askAnew();
  }

  askAnew() {
    this.group = null;
    this.pad.keep();
    this.pad.draw();
    this.ask();
  }

  choose(group) {
    this.group = group;
    this.pad.draw();
  }

  panel(view) {
    const { answer } = this;
    const isOver = answer !== null && answer.result !== null;
    const title = answer === null ? "" : isOver ? this.resultText(view) : say("auction_turn", { name: view.names[answer.turn] });
    return element("section", { class: "auction", "aria-label": say("auction_open") },
      element("h2", { "aria-live": "polite" }, ...[].concat(title)),
      this.isLost ? element("p", { class: "refusal" }, say("auction_lost")) : null,
      answer === null ? null : isOver ? this.takeOver() : this.offers(answer.legal),
      this.said(view),
      element("div", { class: "actions" },
        this.calls.length ? element("button", { type: "button", "data-undo": true, click: () => this.takeBack() }, say("undo")) : null,
        element("button", { type: "button", class: "plain", click: () => this.pad.closeBidding(null) }, say("leave"))));
  }

  resultText(view) {
    const { result, label } = this.answer;
    return [result.declarer === null ? "" : view.names[result.declarer], " ", ...line(label)];
  }

  takeOver() {
    return element("button", { type: "button", class: "primary", "data-take": true, disabled: this.isBehind(), click: () => this.pad.closeBidding(this.answer.result) }, say("auction_done"));
  }

  /* First the bids without their options; those that have several forms open them. */
  offers(legal) {
    const groups = [];
    legal.forEach((call) => { if (!groups.some((each) => each.label === call.group)) groups.push({ label: call.group, calls: [] }); });
    groups.forEach((group) => { group.calls = legal.filter((call) => call.group === group.label); });
    const chosen = groups.find((group) => group.label === this.group);
    if (chosen) {
      return element("div", { class: "keys of-words" }, ...chosen.calls.map((call) => this.key(call.label, () => this.say(call))),
        this.key(say("auction_back"), () => this.choose(null), "plain"));
    }
    const isBid = (group) => group.calls[0].call === "bid";
    const keys = (some) => some.map((group) => this.key(group.label, () => (group.calls.length > 1 ? this.choose(group.label) : this.say(group.calls[0]))));
    return element("div", {}, element("div", { class: "keys of-words" }, ...keys(groups.filter((group) => !isBid(group)))),
      element("div", { class: "keys" }, ...keys(groups.filter(isBid))));
  }

  key(label, act, name) {
    const kind = name || `key ${/^\d+$/.test(label) ? "is-number" : label.length > 9 ? "is-long" : ""}`.trim();
    return element("button", { type: "button", class: kind, "data-call": label, disabled: this.isBehind(), click: act }, label);
  }

  said(view) {
    const { calls } = this.answer || { calls: [] };
    if (!calls.length) return element("p", { class: "quiet-words" }, this.answer ? say("auction_first") : "");
    return element("ol", { class: "calls" }, ...calls.map((each) => element("li", {}, element("span", { class: "dim" }, view.names[each.seat]), " ", each.label)));
  }
}
