/* The rules in a worker. PHONE stands above this file in what the server sends: the address of Brython, our
   Python modules with their version, the words of the reader's language. A question comes in and its answer goes
   out, each with the number the page gave it; "ready" goes out once.

   Brython keeps in IndexedDB what it compiled, by module and version: the second start takes a third of the first. */

importScripts(PHONE.brython);

const PATIENCE = 5000; // milliseconds for what was compiled before; without it everything is compiled again
const python = __BRYTHON__.structuredclone2pyobj;
const None = __BRYTHON__.builtins.None; // comes out of Brython as it is, unlike all other plain values

function say(message) {
  postMessage(JSON.stringify(message, (name, value) => (value === None ? null : value)));
}

function compiledBefore() {
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE));
  return Promise.race([__BRYTHON__.idb_open_promise(), late]).catch(() => {});
}

function start() {
  __BRYTHON__.runPythonSource("from browser import self as worker\nfrom scoring.phone.phone import Phone\nworker.open = lambda *given: Phone(*given).answer");
  const answer = self.open(python(PHONE.words), PHONE.decimal_mark);
  self.onmessage = (event) => {
    const { id, question } = event.data;
    try {
      say({ id, answer: answer(python(question)) });
    } catch (error) {
      say({ id, error: String(error.message || error.args || error) });
    }
  };
  say({ ready: true });
}

/* Tell the page that the rules do not start, and compile everything again next time. */
function forget(error) {
  indexedDB.deleteDatabase(__BRYTHON__.idb_name || "");
  setTimeout(() => { throw error; });
}

__BRYTHON__.use_VFS = true;
__BRYTHON__.update_VFS({ ...PHONE.modules, $timestamp: PHONE.version });
compiledBefore().then(start).catch(forget);
