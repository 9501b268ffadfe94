/* The draw: shows only the fields that a constraint's kind needs, shows the progress of a search, and swaps two players
   in a draft by tap, keyboard or dragging. The server computes a swap's cost beforehand and makes the swap. */

import { element, fill, readTexts, say } from "./i18n.js";

const LOOK_AGAIN = 500;
const ASKED = {
  apart: ["entrant", "other"],
  partners: ["entrant", "other"],
  anew: [],
  table: ["entrant", "table"],
  seat: ["entrant", "number"],
  capacity: ["table", "number"],
};

/* A constraint */

function askWhatIsNeeded(form) {
  const kind = form.elements.namedItem("kind");
  form.querySelector("[data-all-kinds]").hidden = true;
  const show = () => form.querySelectorAll("[data-asked]").forEach((field) => {
    const name = field.dataset.asked;
    field.hidden = name !== "kind" && ASKED[kind.value].indexOf(name) < 0;
  });
  kind.addEventListener("change", show);
  show();
}

/* Waiting for a draw */

async function watchProgress(place) {
  try {
    const response = await fetch(place.dataset.progress, { cache: "no-store", credentials: "same-origin" });
    if (response.ok) place.innerHTML = await response.text();
  } catch (error) {
    // offline: the next poll reports it
  }
  const done = place.querySelector("[data-leads-to]");
  document.querySelector("[data-while-searching]").hidden = Boolean(done); // one key at a time
  if (done) window.location.replace(done.dataset.leadsTo);
  else setTimeout(() => watchProgress(place), LOOK_AGAIN);
}

/* A draft */

