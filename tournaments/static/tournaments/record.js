/* The record derived from the fields of a game and the taps: pure functions, no page.

   `tapped` holds the taps, by field; everything else is derived: the fields that are asked, the values of presets,
   the number that makes the contract. `table` is {options, seats, sides, dealer}. */

const ROUNDS = 12; // conditions settle in two or three; this limits a game whose fields depend on each other in a cycle

export function valueAt(name, values, table) {
  if (name === "seats") return table.seats;
  if (name.startsWith("options.")) return orNull(table.options[name.slice("options.".length)]);
  return orNull(values[name]);
}

function orNull(value) {
  return value === undefined ? null : value;
}

export function holds(when, values, table) {
  const value = valueAt(when.field, values, table);
  if (Array.isArray(value)) return value.some((each) => when.values.includes(each));
  return when.values.includes(value);
}

export function allHold(conditions, values, table) {
  return (conditions || []).every((when) => holds(when, values, table));
}

/* Return the value of the first preset whose conditions hold; undefined if there is none. */
export function presetValue(presets, values, table) {
  const preset = (presets || []).find((each) => allHold(each.when, values, table));
  if (!preset) return undefined;
  const value = preset.value;
  return value !== null && typeof value === "object" && !Array.isArray(value) ? valueAt(value.same, values, table)
    : value;
}

/* Return {values, asked, isPreset, tapped}: the record so far and the origin of each value. */
export function readRecord(fields, table, tapped) {
  let values = {};
  for (let round = 0; round < ROUNDS; round += 1) {
    const next = {};
    fields.forEach((field) => {
      next[field.name] = fieldValue(field, Object.assign({}, values, next), table, tapped);
    });
    const isSettled = JSON.stringify(next) === JSON.stringify(values);
    values = next;
    if (isSettled) break;
  }
  const asked = new Set(fields.filter((field) => allHold(field.asked, values, table)).map((field) => field.name));
  return { values, asked, tapped };
}

function fieldValue(field, values, table, tapped) {
  if (!allHold(field.asked, values, table)) return null;
  const own = orNull(tapped[field.name]);
  if (field.kind === "flags") return flagsOf(field, own, table);
  if (own !== null) return ownValue(field, own, values, table);
  return orNull(presetValue(field.presets, values, table));
}

function ownValue(field, own, values, table) {
  if (field.kind === "counts" || field.kind === "free") return completed(field, own, values, table);
  if (field.kind === "claim") return own.side === null || own.counted === null ? null
    : Object.assign({}, own, { other_counted: own.other_counted || 0 });
  return own;
}

/* A yes/no value per seat: the tapped one, else no; the dealer's may be yes by default. */
function flagsOf(field, own, table) {
  if (own === null && !field.marks_dealer) return null;
  return Array.from({ length: table.seats }, (_, seat) => {
    const tapped = own === null ? null : orNull(own[seat]);
    return tapped === null ? Boolean(field.marks_dealer) && seat === table.dealer : tapped;
  });
}

/* Return the numbers of all places, with derived ones filled in; null while too many are missing.

   An unmarked place has 0 (unless exactly one place is marked: then the others are not filled in). A single missing
   number is the rest of the total; once the total is reached, all missing ones are 0; and if only the
   number that makes the contract is missing for its seat, that seat gets it. Of several totals, the only one
   that is left counts. */
export function completed(field, own, values, table) {
  const marks = marksOf(field, values);
  const counts = own.map((each, place) => (each === null && marks && !marks[place] ? 0 : each));
  const missing = counts.filter((each) => each === null).length;
  if (missing === 0) return counts;
  const totals = [orNull(presetValue(field.totals, values, table))].flat();
  const total = totals.length === 1 ? totals[0] : totalLeft(field, totals, counts, table);
  if (total === undefined) return null;
  const filled = (fill, at) => counts.map((each, place) => (each !== null ? each : place === at ? fill : 0));
  if (typeof total !== "number") {
    return typeof field.blank === "number" ? counts.map((each) => (each === null ? field.blank : each)) : null;
  }
  const rest = total - counts.reduce((sum, each) => sum + (each || 0), 0);
  if (missing === 1) return filled(rest, counts.indexOf(null));
  if (rest === 0) return filled(0, -1);
  const aimed = aimedPlace(field, values);
  return aimed !== null && counts[aimed] === null && presetValue(field.aims, values, table) === rest
    ? filled(rest, aimed) : null;
}

/* Return the only total that the missing numbers can still reach inside their bounds; undefined if there are several
   or none. */
function totalLeft(field, totals, counts, table) {
  const missing = counts.filter((each) => each === null).length;
  const known = counts.reduce((sum, each) => sum + (each || 0), 0);
  const [least, most] = (field.bounds || []).map((name) => valueAt(name, {}, table));
  const left = totals.filter((total) => (typeof least !== "number" || total - known >= least * missing)
    && (typeof most !== "number" || total - known <= most * missing));
  return left.length === 1 ? left[0] : undefined;
}

