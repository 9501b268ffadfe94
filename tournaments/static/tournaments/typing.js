/* The grid of a paper sheet. A line is kept on this computer from its first letter until the server has stored it.
   Enter wants a row stored; wanted rows are sent one after the other, so a wrong one holds up those behind it.
   Enter leaves a row at once unless it is known to be wrong: what is refused later is named by the badge, and the
   cursor never jumps back under fast fingers. */

import { newKey } from "./api.js";
import { element, fill, line as lineOf, readTexts, say, signed } from "./words.js";

const DEBOUNCE = 150;
const RETRY = 3000;
const LONGEST_QUERY = 3000;

class Drafts {
  constructor(key) {
    this.name = `stichtag.typing.${key}`;
  }

  read() {
    try {
      return JSON.parse(localStorage.getItem(this.name)) || {};
    } catch (error) {
      return {};
    }
  }

  write(drafts) {
    try {
      localStorage.setItem(this.name, JSON.stringify(drafts));
    } catch (error) {
      /* full or forbidden: the page itself still has them */
    }
  }
}

class Grid {
  constructor(section, state) {
    this.section = section;
    this.places = {};
    section.querySelectorAll("[data-place]").forEach((each) => { this.places[each.dataset.place] = each; });
    this.kept = new Drafts(section.dataset.key);
    this.drafts = this.kept.read();
    this.infos = {};
    this.rows = {};
    this.trouble = null;
    this.isSending = false;
    this.isLocked = "locked" in section.dataset;
    this.take(state, 0);
    section.hidden = false;
    this.section.addEventListener("keydown", (event) => this.press(event));
    this.section.addEventListener("input", (event) => this.type(event));
    if (Object.keys(this.drafts).length) this.check();
    this.send();
    this.focus(this.state.next_number);
  }

  /* What the server says of the rows from `since` on. */
  take(state, since) {
    this.state = state;
    Object.keys(this.infos).forEach((number) => { if (Number(number) >= since) delete this.infos[number]; });
    state.rows.forEach((info) => { this.infos[info.number] = info; });
    Object.keys(this.drafts).forEach((number) => {
      const info = this.infos[number];
      if (info && info.is_stored && !info.is_changed && this.drafts[number].text === info.line) delete this.drafts[number];
    });
    this.draw();
  }

  last() {
    const numbers = [this.state.first, this.state.next_number].concat(Object.keys(this.drafts).map((n) => Number(n) + 1));
    const end = Math.max(...numbers);
    return this.state.is_complete || this.isLocked ? Math.max(this.state.first, end - 1) : end;
  }

  draw() {
    for (let number = this.state.first; number <= this.last(); number += 1) this.drawRow(number);
    Object.keys(this.rows).forEach((number) => {
      if (Number(number) <= this.last()) return;
      this.rows[number].tr.remove();
      this.rows[number].trouble.remove();
      delete this.rows[number];
    });
    const count = this.storedDeals();
    const { deals_expected: expected } = this.state;
    fill(this.places.count, [expected ? say("counted_of", { count, expected }) : say("counted", { count })]);
    this.drawBadge();
  }

  /* Deals that count, without those that are only typed. */
  storedDeals() {
    const typed = Object.values(this.infos).filter((info) => info.counts && !info.is_stored);
    return this.state.deals_counted - typed.length;
  }

  drawRow(number) {
    const row = this.rows[number] || this.makeRow(number);
    const info = this.infos[number];
    const draft = this.drafts[number];
    const text = draft ? draft.text : info ? info.line : "";
    if (row.input.value !== text) row.input.value = text;
    const messages = (draft && draft.message ? [draft.message] : null) || (info ? info.messages : []);
    row.tr.className = messages.length && text ? "is-wrong" : draft ? "is-draft" : info && !info.counts ? "is-passed" : "";
    row.input.setAttribute("aria-invalid", messages.length && text ? "true" : "false");
    fill(row.head, [info && !info.counts ? "·" : String(info ? info.deal : number)]);
    row.cells.forEach((cell, seat) => this.drawCell(cell, seat, text ? info : null));
    this.drawWords(row, number, text ? info : null, text ? messages : []);
  }

  drawCell(cell, seat, info) {
    const delta = info ? info.deltas[seat] : 0;
    const total = info ? info.totals[seat] : null;
    cell.className = `account n${delta ? " is-written" : ""}${delta && total < 0 ? " minus" : ""}`;
    const dot = info && info.dealer === seat ? element("span", { class: "dot", role: "img", "aria-label": say("deals") }) : null;
    fill(cell, [dot, info ? signed(total) : ""]);
  }

  drawWords(row, number, info, messages) {
    const draft = this.drafts[number];
    const words = info && info.words ? lineOf(info.words) : [];
    const lost = info && info.made === false ? element("span", { class: "lost" }, ` ${say("lost")}`) : null;
    const refusals = messages.map((message) => element("span", { class: "refusal" }, message));
    const choice = draft && draft.conflict ? this.choices(number) : null;
    fill(row.words, [...words, lost]);
    fill(row.trouble.firstChild.firstChild, [...refusals, choice]);
    row.trouble.hidden = !refusals.length;
  }

