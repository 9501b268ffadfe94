/* Keeps the live part of a page current: <section data-live="address"> is fetched every two seconds and replaced when
   it differs. With data-stream="address" it is fetched when the stream tells a change, and else every eight seconds;
   without the stream (an old browser, no place, no network) as usual. Focus, scroll position and what is unfolded are
   kept. */

const PAUSE = 2000;
const CALM_PAUSE = 8000; // below LOST_AFTER: the answers say that the server is still there
const UNTIL_RENEWED = 3000; // after a change, readers may get the old page for two seconds
const LOST_AFTER = 10000;
const CALM = { duration: 700, easing: "cubic-bezier(0.2, 0, 0.1, 1)" };
const isStill = window.matchMedia("(prefers-reduced-motion: reduce)");

class Live {
  constructor(place) {
    this.place = place;
    this.note = document.querySelector("[data-live-note]");
    this.etag = null;
    this.heard = Date.now();
    this.changed = 0;
    setInterval(() => this.tellAge(), 1000);
    document.addEventListener("visibilitychange", () => {
      this.listen();
      if (!document.hidden) this.ask();
    });
    window.addEventListener("online", () => this.ask());
    this.listen();
    this.askLater();
  }

  /* Listen while the page is seen: a browser has few connections for all its pages of a site. */
  listen() {
    const address = this.place.dataset.stream;
    if (!address || !window.EventSource) return;
    if (this.stream) this.stream.close();
    this.stream = null;
    if (document.hidden) return;
    this.stream = new EventSource(address);
    this.stream.addEventListener("changed", () => {
      this.changed = Date.now();
      this.ask();
    });
  }

  pause() {
    const isTold = this.stream && this.stream.readyState === EventSource.OPEN;
    return isTold && Date.now() - this.changed > UNTIL_RENEWED ? CALM_PAUSE : PAUSE;
  }

  askLater() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.ask(), this.pause() + Math.random() * 500);
  }

  async ask() {
    if (this.isAsking) return;
    this.isAsking = true;
    if (!document.hidden) await this.fetchNews();
    this.isAsking = false;
    this.askLater();
  }

  async fetchNews() {
    try {
      const headers = this.etag ? { "If-None-Match": this.etag } : {};
      const response = await fetch(this.place.dataset.live, { headers, cache: "no-store", credentials: "same-origin" });
      if (response.status === 200) {
        this.etag = response.headers.get("ETag");
        this.swap(await response.text());
      }
      if (response.status === 200 || response.status === 304) this.heard = Date.now();
    } catch (error) {
      // offline: the note says since when
    }
    this.tellAge();
  }

  swap(html) {
    const news = document.createElement("template");
    news.innerHTML = html;
    if (news.innerHTML === this.place.innerHTML) return;
    const before = this.rows();
    const focused = this.place.contains(document.activeElement) ? document.activeElement.getAttribute("href") : null;
    const scrolled = Array.from(this.place.querySelectorAll(".scroll"), (each) => each.scrollLeft);
    const opened = Array.from(this.place.querySelectorAll("details[id][open]"), (each) => each.id);
    this.place.innerHTML = html;
    opened.map((id) => document.getElementById(id)).filter(Boolean).forEach((each) => { each.open = true; });
    this.place.querySelectorAll(".scroll").forEach((each, at) => { each.scrollLeft = scrolled[at] || 0; });
    const again = focused && this.place.querySelector(`a[href="${CSS.escape(focused)}"]`);
    if (again) again.focus({ preventScroll: true });
    this.settle(before);
  }

  rows() {
    const places = new Map();
    this.place.querySelectorAll("[data-key]").forEach((row) => {
      places.set(row.dataset.key, { rank: row.dataset.rank, top: row.offsetTop });
    });
    return places;
  }

  /* Mark a row whose rank changed, and animate its move once. */
  settle(before) {
    this.place.querySelectorAll("[data-key]").forEach((row) => {
      const old = before.get(row.dataset.key);
      if (!old || old.rank === row.dataset.rank) return;
      row.classList.add("has-moved");
      if (!isStill.matches && row.animate && old.top !== row.offsetTop) {
        row.animate([{ transform: `translateY(${old.top - row.offsetTop}px)` }, { transform: "none" }], CALM);
      }
    });
  }

  tellAge() {
    if (!this.note) return;
    const age = Date.now() - this.heard;
    const isLost = age > LOST_AFTER;
    const time = new Date(this.heard)
      .toLocaleTimeString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit" });
    const text = isLost ? this.note.dataset.lost.replace("{time}", time)
      : this.note.dataset.since.replace("{seconds}", Math.round(age / 1000));
    if (this.note.textContent !== text) this.note.textContent = text;
    this.note.classList.toggle("is-waiting", isLost);
    this.note.classList.remove("is-coming");
  }
}

document.querySelectorAll("[data-live]").forEach((place) => new Live(place));
