/* The client of the table's endpoints. An operation is {key, table, device, at, method, path, match, body}, stored
   before it is sent (queue.js). Without a definite answer it may or may not have arrived, and is retried with the
   same key. */

const BACKOFF = [1, 2, 4, 8, 15];
const LONGEST_WAIT = 60;
const TIMEOUT = 12000;
const SHORT_TIMEOUT = 6000; // the sum of both is shorter than a lease (send_lock.js)
const UNKNOWN = [403, 408, 425, 429];
const CSRF_COOKIES = ["__Host-csrftoken=", "csrftoken="]; // a host that also serves without encryption has both

export class Api {
  constructor(root, publicId, heard = () => {}) {
    this.root = root;
    this.publicId = publicId;
    this.heard = heard;
    this.etag = null;
    this.wake = null;
    this.phone = null; // returns {device, unsent} if a queue sends through this
  }

  headers(more) {
    return Object.assign({ "X-Table": this.publicId, Accept: "application/json" }, more);
  }

  /* Return {status, body}; status 0 if no complete response arrived. */
  async request(path, options) {
    const controller = new AbortController();
    const timer = setTimeout(() => controller.abort(), TIMEOUT);
    try {
      const { signal } = controller;
      const usual = { credentials: "same-origin", cache: "no-store", redirect: "error", signal };
      const settings = Object.assign(usual, options);
      const response = await fetch(path, settings);
      const isJson = (response.headers.get("Content-Type") || "").includes("json");
      const body = isJson ? await response.json() : null;
      const answer = { status: response.status, body, isJson, headers: response.headers };
      if (!isLost(answer)) this.heard(response.status);
      return answer;
    } catch (error) {
      return { status: 0, body: null, isJson: false, headers: null };
    } finally {
      clearTimeout(timer);
    }
  }

  /* Return the state, null if it is unchanged, or {status} for an error. */
  async state(isFresh) {
    const more = this.phone ? { "X-Device": this.phone().device, "X-Unsent": this.phone().unsent } : {};
    if (this.etag && !isFresh) more["If-None-Match"] = this.etag;
    const answer = await this.request(this.root, { headers: this.headers(more) });
    if (answer.status === 200 && answer.isJson) this.etag = answer.headers.get("ETag");
    return answer;
  }

  preview(number, record) {
    return this.ask("preview/", { number, record });
  }

  correctionImpact(number, record) {
    return this.ask("correction_impact/", { number, record });
  }

  auction(calls) {
    return this.ask("auction/", { calls });
  }

  /* Ask with parameters, each as JSON. */
  ask(path, values) {
    const query = Object.keys(values).map((name) => `${name}=${encodeURIComponent(JSON.stringify(values[name]))}`);
    return this.request(`${this.root}${path}?${query.join("&")}`, { headers: this.headers() });
  }

  async fragment(url) {
    const controller = new AbortController();
    const timer = setTimeout(() => controller.abort(), SHORT_TIMEOUT);
    try {
      const response = await fetch(url, { credentials: "same-origin", cache: "no-store", signal: controller.signal });
      return response.ok ? await response.text() : null;
    } catch (error) {
      return null;
    } finally {
      clearTimeout(timer);
    }
  }

  async attempt(operation) {
    const headers = this.headers({
      "X-Table": operation.table, "X-Device": operation.device, "X-Device-Time": operation.at,
      "Idempotency-Key": operation.key, "X-CSRFToken": csrfToken(),
    });
    if (operation.match !== null && operation.match !== undefined) headers["If-Match"] = `"${operation.match}"`;
    if (this.phone) headers["X-Unsent"] = Math.max(0, this.phone().unsent - 1); // besides this one
    const options = { method: operation.method, headers };
    if (operation.body) {
      headers["Content-Type"] = "application/json";
      options.body = JSON.stringify(operation.body);
    }
    const answer = await this.request(this.root + operation.path, options);
    if (answer.status === 403) await this.fragment(`/tables/${operation.table}/`); // sets a fresh CSRF cookie
    return answer;
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

/* Return whether an answer comes from our server: a hotel's login page also returns 200. A 4xx is definite, except
   timeouts, 429, and a cookie that must be renewed first. */
export function isDefinite(answer) {
  return answer.isJson && answer.status >= 200 && answer.status < 500 && !UNKNOWN.includes(answer.status);
}

/* Return whether no answer arrived, or one of another server, or a server error. */
export function isLost(answer) {
  return answer.status !== 304 && (!answer.isJson || answer.status >= 500);
}

/* Return the seconds of Retry-After; 0 if there is none. */
export function restAsked(answer) {
  const asked = answer.headers ? Number(answer.headers.get("Retry-After")) : 0;
  return asked > 0 ? Math.min(asked, LONGEST_WAIT) : 0;
}

export function pauseAfter(answer, tries) {
  const asked = restAsked(answer);
  if (asked) return asked * (1 + Math.random() * 0.2);
  return BACKOFF[Math.min(tries, BACKOFF.length - 1)] * (0.8 + Math.random() * 0.4);
}

function csrfToken() {
  const cookies = document.cookie.split("; ");
  for (const name of CSRF_COOKIES) {
    const cookie = cookies.find((each) => each.startsWith(name));
    if (cookie) return cookie.slice(name.length);
  }
  const meta = document.querySelector("meta[name=csrf-token]");
  return meta ? meta.content : "";
}

export function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/* Drafts in synchronous storage. Storage may be full or forbidden; then they live as long as the page. */
export class Memory {
  constructor(name) {
    this.name = `stichtag.${name}`;
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
      /* full or forbidden: the page itself still has them */
    }
  }
}