  choices(number) {
    const button = (name, choose) => element("button", { type: "button", click: () => this.settle(number, choose) }, say(name));
    return element("span", { class: "actions" }, button("keep_stored", "stored"), button("keep_typed", "sent"));
  }

  makeRow(number) {
    const input = element("input", {
      class: "line", id: `line-${number}`, "data-number": number, autocomplete: "off", autocapitalize: "off",
      spellcheck: "false", enterkeyhint: "next", maxlength: "300", "aria-label": say("typed_line", { number }),
      "aria-describedby": `says-${number} trouble-${number}`,
    });
    input.readOnly = this.isLocked;
    const head = element("th", { scope: "row", class: "n" });
    const cells = this.state.totals.map(() => element("td", { class: "account n" }));
    const words = element("td", { class: "played words", id: `says-${number}` });
    const tr = element("tr", { "data-row": number }, head, element("td", { class: "words" }, input), ...cells, words);
    const place = element("div", { id: `trouble-${number}`, role: "alert" });
    const trouble = element("tr", { class: "trouble is-wrong", hidden: true }, element("td", { class: "words", colspan: cells.length + 3 }, place));
    const after = Object.keys(this.rows).map(Number).sort((a, b) => a - b).find((other) => other > number);
    this.places.rows.insertBefore(tr, after ? this.rows[after].tr : null);
    this.places.rows.insertBefore(trouble, tr.nextSibling);
    this.rows[number] = { tr, head, input, cells, words, trouble };
    return this.rows[number];
  }

  drawBadge() {
    const waiting = Object.keys(this.drafts).length;
    const wrong = Object.keys(this.drafts).map(Number).sort((a, b) => a - b).find((number) => this.drafts[number].message);
    const badge = this.places.badge;
    const text = this.trouble ? say(this.trouble)
      : wrong ? [say("needs_you", { number: wrong }), waiting > 1 ? say("waiting", { count: waiting }) : ""].filter(Boolean).join("; ")
        : this.isSending ? say("saving")
          : waiting ? say("waiting", { count: waiting }) : say("all_saved");
    badge.className = `badge${this.trouble || wrong ? " is-urgent" : waiting ? " is-waiting" : ""}`;
    if (badge.textContent !== text) fill(badge, [text]);
  }

  /* Typing */

