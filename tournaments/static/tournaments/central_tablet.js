/* A tablet in the middle of the table: each player has a key at their side, readable from their seat. A tap on it turns
   the pad to that side. Only on large screens (stichtag.css), and only where somebody has switched it on. */

import { Memory } from "./api.js";
import { calledNames, partOf } from "./pad_view.js";
import { standingOf } from "./rows.js";
import { element, figure, refill } from "./i18n.js";

const SIDES = [0, 1, 2, 3]; // below, left, above, right: clockwise, as people sit

class CentralTablet {
  constructor(root, place) {
    this.place = place;
    this.memory = new Memory("table.central");
    this.state = Object.assign({ isOn: false, side: 0 }, this.memory.read());
    this.switches = document.querySelectorAll("[data-central]");
    this.switches.forEach((key) => key.addEventListener("click", () => this.change({ isOn: !this.state.isOn })));
    root.addEventListener("told", ({ detail }) => this.draw(detail));
    this.change({});
  }

  change(more) {
    Object.assign(this.state, more);
    const { isOn, side } = this.state;
    this.memory.write(this.state);
    this.place.hidden = !isOn;
    document.body.classList.toggle("is-central", isOn);
    SIDES.forEach((each) => document.body.classList.toggle(`is-turned-${each}`, isOn && each === side));
    this.switches.forEach((key) => key.setAttribute("aria-pressed", String(isOn)));
    this.markSide();
  }

  draw(sheet) {
    const part = partOf(sheet, sheet.next_number);
    const names = calledNames(part);
    const totals = standingOf(sheet, part);
    const keyOf = (seat, side) => element("button", {
      type: "button", class: `key seat ${seat === sheet.dealer ? "is-dealer" : ""}`.trim(), "data-side": side,
      click: () => this.change({ side }),
    }, element("span", { class: "seat-key" }, names[seat]), figure(totals[seat]));
    const sideOf = (seat) => Math.floor((seat * SIDES.length) / Math.max(names.length, SIDES.length));
    const places = this.place.querySelectorAll("[data-side-place]");
    SIDES.forEach((side) => refill(places[side], [names, totals, sheet.dealer], () => (
      names.map((name, seat) => (sideOf(seat) === side ? keyOf(seat, side) : null))
    )));
    this.markSide();
  }

  markSide() {
    this.place.querySelectorAll("[data-side]").forEach((key) => {
      key.setAttribute("aria-pressed", String(Number(key.dataset.side) === this.state.side));
    });
  }
}

document.querySelectorAll("[data-sides]").forEach((place) => {
  new CentralTablet(document.querySelector("[data-pad]"), place);
});
