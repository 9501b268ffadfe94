/* The rules on the phone: the server's Python modules in a worker, for use while offline. Each answer is the JSON of
   the table's endpoints. Two scripts must be cached for it: GET /phone/<game>/files.json returns
   {"worker", "files"}; both have immutable URLs. A state passed in must not be changed
   afterwards: make a new one. */

const PATIENCE = 120000;

export class Engine {
  constructor(workerUrl) {
    this.asked = new Map();
    this.lastId = 0;
    this.isReady = false;
    this.ready = new Promise((resolve, reject) => { this.begun = resolve; this.failed = reject; });
    this.ready.catch(() => {});
    this.timer = setTimeout(() => this.stop("too_slow"), PATIENCE);
    try {
      this.worker = new Worker(workerUrl);
      this.worker.onmessage = (event) => this.hear(JSON.parse(event.data));
      this.worker.onerror = (event) => this.stop(event.message || "not_started");
    } catch (error) {
      this.stop(String(error));
    }
  }

  /* Return the body of GET /api/v1/table/preview/ for this state; {code, message, expected} after the next number. */
  preview(state, number, record) {
    return this.ask({ ask: "preview", state, number, record });
  }

  /* Apply operations of the machine, {do: "record", number, record}, in order (machine.js makes them from the queue):
     {state, answers: [{result, body}]}. */
  apply(state, operations) {
    return this.ask({ ask: "apply", state, operations });
  }

  /* Return the body of GET /api/v1/table/auction/. */
  auction(state, calls) {
    return this.ask({ ask: "auction", state, calls });
  }

  async ask(question) {
    await this.ready;
    this.lastId += 1;
    const id = this.lastId;
    const answer = new Promise((resolve, reject) => this.asked.set(id, { resolve, reject }));
    this.worker.postMessage({ id, question: this.shortened(question) });
    return answer;
  }

  /* Omit a state that the worker already has, so that it is sent once. */
  shortened(question) {
    const { state, ...rest } = question;
    if (!state || (state === this.sent && state.revision === this.sentRevision)) return rest;
    this.sent = state;
    this.sentRevision = state.revision;
    return question;
  }

  hear(message) {
    if (message.ready) {
      clearTimeout(this.timer);
      this.isReady = true;
      this.begun(this);
      return;
    }
    const waiting = this.asked.get(message.id);
    this.asked.delete(message.id);
    if (message.error) {
      this.sent = null;
      waiting.reject(new Error(message.error));
      return;
    }
    waiting.resolve(message.answer);
  }

  /* Report to all current and later callers that the rules cannot run here. */
  stop(reason) {
    clearTimeout(this.timer);
    const error = new Error(reason);
    this.isReady = false;
    if (this.worker) this.worker.terminate();
    this.failed(error);
    this.ready = Promise.reject(error);
    this.ready.catch(() => {});
    this.asked.forEach((each) => each.reject(error));
    this.asked.clear();
  }
}
