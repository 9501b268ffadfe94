/* The sheet below the pad: as the server draws it, or drawn here while it does not know everything. A tap on the head
   of a row chooses it. */

import { calledNames } from "./pad_view.js";
import { drawSheet, isLong } from "./sheet.js";
import { element, fill, say } from "./words.js";

export class SheetBelow {
  /* `choose` hears the number of a row that was tapped. */
  constructor(place, choose) {
    this.place = place;
    this.address = place.dataset.sheet;
    this.isOver = false;
    place.addEventListener("click", (event) => {
      const row = event.target.closest("tr[data-number]");
      if (row) choose(Number(row.dataset.number));
    });
  }

  showOwn(sheet, boards) {
    drawSheet(this.place, sheet, boards);
    this.makeTouchable();
  }

  showServers(html) {
    this.place.innerHTML = html;
    this.makeTouchable();
  }

  /* Which row is chosen, and whether any may be. */
  update({ draft, isLocked, isOver }) {
    if (this.isOver !== isOver) this.offer(isOver);
    this.place.classList.toggle("is-locked", isLocked);
    this.place.toggleAttribute("inert", isLocked);
    this.chosen = draft.kind === "append" ? null : String(draft.number);
    this.markChosen();
  }

  /* With a link that is over nothing is offered that cannot be done. */
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
    place.querySelectorAll("table.sheet thead").forEach(callByName);
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
