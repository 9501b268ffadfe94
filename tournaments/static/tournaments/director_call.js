/* Calls for the director on a table's page, the round's clock, and the banner over all tables. It listens to the
   state that the pad receives, and polls by itself only while the pad receives nothing. A call that could not be sent
   is retried with the same key until it is answered. */

import { Api, isDefinite, newKey, pauseAfter } from "./api.js";
import { hearTime, serverNow, timeLeft } from "./clock.js";

const PAUSE = 10000;
const HOUR = 3600000;
const NO_CLOCK = { ends_at: null, left: null, is_last_deal: false };
const SILENCE = 9000; // the pad polls more often than that

class Call {
  constructor(root) {
    this.root = root;
    this.line = document.querySelector("[data-call-line]");
    this.said = this.line.querySelector("[data-call-said]");
    this.keys = { off: this.line.querySelector("[data-call-off]"),
      understood: this.line.querySelector("[data-call-understood]") };
    this.clock = document.querySelector("[data-table-clock]");
    this.banner = document.querySelector("[data-banner]");
    this.next = document.querySelector("[data-next]");
    this.timetable = [];
    setInterval(() => { this.endBanner(); this.showNext(); }, 1000);
    const pad = document.querySelector("[data-pad]");
    this.api = new Api(`${pad.dataset.api}call/`, pad.dataset.publicId, () => null);
    this.isOpen = !this.line.hidden;
    this.isSending = this.isOver = this.isResting = false;
    this.heard = this.told = this.toldClock = null;
    pad.addEventListener("heard", (event) => this.listen(event.detail));
    pad.addEventListener("told", (event) => this.followClock(event.detail));
    this.keys.off.addEventListener("click", () => this.send("DELETE", null));
    this.keys.understood.addEventListener("click", () => this.tell(""));
    document.addEventListener("visibilitychange", () => { if (!document.hidden) this.ask(); });
    this.watchSheet(root.querySelector("summary"), root.querySelectorAll("[data-reason]"));
    this.askLater();
    this.ask();
  }

  /* The bell opens the sheet by itself (it is a <details>); a second call is refused here. */
  watchSheet(bell, reasons) {
    const close = () => { this.root.open = false; bell.focus(); };
    bell.addEventListener("click", (event) => { if (this.isOpen || this.isSending) event.preventDefault(); });
    reasons.forEach((key) => key.addEventListener("click", () => {
      close();
      this.send("POST", { reason: key.dataset.reason });
    }));
    this.root.querySelector("[data-call-close]").addEventListener("click", close);
    this.root.addEventListener("toggle", () => { if (this.root.open) reasons[0].focus(); });
    this.root.addEventListener("keydown", (event) => { if (event.key === "Escape" && this.root.open) close(); });
    this.root.addEventListener("focusout", ({ relatedTarget }) => {
      if (relatedTarget && !this.root.contains(relatedTarget)) this.root.open = false;
    });
  }

  /* Send with the same key until there is an answer, so that a repetition has no effect. */
  async send(method, body) {
    if (this.isSending) return;
    this.isSending = true;
    this.tell("sending");
    const operation =
      { key: newKey(), table: this.api.publicId, device: "", at: new Date().toISOString(), method, path: "", body };
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

  /* Read the call from the pad's state; null if unchanged. A response that was under way during a call here is older
     than it: only a call that differs from the last response is news. */
  listen(state) {
    this.heard = Date.now();
    this.isOver = false; // a link that was over is valid again
    if (!state || !("call" in state)) return;
    const call = JSON.stringify(state.call);
    if (call !== this.told && !this.isSending) {
      this.told = call;
      this.hear({ call: state.call });
    }
    if (state.clock) hearTime(state.clock.now);
  }

  /* Show the clock of the pad's state; after an offline reload, of the stored state. It does not run at a table that
     has finished. */
  followClock(state) {
    this.showBanner(state.banner || null);
    this.timetable = state.timetable || [];
    this.showNext();
    this.isResting = !state.is_open;
    this.showLine();
    const clock = state.clock || null;
    const told = JSON.stringify([clock, this.isResting]);
    if (told !== this.toldClock) this.showClock(clock);
    this.toldClock = told;
  }

  async ask() {
    const hasHeard = this.heard !== null && Math.abs(Date.now() - this.heard) < SILENCE;
    if (!document.hidden && !this.isSending && !this.isOver && !hasHeard) {
      const answer = await this.api.request(this.api.root, { headers: this.api.headers() });
      this.isOver = answer.status === 404;
      if (answer.status === 200 && answer.isJson) this.hear(answer.body);
    }
    this.askLater();
  }

  hear(told) {
    const { call, clock } = told;
    const wasOpen = this.isOpen;
    this.isOpen = Boolean(call) && !call.is_answered;
    this.root.classList.toggle("is-calling", this.isOpen);
    if (this.isOpen) this.tell("open");
    else if (wasOpen) this.tell(call ? "answered" : "");
    if (clock) hearTime(clock.now);
    if (clock !== undefined) this.showClock(clock);
  }

  showBanner(banner) {
    const text = banner ? banner.text : "";
    if (this.banner.textContent !== text) this.banner.textContent = text;
    this.banner.dataset.bannerEnds = banner && banner.ends ? String(banner.ends) : "";
    this.banner.hidden = !text;
    this.endBanner();
  }

  endBanner() {
    const ends = Number(this.banner.dataset.bannerEnds);
    if (ends && ends < serverNow()) this.banner.hidden = true;
  }

  /* The next time of the evening, within the hour. */
  showNext() {
    const now = serverNow();
    const next = this.timetable.find((each) => each.at > now);
    const isNear = Boolean(next) && next.at - now < HOUR;
    const text = isNear ? `${next.time} ${next.what} · ${timeLeft(next.at - now)}` : "";
    if (this.next.textContent !== text) this.next.textContent = text;
    this.next.hidden = !isNear;
  }

  showClock(clock) {
    const { ends_at: ends, left, is_last_deal: isLast } = (!this.isResting && clock) || NO_CLOCK;
    const place = this.clock.querySelector("[data-ends]");
    const isPaused = ends === null && left !== null;
    place.dataset.ends = ends === null ? "" : String(ends);
    if (isPaused) place.dataset.left = String(left);
    else delete place.dataset.left;
    place.hidden = ends === null && left === null;
    this.clock.querySelector("[data-paused]").hidden = !isPaused;
    this.sayLastDeal(isLast);
  }

  /* Write the text once into a live region for screen readers. */
  sayLastDeal(isLast) {
    const place = this.clock.querySelector("[data-last]");
    const text = isLast ? place.dataset.last : "";
    if (place.textContent !== text) place.textContent = text;
  }

  /* Say what became of the call. The line stays until a tap, because no key may move by itself. */
  tell(which, text) {
    this.said.textContent = which === "refused" ? text : which ? this.said.dataset[which] : "";
    this.keys.off.hidden = which !== "open";
    this.keys.understood.hidden = !["answered", "refused"].includes(which);
    this.showLine();
  }

  /* Show the line while it says something and the link is valid. */
  showLine() {
    this.line.hidden = this.root.hidden || !this.said.textContent;
  }
}

document.querySelectorAll("details[data-call]").forEach((root) => new Call(root));