class Draft {
  constructor(place, note) {
    this.place = place;
    this.note = note;
    this.picked = null;
    this.costs = {};
    document.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && this.picked) this.putBack(true);
    });
    document.addEventListener("submit", (event) => this.hearForm(event));
    this.dress();
    this.tell(say("hint"));
  }

  /* Turn every seat into a button. */
  dress() {
    this.place.querySelectorAll("[data-place]").forEach((seat) => {
      const key = element("div", { class: "place", role: "button", tabindex: "0", draggable: "true" });
      while (seat.firstChild) key.appendChild(seat.firstChild);
      key.appendChild(element("span", { class: "cost n" }));
      seat.appendChild(key);
      key.addEventListener("click", () => this.choose(seat.dataset.place));
      key.addEventListener("keydown", (event) => this.hearKey(event, seat.dataset.place));
      key.addEventListener("dragstart", (event) => this.startDrag(event, seat.dataset.place));
      key.addEventListener("dragover", (event) => this.dragOver(event, seat));
      key.addEventListener("dragleave", () => seat.classList.remove("is-over"));
      key.addEventListener("drop", (event) => this.drop(event, seat.dataset.place));
      key.addEventListener("dragend", () => this.endDrag());
    });
    this.show();
  }

  seats() {
    return Array.from(this.place.querySelectorAll("[data-place]"));
  }

  seatOf(number) {
    return this.seats().find((seat) => seat.dataset.place === String(number));
  }

  nameOf(number) {
    const seat = this.seatOf(number);
    return seat ? seat.dataset.name : "";
  }

  /* Update the buttons' labels: the player they pick up, or the cost of a swap. */
  show() {
    const picked = this.picked ? this.nameOf(this.picked) : "";
    this.place.classList.toggle("is-picking", Boolean(this.picked));
    this.seats().forEach((seat) => {
      const key = seat.firstElementChild;
      const name = seat.dataset.name;
      const isPicked = seat.dataset.place === this.picked;
      const cost = this.picked && !isPicked ? this.costs[seat.dataset.place] : null;
      const words = cost ? cost.words : say("counting");
      const free = this.picked ? say("swap_with", { name, picked, cost: words }) : say("pick_up", { name });
      key.setAttribute("aria-label", isPicked ? say("put_back", { name }) : free);
      key.setAttribute("aria-pressed", String(isPicked));
      seat.classList.toggle("is-picked", isPicked);
      seat.classList.toggle("is-better", Boolean(cost && cost.repeats < 0));
      seat.classList.toggle("is-worse", Boolean(cost && cost.repeats > 0));
      fill(key.querySelector(".cost"), cost ? cost.words : "");
    });
  }

  tell(text, isError) {
    this.note.hidden = !text;
    this.note.classList.toggle("is-error", Boolean(isError));
    if (this.note.textContent !== text) this.note.textContent = text;
  }

  /* By tap or key */

  hearKey(event, number) {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    this.choose(number);
  }

  choose(number) {
    if (!this.picked) this.pickUp(number);
    else if (this.picked === number) this.putBack(true);
    else this.swap(this.picked, number);
  }

  async pickUp(number) {
    this.picked = number;
    this.costs = {};
    this.show();
    this.tell(say("picked", { name: this.nameOf(number) }));
    try {
      const url = `${this.place.dataset.costs}?one=${encodeURIComponent(number)}`;
      const response = await fetch(url, { cache: "no-store", credentials: "same-origin" });
      const answer = await response.json();
      if (this.picked !== number) return;
      if (!response.ok) throw new Error(answer.code);
      this.costs = answer.costs;
      this.show();
    } catch (error) {
      if (this.picked === number) this.fail();
    }
  }

  putBack(isTold) {
    const seat = this.seatOf(this.picked);
    if (isTold) this.tell(say("back", { name: this.nameOf(this.picked) }));
    this.picked = null;
    this.show();
    if (seat && isTold) seat.firstElementChild.focus();
  }

  fail() {
    this.putBack(false);
    this.tell(say("lost"), true);
  }

  /* By dragging */

  startDrag(event, number) {
    event.dataTransfer.setData("text/plain", number);
    event.dataTransfer.effectAllowed = "move";
    this.pickUp(number);
  }

  dragOver(event, seat) {
    if (!this.picked || seat.dataset.place === this.picked) return;
    event.preventDefault();
    seat.classList.add("is-over");
    const cost = this.costs[seat.dataset.place];
    if (cost) this.tell(say("swap_with",
      { name: seat.dataset.name, picked: this.nameOf(this.picked), cost: cost.words }));
  }

  drop(event, number) {
    event.preventDefault();
    if (this.picked && this.picked !== number) this.swap(this.picked, number);
  }

  endDrag() {
    this.seats().forEach((seat) => seat.classList.remove("is-over"));
    if (this.picked && !this.isSwapping) this.putBack(true);
  }

  /* The swap: the draft of the response replaces the shown one. */

  swap(one, two) {
    const form = this.place.querySelector("form#swap");
    const body = new URLSearchParams(new FormData(form));
    body.set("one", one);
    body.set("two", two);
    this.send(body, one);
  }

  /* "Swap back" and the two lists also work without leaving the page. */
  hearForm(event) {
    if (event.target.getAttribute("action") !== this.place.dataset.swap) return;
    event.preventDefault();
    const body = new URLSearchParams(new FormData(event.target));
    this.send(body, body.get("one"));
  }

  async send(body, focused) {
    if (this.isSwapping) return;
    this.isSwapping = true;
    try {
      const response = await fetch(this.place.dataset.swap, { method: "POST", body, credentials: "same-origin" });
      this.take(new DOMParser().parseFromString(await response.text(), "text/html"), focused);
    } catch (error) {
      this.fail();
    }
    this.isSwapping = false;
  }

  take(page, focused) {
    const draft = page.getElementById("draft");
    if (!draft) {
      window.location.reload();
      return;
    }
    const wasOpen = Boolean(this.place.querySelector("details[open]"));
    this.picked = null;
    fill(this.place, Array.from(draft.childNodes, (each) => document.importNode(each, true)));
    if (wasOpen) this.place.querySelector("details").open = true;
    this.dress();
    const refused = page.querySelector("main [role=alert] p");
    const said = refused || page.querySelector(".messages .notice");
    this.tell(said ? said.textContent : "", Boolean(refused));
    const seat = this.seatOf(focused);
    if (seat) seat.firstElementChild.focus();
  }
}

const constraint = document.querySelector("form[data-constraint]");
if (constraint) askWhatIsNeeded(constraint);

const waiting = document.querySelector("[data-progress]");
if (waiting) watchProgress(waiting);

const draft = document.getElementById("draft");
if (draft) {
  readTexts(document.getElementById("texts"));
  new Draft(draft, document.querySelector("[data-note]"));
}
