/* The plain state of a pad and its events: pure functions without page or network. An event is
   {type, ...}; `event.key` is a fresh key, for a draft that begins with it.

   state  told       the last sheet of the server
          sheet      the same with the operations pending on this phone
          operations this phone's operations (queue.js); offer: deals that the sheet lacks (sheet_backup.js)
          mode       "opening", "writing", "late" (after the round), "bidding" or "saving"
          link       "live", "lost" or "over"; heard: time of the server's last answer; obstacle: why it refuses
          draft      {kind: "append" | "correct" | "insert", number, revision, tapped, reason, key}
          asked      the input the draft needs: {cursor, missing, rare, opened}; rare: whether "more" shows,
                     opened: the field whose group of choices or rare numbers were opened
          auction    {calls, asked, answer, group, isLost} while bidding
          preview    the rules' answer for the values named by `of`
          pending    the operation being stored; struck: the last deal struck
          lastDeal   on a phone new at this table: "asked" whether the last deal is written, or deals are "missing"
          notice     {text, actions: [[word, event]], isOfSave: the save key shows it} */

import {
  NOTHING, cursorOf, isBehind, isLocked, isTouched, previewKey, readingOf, rowOf, tableOf, waiting,
} from "./pad_view.js";
import { countedDown, countedUp, leadersOf, ownCounts, tap, tappedFrom } from "./record.js";
import { say } from "./i18n.js";

const NOTHING_ASKED = { cursor: null, missing: false, rare: false, opened: null };

export function newState(sheet, key) {
  return {
    told: sheet, sheet, operations: [], offer: null, isOpen: false,
    mode: "writing", link: "live", heard: 0, obstacle: null,
    draft: emptyDraft(sheet, key), asked: NOTHING_ASKED, auction: null, preview: Object.assign({ of: null }, NOTHING),
    pending: null, struck: null, lastDeal: null, notice: null,
  };
}

/* The draft's key is that of its operation: after a reload no saved deal is recorded twice. */
function emptyDraft(sheet, key) {
  return { kind: "append", number: sheet.next_number, revision: null, tapped: {}, reason: "", key };
}

/* Return the state after an event. */
export function step(state, event) {
  return EVENTS[event.type](state, event);
}

