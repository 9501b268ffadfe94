/* The plain state of the grid and its events: pure functions without page or network.
   An event is {type, ...}; `event.key` is a fresh key for what will be sent.

   state  sheet   the server's last answer: {first, next_number, is_complete, totals, deals_counted, deals_expected}
          rows    its rows, by number: those of the sheet, and those only typed
          drafts  lines that are not stored, by number: {text, key, wanted, seen, message, conflict, effect}; `seen` is
                  the version stored there when the typing began, `effect` the markup that shows what a correction does
          mode    "writing", "sending" or "locked"
          trouble why nothing can be stored: null or "offline" */

const LONGEST_QUERY = 3000;

export function newState(sheet, drafts, isLocked) {
  const blank = { sheet, rows: {}, drafts: unseen(drafts), mode: isLocked ? "locked" : "writing", trouble: null };
  return told(blank, { sheet, since: 0 });
}

/* Return kept drafts without effects, which may be others by now. */
function unseen(drafts) {
  const kept = {};
  numbersOf(drafts).forEach((number) => {
    const draft = drafts[number];
    kept[number] = draft.effect ? Object.assign({}, draft, { effect: "", message: "", wanted: false }) : draft;
  });
  return kept;
}

/* Return the state after an event. */
export function step(state, event) {
  return EVENTS[event.type](state, event);
}

const EVENTS = {
  told,
  typed,
  wanted: (state, { number }) => {
    const { text, key, seen, conflict, effect } = state.drafts[number] || { text: "" };
    return text.trim() && !conflict ? withDraft(state, number, { text, key, seen, effect, wanted: true }) : state;
  },
  undone: (state, { number }) => withDraft(state, number, null),
  sending: (state) => change(state, { mode: "sending" }),
  rested: (state) => change(state, { mode: "writing" }),
  stored: (state, { number, of, sheet }) => {
    const { key } = state.drafts[number] || {};
    const after = change(state, { trouble: null });
    return told(key === of ? withDraft(after, number, null) : after, { sheet, since: number });
  },
  refused: (state, { number, of, key, message, conflict, effect }) => {
    const after = change(state, { trouble: null });
    const { text, seen, key: own } = state.drafts[number] || {};
    const draft = { text, seen, key, wanted: false, message, conflict, effect };
    return own === of ? withDraft(after, number, draft) : after;
  },
  cut: (state) => change(state, { trouble: "offline" }),
};

/* Process the server's rows from `since` on; a line stored exactly as typed is no longer a draft. */
function told(state, { sheet, since }) {
  const rows = {};
  numbersOf(state.rows).filter((number) => number < since).forEach((number) => { rows[number] = state.rows[number]; });
  sheet.rows.forEach((row) => { rows[row.number] = row; });
  const drafts = {};
  numbersOf(state.drafts).filter((number) => !isStoredAs(rows[number], state.drafts[number].text))
    .forEach((number) => { drafts[number] = state.drafts[number]; });
  return change(state, { sheet, rows, drafts });
}

function typed(state, { number, text, key }) {
  const row = state.rows[number];
  const isNothing = !text.trim() && !(row && row.is_stored);
  if (isNothing || isStoredAs(row, text)) return withDraft(state, number, null);
  return withDraft(state, number, { text, key, wanted: false, seen: seenAt(state, number) });
}

/* Changes made after the typing began are not overwritten unseen. */
function seenAt(state, number) {
  const draft = state.drafts[number];
  if (draft && !draft.conflict) return draft.seen;
  const row = state.rows[number];
  return row && row.is_stored ? { revision: row.revision, row: row.row } : {};
}

function isStoredAs(row, text) {
  return Boolean(row && row.is_stored && !row.is_changed && row.line === text);
}

function withDraft(state, number, draft) {
  const drafts = Object.assign({}, state.drafts);
  if (draft) drafts[number] = draft;
  else delete drafts[number];
  return change(state, { drafts });
}

function change(state, more) {
  return Object.assign({}, state, more);
}

// Queries

/* Return the numbers of rows or drafts, in order. */
export function numbersOf(byNumber) {
  return Object.keys(byNumber).map(Number).sort((one, other) => one - other);
}

/* Return the row to send: the first requested one; none after a new line that is not requested yet. */
export function nextWanted({ drafts, rows, mode }) {
  if (mode === "locked") return undefined;
  const numbers = numbersOf(drafts);
  const held = numbers.find((number) => !drafts[number].wanted && !(rows[number] && rows[number].is_stored));
  return numbers.find((number) => drafts[number].wanted && !(held && held < number));
}

/* Return whether the server has refused exactly this text here; an effect to be seen is no refusal. */
export function isKnownWrong({ drafts, rows }, number) {
  const draft = drafts[number];
  const row = rows[number];
  if (!draft || draft.effect) return false;
  return Boolean(draft.message || (row && row.is_changed && row.line === draft.text.trim() && row.messages.length));
}

/* Return whether Enter moves to the next row; a correction keeps the cursor until its effect was seen. */
export function mayLeave(state, number) {
  const draft = state.drafts[number];
  if (!draft) return true;
  const isUnseen = Boolean(draft.seen && draft.seen.revision) && !draft.effect;
  return Boolean(draft.text.trim()) && !isUnseen && !isKnownWrong(state, number);
}

/* Return the lines to validate, as many as a URL can hold: {query, since}. */
export function questionOf({ drafts }) {
  const numbers = numbersOf(drafts);
  const lines = numbers.map((number) => `&line=${number}:${encodeURIComponent(drafts[number].text)}`);
  const add = (query, more) => (query.length + more.length < LONGEST_QUERY ? query + more : query);
  return { query: lines.reduce(add, "").slice(1), since: numbers[0] || 0 };
}