  type(event) {
    const number = Number(event.target.dataset.number);
    if (!number) return;
    const info = this.infos[number];
    const text = event.target.value;
    const isAsStored = info && info.is_stored && !info.is_changed && info.line === text;
    if (isAsStored || (!text.trim() && !(info && info.is_stored))) delete this.drafts[number];
    else this.drafts[number] = { text, key: newKey(), wanted: false, seen: this.seenAt(number) };
    this.keep();
    this.draw();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.check(), DEBOUNCE);
  }

  /* The version that stood there when the typing began: what came later is not overwritten unseen. */
  seenAt(number) {
    const draft = this.drafts[number];
    if (draft && !draft.conflict) return draft.seen;
    const info = this.infos[number];
    return info && info.is_stored ? { revision: info.revision, row: info.row } : {};
  }

  press(event) {
    const number = Number(event.target.dataset && event.target.dataset.number);
    if (!number || event.isComposing) return;
    const steps = { ArrowUp: -1, ArrowDown: 1 };
    if (event.key === "Enter") this.want(number);
    else if (event.key === "Escape") this.undo(number);
    else if (steps[event.key]) this.focus(number + steps[event.key]);
    else return;
    event.preventDefault();
  }

  want(number) {
    const draft = this.drafts[number];
    const isWrong = this.isKnownWrong(number);
    if (draft && draft.text.trim() && !draft.conflict) {
      this.drafts[number] = { text: draft.text, key: draft.key, wanted: true, seen: draft.seen };
      this.keep();
      this.draw();
      this.send();
    }
    if (!draft || (draft.text.trim() && !isWrong)) this.focus(number + 1);
  }

  /* The server has said of this very text that it cannot stand here. */
  isKnownWrong(number) {
    const draft = this.drafts[number];
    const info = this.infos[number];
    if (!draft) return false;
    return Boolean(draft.message || (info && info.is_changed && info.line === draft.text.trim() && info.messages.length));
  }

  undo(number) {
    delete this.drafts[number];
    this.keep();
    this.check();
  }

  focus(number) {
    const row = this.rows[number];
    if (!row) return;
    row.input.focus();
    row.input.select();
  }

  keep() {
    this.kept.write(this.drafts);
  }

  /* Asking */

  query() {
    let query = "";
    Object.keys(this.drafts).map(Number).sort((a, b) => a - b).forEach((number) => {
      const more = `&line=${number}:${encodeURIComponent(this.drafts[number].text)}`;
      if (query.length + more.length < LONGEST_QUERY) query += more;
    });
    return query.slice(1);
  }

  async check() {
    const query = this.query();
    const since = query ? Math.min(...Object.keys(this.drafts).map(Number)) : 0;
    const answer = await this.ask(`${this.section.dataset.check}?${query}`);
    if (query !== this.query() || answer.status !== 200) return;
    this.take(answer.body, since);
  }

  async ask(path, fields) {
    const options = { credentials: "same-origin", cache: "no-store", redirect: "error", headers: { Accept: "application/json" } };
    if (fields) {
      options.method = "POST";
      options.headers["X-CSRFToken"] = this.token();
      options.body = new URLSearchParams(fields);
    }
    try {
      const response = await fetch(path, options);
      const isJson = (response.headers.get("Content-Type") || "").includes("json");
      return { status: isJson ? response.status : response.status < 500 ? 403 : 500, body: isJson ? await response.json() : null };
    } catch (error) {
      return { status: 0, body: null };
    }
  }

  token() {
    return document.querySelector("form[method=post] input[name=csrfmiddlewaretoken]").value;
  }

  /* Storing: the lowest wanted row first, one at a time */

  async send() {
    if (this.isSending || this.isLocked) return;
    this.isSending = true;
    let number = this.nextWanted();
    while (number && (await this.store(number))) number = this.nextWanted();
    this.isSending = false;
    this.draw();
    if (Object.keys(this.drafts).length) this.check();
  }

  nextWanted() {
    const numbers = Object.keys(this.drafts).map(Number).sort((a, b) => a - b);
    const held = numbers.find((number) => !this.drafts[number].wanted && !(this.infos[number] && this.infos[number].is_stored));
    return numbers.find((number) => this.drafts[number].wanted && !(held && held < number));
  }

  async store(number) {
    const draft = this.drafts[number];
    const fields = Object.assign({ number, line: draft.text, key: draft.key }, draft.seen);
    this.drawBadge();
    return this.judge(number, draft, await this.ask(this.section.dataset.save, fields));
  }

  async settle(number, choose) {
    const draft = this.drafts[number];
    const fields = { number, line: draft.text, key: newKey(), conflict: draft.conflict, choose };
    this.judge(number, draft, await this.ask(this.section.dataset.save, fields));
  }

  /* True if the row is stored and the next may follow. */
  judge(number, draft, answer) {
    this.trouble = null;
    if (answer.status === 200) {
      if (this.drafts[number] === draft) delete this.drafts[number];
      this.keep();
      this.take(answer.body, number);
      this.refreshFoot();
      return true;
    }
    if (answer.status === 0 || answer.status >= 500) {
      this.trouble = "offline";
      setTimeout(() => this.send(), RETRY);
    } else if (this.drafts[number] === draft) {
      this.drafts[number] = {
        text: draft.text, key: newKey(), wanted: false, seen: draft.seen,
        message: answer.body ? answer.body.message : say("signed_out"),
        conflict: answer.body ? answer.body.conflict : undefined,
      };
      this.keep();
    }
    this.draw();
    return false;
  }

  refreshFoot() {
    document.dispatchEvent(new Event("typing:stored"));
  }
}

/* The foot of the paper: our totals beside the paper's, anew whenever one of them changes. */
function watchFoot() {
  const form = document.querySelector("form[data-foot]");
  const place = document.querySelector("[data-place=foot]");
  let timer = null;
  const ask = async () => {
    try {
      const response = await fetch(`${form.dataset.foot}?${new URLSearchParams(new FormData(form))}`, { credentials: "same-origin", cache: "no-store", redirect: "error" });
      if (response.ok) place.innerHTML = await response.text();
    } catch (error) {
      /* not connected: what stands there stays */
    }
  };
  const later = () => { clearTimeout(timer); timer = setTimeout(ask, 2 * DEBOUNCE); };
  form.addEventListener("input", later);
  form.addEventListener("submit", (event) => { event.preventDefault(); ask(); });
  document.addEventListener("typing:stored", () => { if ([...new FormData(form).values()].some(Boolean)) later(); });
  place.addEventListener("click", (event) => {
    const link = event.target.closest("a[href^='#line-']");
    const input = link && document.querySelector(link.getAttribute("href"));
    if (!input) return;
    event.preventDefault();
    input.scrollIntoView({ block: "center" });
    input.focus();
    input.select();
  });
}

/* Folded on a phone, open where there is room. */
function unfold() {
  if (!window.matchMedia("(min-width: 60rem)").matches) return;
  document.querySelectorAll("details[data-open-wide]").forEach((each) => { each.open = true; });
}

unfold();
readTexts(document.getElementById("texts"));
new Grid(document.querySelector("[data-typing]"), JSON.parse(document.getElementById("typing-state").textContent));
watchFoot();