const EVENTS = {
  // The sheet and the link to the server
  told: (state, { sheet }) => change(state, { told: sheet }),
  shown,
  queued: (state, { operations, offer }) => change(state, { operations, offer }),
  linked: (state, { link, heard, obstacle }) => change(state, {
    link: link || state.link, heard: heard || state.heard, obstacle: obstacle === undefined ? state.obstacle : obstacle,
  }),

  // Opening
  recalled: (state, { draft }) => change(state, { draft: Object.assign({}, state.draft, draft), mode: "opening" }),
  opened: (state, { isNew }) => {
    const mode = state.mode === "opening" ? "writing" : state.mode;
    const lastDeal = isNew && state.sheet.deals.length ? "asked" : null;
    return change(state, { isOpen: true, mode, lastDeal });
  },
  last_deal: (state, { isMissing }) => change(state, { lastDeal: isMissing ? "missing" : null }),

  // Taps
  tap: (state, { field, value }) => ifFree(state, () => {
    const leaders = leadersOf(state.sheet.fields);
    const choice = (field.choices || []).find((each) => each.value === value);
    const opened = choice && choice.group ? field.name : null;
    return withTapped(withAsked(state, { opened }), tap(field, value, readingOf(state), leaders));
  }),
  open: (state, { field }) => withAsked(state, { opened: state.asked.opened === field.name ? null : field.name }),
  /* Toggle one seat; the other seats keep their values, including those set by default. */
  mark: (state, { field, place }) => ifFree(state, () => {
    const { values, tapped } = readingOf(state);
    const flags = (tapped[field.name] || Array(tableOf(state).seats).fill(null)).slice();
    flags[place] = !(values[field.name] || [])[place];
    return withValue(state, field, flags);
  }),
  type: (state, { field, value }) => ifFree(state, () => withValue(state, field, value)),
  count_up: (state, event) => counted(state, event, countedUp),
  count_down: (state, event) => counted(state, event, countedDown),
  set_count: setCount,
  number: (state, { field, place, number }) => ifFree(state, () => {
    const counts = ownCounts(field, readingOf(state), tableOf(state));
    counts[place] = number;
    return withValue(state, field, counts.every((each) => each === null) ? undefined : counts);
  }),
  claim: (state, { field, name, value }) => ifFree(state, () => {
    const own = Object.assign({ side: null, counted: null, other_counted: null }, state.draft.tapped[field.name]);
    own[name] = value;
    return withValue(state, field, Object.values(own).every((each) => each === null) ? undefined : own);
  }),
  reason: (state, { text }) => change(state, { draft: Object.assign({}, state.draft, { reason: text }) }),
  more: (state) => withAsked(state, { rare: !state.asked.rare }),
  late: (state) => change(state, { mode: "late" }),
  missing: (state) => withAsked(state, { missing: true }),
  next_number: (state) => change(withNumber(state, state.sheet.next_number), { notice: null }),

  // Other drafts
  choose: (state, { number, key }) => {
    const row = rowOf(state.sheet, number);
    const mayChoose = row && row.deltas && !isLocked(state) && state.link !== "over";
    if (!mayChoose) return state;
    const place = Object.assign({ kind: "correct", number, revision: row.revision, key }, identityOf(row));
    return typedAgain(state, place, row.record);
  },
  type_again: (state, { place, record, key }) => typedAgain(state, Object.assign({ key }, place), record),
  insert_before: (state, { number, key }) => withDraft(state, { kind: "insert", number, key }),
  leave: (state, { key }) => withDraft(state, { key }),

  // The auction
  open_auction: (state, { calls }) => change(state, { mode: "bidding", auction: auctionWith(calls || []) }),
  call: (state, { call }) => ifCaughtUp(state, (auction) => {
    const { turn } = auction.answer;
    const made = { seat: turn, call: call.call, contract: call.contract, bid: call.bid, announced: call.announced };
    return Object.assign({}, auction, { calls: auction.calls.concat(made), group: null });
  }),
  take_back: (state) => withAuction(state, { calls: state.auction.calls.slice(0, -1), group: null }),
  choose_group: (state, { group }) => withAuction(state, { group }),
  auction_told: auctionTold,
  close_auction: (state, { result }) => {
    const closed = change(state, { mode: "writing", auction: null, notice: null });
    return result ? withTapped(closed, tappedFrom(result, state.sheet.fields, tableOf(state))) : closed;
  },

  // The rules' answers
  previewed: (state, { of, told }) => change(state, { preview: Object.assign({ of }, NOTHING, told) }),

  // Saving
  saving: (state, { operation }) => change(state, {
    mode: "saving", notice: null, pending: Object.assign({}, operation, { from: state.mode, isStalled: false }),
  }),
  stalled: (state) => {
    const pending = state.pending && Object.assign({}, state.pending, { isStalled: true });
    return change(state, { pending });
  },
  known: (state) => change(state, { mode: "writing", pending: null }),
  saved,
  given_back: givenBack,
  notice: (state, { text, actions, isOfSave }) => (
    change(state, { notice: { text, actions: actions || [], isOfSave } })
  ),
  silence: (state) => change(state, { notice: null }),
};

function change(state, more) {
  return Object.assign({}, state, more);
}

// The sheet

/* Show a sheet with all pending operations. A draft without input moves to its end; what an attempt to save asked of it
   is asked no more once the sheet has grown. */
function shown(state, { sheet }) {
  const isAtEnd = state.draft.kind === "append";
  const isIdle = !isTouched(state) && isAtEnd;
  const hasGrown = isAtEnd && sheet.next_number !== state.sheet.next_number;
  const after = change(hasGrown ? withAsked(state, { missing: false }) : state, { sheet });
  return withoutLateWord(isIdle ? withNumber(after, sheet.next_number) : after);
}

/* Remove "the director will decide" once the sheet knows the deals and their outcomes. */
function withoutLateWord(state) {
  const { notice, sheet, operations } = state;
  if (!notice || notice.text !== say("late_kept") || waiting(state).length) return state;
  const told = (sheet.late_deals || []).map((each) => each.conflict);
  const late = operations.filter((each) => each.answer && each.answer.status === 202);
  return late.every((each) => told.includes(each.answer.body.conflict)) ? change(state, { notice: null }) : state;
}