/* Return the marked places, if numbers depend on the marks and there are several. */
function marksOf(field, values) {
  const marks = field.counts_marked ? values[field.counts_marked] : null;
  return Array.isArray(marks) && marks.filter(Boolean).length > 1 ? marks : null;
}

/* Return the place whose number makes or breaks the contract, if the field defines one. */
export function aimedPlace(field, values) {
  return field.aims_at ? orNull(values[field.aims_at]) : null;
}

// Numbers per place

/* Return whether the event allows halves in these numbers. */
export function mayBeHalf(field, table) {
  return Boolean(field.halves) && valueAt(field.halves, {}, table) === true;
}

/* Return the lists of seats that share a number: the sides, or each seat alone. */
export function placesOf(field, table) {
  if (field.per_side) return table.sides;
  return Array.from({ length: table.seats }, (_, seat) => [seat]);
}

export function ownCounts(field, reading, table) {
  const own = reading.tapped[field.name];
  return Array.isArray(own) ? own.slice() : placesOf(field, table).map(() => null);
}

/* Return the place of the next number: the first without one; the target first, then the marked, then the others. */
export function nextPlace(field, reading, table) {
  const own = ownCounts(field, reading, table);
  const marks = field.counts_marked ? reading.values[field.counts_marked] || [] : [];
  const last = marks.lastIndexOf(true);
  const away = (place) => (marks[place] ? place : own.length + ((place - last - 1 + own.length) % own.length));
  const aimed = aimedPlace(field, reading.values);
  const order = own.map((_, place) => place)
    .sort((one, other) => (other === aimed) - (one === aimed) || away(one) - away(other));
  const free = order.find((place) => own[place] === null);
  return free === undefined ? null : free;
}

/* Add one at a place; beyond the total it is empty again. The target begins with the number it needs. */
export function countedUp(field, place, reading, table) {
  const own = ownCounts(field, reading, table);
  const total = orNull(presetValue(field.totals, reading.values, table));
  const shown = shownCount(field, place, reading, table);
  const aim = aimedPlace(field, reading.values) === place ? aimOf(field, reading, table) : null;
  const next = shown === null && typeof aim === "number" ? aim : (shown || 0) + 1;
  own[place] = typeof total === "number" && next > total ? null : next;
  return own;
}

export function countedDown(field, place, reading, table) {
  const own = ownCounts(field, reading, table);
  const shown = shownCount(field, place, reading, table);
  own[place] = shown ? shown - 1 : null;
  return own;
}

/* Return the number a place shows: the tapped or the derived one. */
export function shownCount(field, place, reading, table) {
  const own = ownCounts(field, reading, table)[place];
  const whole = reading.values[field.name];
  return own === null && Array.isArray(whole) ? whole[place] : own;
}

/* Return the JSON to send: only values that are asked and known. */
export function recordOf(reading) {
  const record = {};
  Object.keys(reading.values).forEach((name) => {
    const value = reading.values[name];
    if (value !== null && !(Array.isArray(value) && value.length === 0)) record[name] = value;
  });
  return record;
}

/* Return the taps for a stored record (or for the result of an auction); preset values stay preset. */
export function tappedFrom(record, fields, table) {
  const tapped = {};
  fields.forEach((field) => {
    const value = orNull(record[field.name]);
    if (value === null) return;
    const preset = presetValue(field.presets, record, table);
    if (JSON.stringify(preset) !== JSON.stringify(value)) tapped[field.name] = value;
  });
  return tapped;
}

/* Return the keys of a field: {value, label, mark}. A choice that the sheet omits and a preset sets has none, nor a
   number that is preset in a rare field. */
export function keysOf(field, table) {
  const preset = new Set((field.presets || []).map((each) => each.value));
  const isOffered = (choice) => allHold(choice.asked, {}, table) &&
    !(choice.mark === "" && preset.has(choice.value) && !choice.has_key);
  const choices = (field.choices || []).filter(isOffered);
  if (field.choices && field.choices.length) return choices;
  const least = field.keys_from ? valueAt(field.keys_from, {}, table) : null;
  const plain = (field.presets || []).filter((each) => !each.when.length).map((each) => each.value);
  const isTold = (key) => !(field.is_rare && plain.includes(key));
  const numbers = (field.keys || []).filter((key) => (least === null || key >= least) && isTold(key));
  const [above, below] = field.signs || [];
  const head = (value) => (value < 0 ? below : above) || "";
  const key = (value, isRare) => ({ value, label: String(Math.abs(value)), head: head(value), mark: null, isRare });
  return numbers.map((value) => key(value, false)).concat((field.rare_keys || []).map((value) => key(value, true)));
}

/* Return whether nothing more is asked after this choice: a deal that all players passed. */
export function endsDeal(field, value, fields, table) {
  const { asked } = readRecord(fields, table, { [field.name]: value });
  return field.kind === "choice" && fields.every((each) => each === field || !asked.has(each.name));
}

