/* Confirmation: an opponent confirms a deal, every seat signs the sheet, each with their PIN. The pad sends its state
   by an event; the server confirms, as only the server checks PINs. */

import { Api, newKey } from "./api.js";
import { nameOfDeal } from "./panels.js";
import { Store } from "./store.js";
import { element, fill, line, say } from "./i18n.js";

const SHOWN = 5; // unconfirmed deals, newest first

class SecondEyes {
  constructor(section, pad) {
    this.section = section;
    this.place = section.querySelector("[data-confirmations]");
    this.table = pad.dataset.publicId;
    this.api = new Api(pad.dataset.api, this.table);
    this.store = new Store();
    this.asked = null; // {deal, seat}: the entrant whose PIN is typed
    this.word = "";
    pad.addEventListener("told", (event) => this.show(event.detail));
  }

  show(state) {
    this.state = state;
    const { confirms } = state.confirmation || { confirms: "never" };
    this.section.hidden = confirms === "never" || !state.is_open;
    if (this.section.hidden || this.isTyping()) return;
    fill(this.place, confirms === "deals" ? this.dealsPart() : this.sheetPart());
  }

  isTyping() {
    return this.place.contains(document.activeElement) && document.activeElement.tagName === "INPUT";
  }

  seats() {
    return this.state.parts[this.state.parts.length - 1].seats;
  }

  // Confirm deals

  dealsPart() {
    const { unconfirmed } = this.state.confirmation;
    if (!unconfirmed.length) return [element("p", {}, say("confirm_done"))];
    const newest = this.state.deals.filter((deal) => unconfirmed.includes(deal.number)).reverse();
    return [
      element("p", {}, say("confirm_waiting", { count: unconfirmed.length })),
      ...newest.slice(0, SHOWN).map((deal) => this.dealPart(deal)),
    ];
  }

  dealPart(deal) {
    const names = this.seats().map((seat) => seat.name);
    const others = this.seats().filter((seat) => deal.record.declarer !== seat.seat);
    return element("section", { class: "version" },
      element("p", { class: "version-line" }, say("confirm_deal", { number: deal.number }), " ",
        nameOfDeal(deal.record, names, this.state.fields), " ", ...line(deal.line)),
      ...this.keys(others, deal));
  }

  // Sign the sheet

  sheetPart() {
    const signed = this.state.confirmation.signed_by;
    const open = this.seats().filter((seat) => !signed.includes(seat.number));
    return [
      element("p", {}, say(open.length ? "sign_waiting" : "sign_done", { count: open.length })),
      ...this.keys(open, null),
    ];
  }

  // The entrant and their PIN

  keys(seats, deal) {
    const isAsked = this.asked && this.asked.deal === (deal && deal.number);
    return [
      element("div", { class: "actions" }, ...seats.map((seat) => element("button", {
        type: "button",
        "aria-pressed": String(Boolean(isAsked && this.asked.number === seat.number)),
        click: () => this.ask(seat, deal),
      }, seat.name))),
      isAsked ? this.pinForm(seats.find((seat) => seat.number === this.asked.number), deal) : null,
    ];
  }

  ask(seat, deal) {
    this.asked = { deal: deal && deal.number, number: seat.number };
    this.word = "";
    this.show(this.state);
    const input = this.place.querySelector("input");
    if (input) input.focus();
  }

  pinForm(seat, deal) {
    if (!seat) return null;
    const input = element("input", {
      class: "entry pin", inputmode: "numeric", autocomplete: "off", maxlength: 4, size: 4, type: "password", id: "pin",
    });
    const submit = (event) => { event.preventDefault(); this.send(seat, deal, input.value); };
    return element("form", { class: "actions", submit },
      element("label", { for: "pin" }, say("pin_of", { name: seat.name })), input,
      element("button", { type: "submit", class: "primary" }, say(deal ? "confirm_now" : "sign_now")),
      element("p", { role: "alert" }, this.word));
  }

  async send(seat, deal, pin) {
    const path = deal ? `deals/${deal.number}/confirm/` : "sign/";
    const about = await this.store.get("about", "device").catch(() => null);
    const answer = await this.api.attempt({
      key: newKey(), method: "POST", path, body: { number: seat.number, pin, row: deal ? deal.row : undefined },
      match: deal ? deal.revision : null,
      table: this.table, device: about ? about.id : "", at: new Date().toISOString(),
    });
    document.activeElement.blur();
    if (answer.status === 200) this.asked = null;
    else this.word = (answer.body && answer.body.message) || say("confirm_not_sent");
    const told = answer.status === 200 ? await this.api.state(true) : null;
    this.show(told && told.status === 200 ? told.body : this.state);
  }
}

const section = document.querySelector("[data-second-eyes]");
if (section) new SecondEyes(section, document.querySelector("[data-pad]"));