// Taps

function ifFree(state, make) {
  return isLocked(state) ? state : make();
}

function withTapped(state, tapped) {
  return change(state, { draft: Object.assign({}, state.draft, { tapped }), notice: null });
}

/* `undefined` removes a value. */
function withValue(state, field, value) {
  const tapped = Object.assign({}, state.draft.tapped, { [field.name]: value });
  if (value === undefined) delete tapped[field.name];
  return withTapped(state, tapped);
}

function counted(state, { field, place }, count) {
  return ifFree(state, () => {
    const counts = count(field, place, readingOf(state), tableOf(state));
    return withValue(withCursor(state, { field: field.name, place }), field, counts);
  });
}

/* Set the number of the current place and move on to the next. */
function setCount(state, { field, number }) {
  const reading = readingOf(state);
  const table = tableOf(state);
  const place = cursorOf(state, field, reading, table);
  if (place === null || isLocked(state)) return state;
  const counts = ownCounts(field, reading, table);
  counts[place] = number;
  return withValue(withCursor(state, null), field, counts);
}

function withCursor(state, cursor) {
  return change(state, { asked: Object.assign({}, state.asked, { cursor }) });
}

function withNumber(state, number) {
  return change(state, { draft: Object.assign({}, state.draft, { number }) });
}

// Drafts

function withDraft(state, draft) {
  return change(state, {
    draft: Object.assign(emptyDraft(state.sheet, draft.key), draft), mode: "writing",
    asked: NOTHING_ASKED, auction: null, notice: null,
  });
}

/* Return a row's identity, which does not change when it moves: its id, or the key of its operation on this phone. */
function identityOf({ row, key }) {
  return { row: row || undefined, made: key };
}

/* Return a stored record as the taps that make it. */
function typedAgain(state, place, record) {
  const after = withDraft(state, place);
  const tapped = tappedFrom(record, state.sheet.fields, tableOf(after));
  return change(after, { draft: Object.assign({}, after.draft, { tapped }) });
}

// The auction

function auctionWith(calls) {
  return { calls, asked: null, answer: null, group: null, isLost: false };
}

function withAsked(state, more) {
  return change(state, { asked: Object.assign({}, state.asked, more) });
}

function withAuction(state, more) {
  return change(state, { auction: Object.assign({}, state.auction, more) });
}

function ifCaughtUp(state, make) {
  return isBehind(state.auction) ? state : change(state, { auction: make(state.auction) });
}

/* Return the auction after `calls`; refused calls (the deal has changed meanwhile) are dropped. */
function auctionTold(state, { calls, answer }) {
  if (!state.auction || state.auction.calls !== calls) return state;
  if (answer === null) return withAuction(state, { isLost: true });
  const left = calls.slice(0, answer.calls.length);
  return withAuction(state, { calls: left, asked: left, answer, isLost: false });
}

// Saving

/* The operation is stored: the pad is ready for the next deal. */
function saved(state, { operation, text, key }) {
  const isDraft = ["append", "correct", "insert"].includes(operation.kind);
  const keepsOffer = operation.kind === "first_dealer";
  const struck = operation.struck || (keepsOffer ? state.struck : null);
  return change(state, {
    mode: "writing", pending: null, struck, lastDeal: null, asked: NOTHING_ASKED,
    notice: text ? { text, actions: [] } : null,
    draft: isDraft || operation.kind === "strike" ? emptyDraft(state.sheet, key) : state.draft,
  });
}

/* Restore the input of a refused operation, under a new key. */
function givenBack(state, { operation, key, number, text, violations, actions }) {
  const draft = operation.draft ? Object.assign({}, operation.draft, { key }) : state.draft;
  const after = change(state, {
    mode: wasLate(state) ? "late" : "writing", pending: null, notice: text ? { text, actions: actions || [] } : null,
    draft: number === undefined ? draft : Object.assign({}, draft, { number }),
  });
  return violations ? refusedAs(after, violations) : after;
}

function wasLate({ pending }) {
  return pending !== null && pending.from === "late";
}

/* Keep the server's refusal of exactly these values. */
function refusedAs(state, violations) {
  return change(state, { preview: Object.assign({}, NOTHING, { of: previewKey(state), violations }) });
}