/* Return whether a number is behind "more": one beyond the deal's value, as far as that is known. */
export function isRareKey(field, key, rare, preview) {
  const top = field.keys_up_to && preview.facts ? preview.facts[field.keys_up_to] : null;
  return typeof top === "number" ? key > top : rare.has(key);
}

/* Return whether the chosen step of a ladder includes this one. */
export function includesKey(field, value, key) {
  if (!field.is_ladder || value === null) return false;
  const steps = field.choices.map((choice) => choice.value);
  return steps.indexOf(key) < steps.indexOf(value);
}

/* Return whether a rare field is shown anyway: it has conditions, and they hold. */
export function isUsual(field, reading, table) {
  return Boolean(field.usual && field.usual.length) && allHold(field.usual, reading.values, table);
}

/* Return the numbers offered for a place: none above the total. */
export function countKeys(field, reading, table) {
  const total = orNull(presetValue(field.totals, reading.values, table));
  return field.keys.filter((key) => typeof total !== "number" || key <= total);
}

/* Return {contract: "bid"}: fields with an unlabelled choice that is set by tapping another field, which leads them. */
export function leadersOf(fields) {
  const leaders = {};
  fields.forEach((field) => {
    (field.presets || []).forEach((preset) => {
      const choice = (field.choices || []).find((each) => each.value === preset.value && each.mark === "");
      const when = preset.when || [];
      if (!choice || when.length !== 1) return;
      const leader = fields.find((each) => each.name === when[0].field);
      const asksBack = leader && (leader.asked || []).some(
        (each) => each.field === field.name && each.values.includes(preset.value)
      );
      if (asksBack) leaders[field.name] = leader.name;
    });
  });
  return leaders;
}

/* Return the value after a tap on a key. The fields of a leading pair exclude each other; a second tap clears. */
export function tap(field, value, reading, leaders) {
  const tapped = Object.assign({}, reading.tapped);
  if (field.kind === "choices" || field.kind === "seats") {
    const set = (reading.values[field.name] || []).slice();
    const at = set.indexOf(value);
    if (at < 0) set.push(value);
    else set.splice(at, 1);
    const order = (field.choices || []).map((choice) => choice.value);
    tapped[field.name] = field.kind === "seats" ? set.sort() : order.filter((each) => set.includes(each));
    return tapped;
  }
  const isTakenBack = tapped[field.name] === value && reading.asked.has(field.name);
  if (isTakenBack) delete tapped[field.name];
  else tapped[field.name] = value;
  if (leaders[field.name]) delete tapped[leaders[field.name]];
  Object.keys(leaders).filter((led) => leaders[led] === field.name).forEach((led) => delete tapped[led]);
  return tapped;
}

/* Return whether a field is on the pad: asked, or the leader of a pair, so that the choice can be changed. */
export function isShown(field, reading, leaders, table) {
  if (reading.asked.has(field.name)) return true;
  const led = Object.keys(leaders).filter((name) => leaders[name] === field.name);
  if (led.length === 0) return false;
  const values = Object.assign({}, reading.values);
  led.forEach((name) => { values[name] = null; });
  return allHold(field.asked, values, table);
}

export function aimOf(field, reading, table) {
  const aim = presetValue(field.aims, reading.values, table);
  return aim === undefined ? null : aim;
}

/* Return the field of the declarer's seat, if a game asks for one. */
export function mainSeatField(fields) {
  return fields.find((field) => field.kind === "seat" && !field.is_rare && !isNeverAsked(field)) || null;
}

function isNeverAsked(field) {
  return (field.asked || []).some((when) => when.values.length === 0);
}

/* Return the seats of a record that its row names: the declarer's, and those of partners. */
export function namedSeats(record, fields) {
  const main = mainSeatField(fields);
  if (!main || !record) return [];
  const named = fields.filter((field) => field === main || field.joins === main.name);
  return named.map((field) => record[field.name]).filter((seat) => typeof seat === "number");
}

/* Return whether a field says what kind of deal it is: it is preset, and other fields depend on it. */
export function isKind(field, fields) {
  return field.kind === "choice" && (field.presets || []).some((preset) => !(preset.when || []).length) &&
    fields.some((each) => (each.asked || []).some((when) => when.field === field.name));
}

/* Return the field entered in the seats: {field, manner}. The declarer's, else the marked seats', else numbers. */
export function seatEntry(fields) {
  const main = mainSeatField(fields);
  if (main) return { field: main, manner: "choose" };
  const usual = fields.filter((field) => !field.is_rare && !isNeverAsked(field));
  const flags = usual.find((field) => field.kind === "flags");
  if (flags) return { field: flags, manner: "mark" };
  const numbers = usual.find((field) => field.kind === "counts" || field.kind === "free");
  if (!numbers) return null;
  return { field: numbers, manner: numbers.keys.length ? "count" : "type" };
}
