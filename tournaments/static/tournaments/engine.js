/* The rules on the phone: the server's own Python in a worker, for when no server can be reached. Each answer is
   the JSON that the table's endpoints give. Two scripts must be kept for it: GET /phone/<game>/files.json
   tells them, {"worker", "files"}; both have addresses of their own and may be kept for ever. A state that was
   handed in must not be changed afterwards: make a new one. */

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

  /* What GET /api/v1/table/preview/ gives for this state; {code, message, expected} for a number beyond the next. */
  preview(state, number, record) {
    return this.ask({ ask: "preview", state, number, record });
  }

  /* Operations of the machine, {do: "record", number, record}, one after the other (machine.js makes them from what the
     queue keeps): {state, answers: [{result, body}]}. */
  apply(state, operations) {
    return this.ask({ ask: "apply", state, operations });
  }

  /* What GET /api/v1/table/auction/ gives. */
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

  /* The worker remembers the last state, so the same one is sent once. */
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

  /* It cannot run here: whoever waits is told, and whoever asks later. */
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
