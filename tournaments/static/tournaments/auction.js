/* The auction: the legal calls, the calls so far, and the result for the record. The rules, on this phone or on the
   server, determine the legal calls. */

import { isBehind } from "./pad_view.js";
import { button, element, line, say, wordsElement } from "./i18n.js";

const LONG_CALL = 9;
const MOST_BIDS = 21; // before "more"
const HIGHER = "\u2026";

export function auctionPanel(view, act) {
  const { auction } = view;
  return element("section", { class: "auction", "aria-label": say("auction_open") },
    element("h2", { "aria-live": "polite" }, ...titleOf(view)),
    auction.isLost ? element("p", { class: "refusal" }, say("auction_lost")) : null,
    keysOf(auction, act),
    callsSoFar(view),
    element("div", { class: "actions" },
      auction.calls.length ? undoKey(act) : null,
      button(say("leave"), () => act({ type: "close_auction", result: null }), "plain")));
}

function undoKey(act) {
  return element("button", { type: "button", "data-undo": true, click: () => act({ type: "take_back" }) }, say("undo"));
}

function titleOf({ auction, names }) {
  const { answer } = auction;
  if (answer === null) return [];
  if (answer.result === null) return [say("auction_turn", { name: names[answer.turn] })];
  const { declarer } = answer.result;
  return [declarer === null ? "" : names[declarer], " ", ...line(answer.label)];
}

function keysOf(auction, act) {
  const { answer } = auction;
  if (answer === null) return null;
  if (answer.result === null) return offers(auction, act);
  return element("button", {
    type: "button", class: "primary", "data-take": true, disabled: isBehind(auction),
    click: () => act({ type: "close_auction", result: answer.result }),
  }, say("auction_done"));
}

/* Return the bids without their options first; a bid with several forms opens them. */
function offers(auction, act) {
  const { legal } = auction.answer;
  const labels = [...new Set(legal.map((call) => call.group))];
  const groups = labels.map((label) => ({ label, calls: legal.filter((call) => call.group === label) }));
  const call = (each) => callKey(auction, each.label, () => act({ type: "call", call: each }));
  const chosen = groups.find((group) => group.label === auction.group);
  if (chosen) {
    const back = callKey(auction, say("auction_back"), () => act({ type: "choose_group", group: null }), "plain");
    return element("div", { class: "keys of-words" }, ...chosen.calls.map(call), back);
  }
  const open = ({ label, calls }) => () => (
    act(calls.length > 1 ? { type: "choose_group", group: label } : { type: "call", call: calls[0] })
  );
  const keys = (some) => some.map((group) => callKey(auction, group.label, open(group)));
  const isBid = (group) => group.calls[0].call === "bid";
  const bids = groups.filter(isBid);
  const isCut = bids.length > MOST_BIDS && auction.group !== HIGHER;
  const more = callKey(auction, say("more"), () => act({ type: "choose_group", group: HIGHER }));
  return element("div", {},
    element("div", { class: "keys of-words" }, ...keys(groups.filter((group) => !isBid(group)))),
    element("div", { class: "keys" }, ...keys(isCut ? bids.slice(0, MOST_BIDS) : bids)),
    isCut ? element("div", { class: "keys of-words" }, more) : null);
}

function callKey(auction, label, click, name) {
  const kind = /^\d+$/.test(label) ? "is-number" : label.length > LONG_CALL ? "is-long" : "";
  return element("button", {
    type: "button", class: name || `key ${kind}`.trim(), "data-call": label, disabled: isBehind(auction), click,
  }, wordsElement(label));
}

function callsSoFar({ auction, names }) {
  if (!auction.answer) return element("p", { class: "quiet-words" });
  const { calls } = auction.answer;
  if (!calls.length) return element("p", { class: "quiet-words" }, say("auction_first"));
  return element("ol", { class: "calls" }, ...calls.map((each) => (
    element("li", {}, element("span", { class: "dim" }, names[each.seat]), " ", each.label)
  )));
}
