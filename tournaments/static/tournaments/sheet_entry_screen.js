/* Draws the view of the grid (sheet_entry_view.js) into its page. The input element of a line is never replaced. */

import { button, element, fill, line, refill, say } from "./i18n.js";

export class Screen {
  /* `places` are the elements of the page by name; of `acts`, `settle` receives the chosen version of a row, `want`
     and `undo` its number. */
  constructor(places, acts) {
    this.places = places;
    this.acts = acts;
    this.rows = new Map();
  }

  render({ rows, count, badge }) {
    rows.forEach((view) => this.drawRow(view));
    const last = rows[rows.length - 1].number;
    this.rows.forEach((row, number) => { if (number > last) this.remove(number); });
    fill(this.places.count, [count]);
    this.places.badge.className = `badge ${badge.kind}`;
    if (this.places.badge.textContent !== badge.text) fill(this.places.badge, [badge.text]);
  }

  focus(number) {
    const row = this.rows.get(number);
    if (!row) return;
    row.input.focus();
    row.input.select();
  }

  drawRow(view) {
    const row = this.rows.get(view.number) || this.makeRow(view);
    const isWrong = view.kind === "is-wrong";
    if (row.input.value !== view.text) row.input.value = view.text;
    row.input.setAttribute("aria-invalid", String(isWrong));
    row.tr.className = view.kind;
    fill(row.head, [view.head]);
    view.cells.forEach((cell, seat) => drawCell(row.cells[seat], cell));
    fill(row.words, [...(view.words ? line(view.words) : []), view.isLost && lostWord()]);
    refill(row.place, [view.messages, view.effect, view.isAsking], () => this.troubleOf(view));
    row.trouble.className = `trouble ${view.kind}`;
    row.trouble.hidden = !view.messages.length;
  }

  troubleOf({ number, messages, effect, isAsking }) {
    const said = messages.map((message) => element("span", { class: effect ? "" : "refusal" }, message));
    const choices = isAsking ? this.choices(number) : effect && this.confirmation(number);
    return [...said, effect && effectShown(effect), choices];
  }

  /* The reason of a correction whose effect is shown, and its keys. */
  confirmation(number) {
    const label = element("label", { for: `reason-${number}` }, say("reason"));
    const input = element("input", {
      id: `reason-${number}`, "data-reason": number, maxlength: "500", autocomplete: "off", enterkeyhint: "done",
    });
    const keys = element("p", { class: "actions" },
      button(say("store_correction"), () => this.acts.want(number), "primary"),
      button(say("leave_line"), () => this.acts.undo(number), "plain"));
    return element("div", { class: "stack" }, element("div", { class: "field" }, label, input), keys);
  }

  reasonOf(number) {
    const input = document.getElementById(`reason-${number}`);
    return input ? input.value : "";
  }

  choices(number) {
    const key =
      (name, choose) => element("button", { type: "button", click: () => this.acts.settle(number, choose) }, say(name));
    return element("span", { class: "actions" }, key("keep_stored", "stored"), key("keep_typed", "sent"));
  }

  makeRow({ number, cells: seats, isLocked }) {
    const input = element("input", {
      class: "line", id: `line-${number}`, "data-number": number, autocomplete: "off", autocapitalize: "off",
      spellcheck: "false", enterkeyhint: "next", maxlength: "300", "aria-label": say("typed_line", { number }),
      "aria-describedby": `says-${number} trouble-${number}`, readonly: isLocked,
    });
    const head = element("th", { scope: "row", class: "n" });
    const cells = seats.map(() => element("td"));
    const words = element("td", { class: "played words", id: `says-${number}` });
    const typed = element("td", { class: "words" }, input);
    const tr = element("tr", { "data-row": number }, head, typed, ...cells, words);
    const place = element("div", { id: `trouble-${number}`, role: "alert" });
    const wide = element("td", { class: "words", colspan: cells.length + 3 }, place);
    const trouble = element("tr", { class: "trouble", hidden: true }, wide);
    this.places.rows.append(tr, trouble); // rows are created in order, and removed from the end
    const row = { tr, head, input, cells, words, trouble, place };
    this.rows.set(number, row);
    return row;
  }

  remove(number) {
    const { tr, trouble } = this.rows.get(number);
    tr.remove();
    trouble.remove();
    this.rows.delete(number);
  }
}

function drawCell(place, { text, isWritten, isMinus, deals }) {
  place.className = `account n${isWritten ? " is-written" : ""}${isMinus ? " minus" : ""}`;
  const dot = deals && element("span", { class: "dot", role: "img", "aria-label": say("deals") });
  fill(place, [dot, text]);
}

/* The effect as the server rendered it. */
function effectShown(markup) {
  const place = element("div", { class: "stack" });
  place.innerHTML = markup;
  return place;
}

function lostWord() {
  return element("span", { class: "lost" }, ` ${say("lost")}`);
}
