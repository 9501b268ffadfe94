/* Calling the director from a table's page, and the round's clock there. Stands beside the pad and shares nothing with
   it but the page. A call that could not be sent is tried again with the same key until it is answered. */

import { Api, isDefinite, newKey, pauseAfter } from "./api.js";
import { hearTime } from "./clock.js";

const PAUSE = 10000;

class Call {
  constructor(root) {
    this.root = root;
    this.form = root.querySelector("form");
    this.said = root.querySelector("[data-call-said]");
    this.clock = document.querySelector("[data-table-clock]");
    const pad = document.querySelector("[data-pad]");
    this.api = new Api(`${pad.dataset.api}call/`, pad.dataset.publicId, () => null);
    this.isSending = false;
    this.form.addEventListener("submit", (event) => { event.preventDefault(); this.call(event.submitter); });
    root.querySelector("[data-call-off]").addEventListener("click", () => this.send("DELETE", null));
    document.querySelectorAll("[data-call-open]").forEach((key) => key.addEventListener("click", () => this.open()));
    document.addEventListener("visibilitychange", () => { if (!document.hidden) this.ask(); });
    this.askLater();
    this.ask();
  }

  open() {
    this.root.open = true;
    this.root.scrollIntoView({ block: "center" });
    this.root.querySelector("button").focus();
  }

  call(key) {
    if (key && key.value) this.send("POST", { reason: key.value });
  }

  /* The same key until there is an answer: twice is once. */
  async send(method, body) {
    if (this.isSending) return;
    this.isSending = true;
    this.tell("sending");
    const operation = { key: newKey(), table: this.api.publicId, device: "", at: new Date().toISOString(), method, path: "", body };
    for (let tries = 0; ; tries += 1) {
      const answer = await this.api.attempt(operation);
      if (isDefinite(answer)) {
        this.isSending = false;
        if (answer.status < 300) this.hear(answer.body);
        else this.tell("refused", answer.body.message);
        return;
      }
      this.tell("again");
      await this.api.pause(pauseAfter(answer, tries));
    }
  }

  askLater() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.ask(), PAUSE + Math.random() * 1000);
  }

  async ask() {
    if (!document.hidden && !this.isSending) {
      const answer = await this.api.request(this.api.root, { headers: this.api.headers() });
      if (answer.status === 200 && answer.isJson) this.hear(answer.body);
    }
    this.askLater();
  }

  hear(told) {
    const { call, clock } = told;
    const isOpen = Boolean(call) && !call.is_answered;
    this.form.hidden = isOpen;
    this.root.querySelector("[data-call-off]").hidden = !isOpen;
    document.querySelectorAll("[data-call-open]").forEach((key) => key.classList.toggle("is-calling", isOpen));
    if (isOpen) this.wasOpen = true;
    if (isOpen) this.root.open = true;
    this.tell(isOpen ? "open" : this.wasOpen ? "answered" : "");
    if (clock !== undefined) this.hearClock(clock);
  }

  hearClock(clock) {
    this.clock.hidden = !clock;
    if (!clock) return;
    hearTime(clock.now);
    const left = this.clock.querySelector("[data-ends]");
    left.dataset.ends = clock.ends_at === null ? "" : String(clock.ends_at);
    if (clock.ends_at === null && clock.left !== null) left.dataset.left = String(clock.left);
    else delete left.dataset.left;
    left.hidden = clock.ends_at === null && clock.left === null;
    this.clock.querySelector("[data-last]").hidden = !clock.is_last_deal;
    this.clock.querySelector("[data-paused]").hidden = clock.ends_at !== null || clock.left === null;
  }

  tell(which, text) {
    this.said.textContent = which === "refused" ? text : which ? this.said.dataset[which] : "";
  }
}

document.querySelectorAll("details[data-call]").forEach((root) => new Call(root));
