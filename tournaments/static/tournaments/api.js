/* Talking to the table's endpoints. An operation is written down before it is sent and forgotten only after a
   definite answer: {key, method, path, body, match}. Whatever is not a definite answer is tried again with the
   same key, so a reply that was lost does no harm. A later queue for whole evenings offline replaces `send`. */

const BACKOFF = [1, 2, 4, 8, 15];
const TIMEOUT = 12000;

export class Api {
  constructor(root, publicId) {
    this.root = root;
    this.publicId = publicId;
    this.etag = null;
    this.wake = null;
  }

  headers(more) {
    return Object.assign({ "X-Table": this.publicId, Accept: "application/json" }, more);
  }

  /* {status, body}; status 0 if nothing came back. */
  async request(path, options) {
    const controller = new AbortController();
    const timer = setTimeout(() => controller.abort(), TIMEOUT);
    try {
      const settings = Object.assign({ credentials: "same-origin", cache: "no-store", redirect: "error", signal: controller.signal }, options);
      const response = await fetch(path, settings);
      const isJson = (response.headers.get("Content-Type") || "").includes("json");
      const body = isJson ? await response.json() : null;
      return { status: response.status, body, isJson, headers: response.headers };
    } catch (error) {
      return { status: 0, body: null, isJson: false, headers: null };
    } finally {
      clearTimeout(timer);
    }
  }

  /* The state, null if unchanged; {status} tells the rest. */
  async state(isFresh) {
    const more = this.etag && !isFresh ? { "If-None-Match": this.etag } : {};
    const answer = await this.request(this.root, { headers: this.headers(more) });
    if (answer.status === 200 && answer.isJson) this.etag = answer.headers.get("ETag");
    return answer;
  }

  preview(number, record) {
    const query = `?number=${number}&record=${encodeURIComponent(JSON.stringify(record))}`;
    return this.request(`${this.root}preview/${query}`, { headers: this.headers() });
  }

  auction(calls) {
    return this.request(`${this.root}auction/?calls=${encodeURIComponent(JSON.stringify(calls))}`, { headers: this.headers() });
  }

  async fragment(url) {
    try {
      const response = await fetch(url, { credentials: "same-origin", cache: "no-store" });
      return response.ok ? await response.text() : null;
    } catch (error) {
      return null;
    }
  }

  /* Resolves with the definite answer, after however many tries; `onTrouble` hears of every vain one. */
  async send(operation, onTrouble) {
    for (let tries = 0; ; tries += 1) {
      const answer = await this.attempt(operation);
      if (isDefinite(answer)) return answer;
      onTrouble(answer);
      await this.pause(pauseAfter(answer, tries));
    }
  }

  attempt(operation) {
    const headers = this.headers({ "Idempotency-Key": operation.key, "X-CSRFToken": csrfToken() });
    if (operation.match !== null && operation.match !== undefined) headers["If-Match"] = `"${operation.match}"`;
    const options = { method: operation.method, headers };
    if (operation.body) {
      headers["Content-Type"] = "application/json";
      options.body = JSON.stringify(operation.body);
    }
    return this.request(this.root + operation.path, options);
  }

  pause(seconds) {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, seconds * 1000);
      this.wake = () => { clearTimeout(timer); resolve(); };
    });
  }

  tryNow() {
    if (this.wake) this.wake();
  }
}

/* A 2xx must look like ours: a hotel's login page is also a 200. A 4xx is an answer, but for time-outs. */
function isDefinite(answer) {
  if (answer.status >= 200 && answer.status < 300) return answer.isJson || answer.status === 204;
  return answer.status >= 400 && answer.status < 500 && answer.status !== 408 && answer.status !== 425;
}

function pauseAfter(answer, tries) {
  const asked = answer.headers ? Number(answer.headers.get("Retry-After")) : 0;
  const own = BACKOFF[Math.min(tries, BACKOFF.length - 1)];
  return (asked > 0 && asked < 60 ? asked : own) * (0.8 + Math.random() * 0.4);
}

export function csrfToken() {
  const cookie = document.cookie.split("; ").find((each) => each.startsWith("csrftoken="));
  if (cookie) return cookie.slice("csrftoken=".length);
  const meta = document.querySelector("meta[name=csrf-token]");
  return meta ? meta.content : "";
}

export function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/* What this phone keeps for a table. Storage may be full or forbidden; then the page itself remembers. */
export class Memory {
  constructor(publicId) {
    this.name = `stichtag.table.${publicId}`;
  }

  read() {
    try {
      return JSON.parse(localStorage.getItem(this.name)) || {};
    } catch (error) {
      return {};
    }
  }

  write(kept) {
    try {
      localStorage.setItem(this.name, JSON.stringify(kept));
    } catch (error) {
      return false;
    }
    return true;
  }
}
