/* The grid for a paper sheet. A line is stored on this computer from its first letter until the server has stored it.
   Enter requests that a row is stored; requested rows are sent in order, so a wrong one blocks those after it.
   Enter leaves a row at once unless it is known to be wrong: the badge reports later refusals, and the
   cursor does not jump back during fast typing. A correction shows its effect first; Enter once more stores it.
   The state is in sheet_entry_state.js, its view in sheet_entry_view.js. */

import { Memory, newKey } from "./api.js";
import { watchFoot } from "./sheet_entry_foot.js";
import { Screen } from "./sheet_entry_screen.js";
import { mayLeave, newState, nextWanted, questionOf, step } from "./sheet_entry_state.js";
import { viewOf } from "./sheet_entry_view.js";
import { readTexts, say } from "./i18n.js";

const DEBOUNCE = 150;
const RETRY = 3000;
const SIGNED_OUT = 403;
const STEPS = { ArrowUp: -1, ArrowDown: 1 };

class Grid {
  constructor(section, sheet, hearStored) {
    this.addresses = section.dataset;
    this.hearStored = hearStored;
    this.kept = new Memory(`typing.${section.dataset.key}`);
    this.state = newState(sheet, this.kept.read(), "locked" in section.dataset);
    const places = {};
    section.querySelectorAll("[data-place]").forEach((each) => { places[each.dataset.place] = each; });
    this.screen = new Screen(places, {
      settle: (number, choose) => this.settle(number, choose),
      want: (number) => this.want(number),
      undo: (number) => this.undo(number),
    });
    section.addEventListener("keydown", (event) => this.press(event));
    section.addEventListener("input", (event) => this.type(event));
    this.screen.render(viewOf(this.state));
    section.hidden = false;
    this.send();
    this.screen.focus(sheet.next_number);
  }

  /* Dispatch an event; every event passes through here. */
  act(event) {
    const before = this.state;
    this.state = step(before, Object.assign({ key: newKey() }, event));
    if (this.state.drafts !== before.drafts) this.kept.write(this.state.drafts);
    this.screen.render(viewOf(this.state));
  }

  type(event) {
    const number = Number(event.target.dataset.number);
    if (!number) return;
    this.act({ type: "typed", number, text: event.target.value });
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.check(true), DEBOUNCE);
  }

  press(event) {
    const number = Number(event.target.dataset.number || event.target.dataset.reason);
    if (!number || event.isComposing) return;
    if (event.key === "Enter") this.want(number);
    else if (event.key === "Escape") this.undo(number);
    else if (STEPS[event.key]) this.screen.focus(number + STEPS[event.key]);
    else return;
    event.preventDefault();
  }

  want(number) {
    const goesOn = mayLeave(this.state, number);
    this.act({ type: "wanted", number });
    this.send();
    if (goesOn) this.screen.focus(number + 1);
  }

  undo(number) {
    this.act({ type: "undone", number });
    this.check(true);
  }

  // Validation

  /* Request points for the lines that are not stored; without any, only if the sheet `isAsked` for itself. */
  async check(isAsked) {
    const { query, since } = questionOf(this.state);
    if (!query && !isAsked) return;
    const { status, body } = await ask(`${this.addresses.check}?${query}`);
    if (status === 200 && query === questionOf(this.state).query) this.act({ type: "told", sheet: body, since });
  }

  // Storing: the lowest requested row first, one at a time

  async send() {
    if (this.state.mode === "sending") return;
    let number = nextWanted(this.state);
    if (number) this.act({ type: "sending" });
    while (number && (await this.store(number))) number = nextWanted(this.state);
    if (this.state.mode === "sending") this.act({ type: "rested" });
    this.check();
  }

  store(number) {
    const { text, key, seen } = this.state.drafts[number];
    return this.post(number, Object.assign({ number, line: text, key }, seen, this.surely(number)));
  }

  /* What tells the server that the effect of a correction was seen. */
  surely(number) {
    return this.state.drafts[number].effect ? { sure: "yes", reason: this.screen.reasonOf(number) } : {};
  }

  settle(number, choose) {
    const { text, conflict } = this.state.drafts[number];
    const fields = { number, line: text, key: newKey(), conflict, choose };
    return this.post(number, Object.assign(fields, this.surely(number)));
  }

  /* Resolve to true if the row is stored and the next one may follow. */
  async post(number, fields) {
    const of = this.state.drafts[number].key;
    const { status, body } = await ask(this.addresses.save, fields);
    if (status === 200) {
      this.act({ type: "stored", number, of, sheet: body });
      this.hearStored();
      return true;
    }
    if (status === 0 || status >= 500) {
      this.act({ type: "cut" });
      setTimeout(() => this.send(), RETRY);
    } else {
      const { message, conflict, effect } = body || { message: say("signed_out") };
      this.act({ type: "refused", number, of, message, conflict, effect });
    }
    return false;
  }
}

/* Return {status, body}: 0 without a connection; a body that is not JSON is a login page or an error. */
async function ask(path, fields) {
  const options =
    { credentials: "same-origin", cache: "no-store", redirect: "error", headers: { Accept: "application/json" } };
  if (fields) {
    options.method = "POST";
    options.headers["X-CSRFToken"] = document.querySelector("form[method=post] input[name=csrfmiddlewaretoken]").value;
    options.body = new URLSearchParams(fields);
  }
  try {
    const response = await fetch(path, options);
    const isJson = (response.headers.get("Content-Type") || "").includes("json");
    if (isJson) return { status: response.status, body: await response.json() };
    return { status: response.status < 500 ? SIGNED_OUT : response.status, body: null };
  } catch (error) {
    return { status: 0, body: null };
  }
}

/* Collapsed on a phone, open on a wide screen. */
function unfold() {
  if (!window.matchMedia("(min-width: 60rem)").matches) return;
  document.querySelectorAll("details[data-open-wide]").forEach((each) => { each.open = true; });
}

unfold();
readTexts(document.getElementById("texts"));
const hearStored = watchFoot(document.querySelector("form[data-foot]"), document.querySelector("[data-place=foot]"));
const sheet = JSON.parse(document.getElementById("sheet-entry-state").textContent);
new Grid(document.querySelector("[data-sheet-entry]"), sheet, hearStored);
