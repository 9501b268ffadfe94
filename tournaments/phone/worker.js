/* The rules in a worker. PHONE stands above this file in what the server sends: the address of Brython, our
   Python modules, the words of the reader's language. A question comes in and its answer goes out, each with
   the number the page gave it; "ready" goes out once. */

importScripts(PHONE.brython);

__BRYTHON__.use_VFS = true;
__BRYTHON__.update_VFS(PHONE.modules);
__BRYTHON__.runPythonSource("from browser import self as worker\nfrom scoring.phone import Phone\nworker.open = lambda *given: Phone(*given).answer");

const python = __BRYTHON__.structuredclone2pyobj;
const None = __BRYTHON__.builtins.None; // comes out of Brython as it is, unlike all other plain values
const answer = self.open(python(PHONE.words), PHONE.decimal_mark);

function say(message) {
  postMessage(JSON.stringify(message, (name, value) => (value === None ? null : value)));
}

self.onmessage = (event) => {
  const { id, question } = event.data;
  try {
    say({ id, answer: answer(python(question)) });
  } catch (error) {
    say({ id, error: String(error.message || error.args || error) });
  }
};

say({ ready: true });
