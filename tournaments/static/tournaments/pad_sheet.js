/* The sheet below the pad: drawn by the server, or here while the server does not know everything. A tap on a row's
   header chooses it. */

import { isFinal } from "./panels.js";
import { drawSheet } from "./sheet.js";
import { element, fill, say } from "./i18n.js";

export class SheetBelow {
  /* `choose` receives the number of a tapped row. */
  constructor(place, choose) {
    this.place = place;
    this.address = place.dataset.sheet;
    this.isOver = false;
    place.addEventListener("click", (event) => {
      const row = event.target.closest("tr[data-number]");
      if (row) choose(Number(row.dataset.number));
    });
  }

  showOwn(sheet) {
    drawSheet(this.place, sheet);
    this.makeTouchable();
  }

  showServers(html) {
    this.place.innerHTML = html;
    this.makeTouchable();
  }

  /* Update the chosen row, and whether rows can be chosen. */
  update({ draft, isLocked, isOver: isLinkOver, sheet }) {
    const isOver = isLinkOver || isFinal(sheet);
    if (this.isOver !== isOver) this.offer(isOver);
    this.place.classList.toggle("is-locked", isLocked);
    this.place.toggleAttribute("inert", isLocked);
    this.chosen = draft.kind === "append" ? null : String(draft.number);
    this.markChosen();
  }

  /* With a link that is over, or final results, hide the actions that cannot succeed. */
  offer(isOver) {
    this.isOver = isOver;
    document.querySelectorAll("[data-offer]").forEach((each) => { each.hidden = isOver; });
    this.makeTouchable();
  }

  makeTouchable() {
    const { place, isOver } = this;
    place.querySelectorAll("table.sheet").forEach((table) => table.classList.toggle("is-touchable", !isOver));
    place.querySelectorAll(".row-key").forEach((key) => key.replaceWith(...key.childNodes));
    if (!isOver) place.querySelectorAll("tr[data-number] > th").forEach(makeRowKey);
    this.markChosen();
  }

  markChosen() {
    const mark = (row) => row.classList.toggle("is-chosen", row.dataset.number === this.chosen);
    this.place.querySelectorAll("tr[data-number]").forEach(mark);
  }
}

function makeRowKey(head) {
  const label = say("correct_deal", { deal: head.parentNode.dataset.deal });
  const children = Array.from(head.childNodes);
  fill(head, element("button", { type: "button", class: "row-key", "aria-label": label }, ...children));
}
