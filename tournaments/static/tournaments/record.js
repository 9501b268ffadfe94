/* What a table would write down, derived from the fields of its game: pure functions, no page.

   `tapped` holds what people tapped, by field; everything else follows: which fields are asked, what presets
   set, which number makes the contract. `table` is {options, seats}. */

const ROUNDS = 12; // conditions settle in two or three; this only bounds a game whose fields run in a circle

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

function allHold(conditions, values, table) {
  return (conditions || []).every((when) => holds(when, values, table));
}

/* The value of the first preset whose conditions hold; undefined if there is none. */
export function presetValue(presets, values, table) {
  const preset = (presets || []).find((each) => allHold(each.when, values, table));
  if (!preset) return undefined;
  const value = preset.value;
  return value !== null && typeof value === "object" && !Array.isArray(value) ? orNull(values[value.same]) : value;
}

/* {values, asked, isPreset, tapped}: the record so far and how each of its values came about. */
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
  const own = tapped[field.name];
  if (own !== undefined && own !== null) return ownValue(field, own, values, table);
  return orNull(presetValue(field.presets, values, table));
}

function ownValue(field, own, values, table) {
  if (field.kind === "counts") return completed(own, presetValue(field.totals, values, table));
  if (field.kind === "free" || field.kind === "claim") return isWhole(own) ? own : null;
  return own;
}

function isWhole(value) {
  const parts = Array.isArray(value) ? value : Object.keys(value).map((key) => value[key]);
  return parts.every((each) => each !== null && each !== undefined);
}

/* Numbers of every seat, the only missing one filled in from the total; null while two or more are missing. */
export function completed(counts, total) {
  const missing = counts.filter((each) => each === null).length;
  if (missing === 0) return counts;
  if (missing > 1 || typeof total !== "number") return null;
  const rest = total - counts.reduce((sum, each) => sum + (each || 0), 0);
  return counts.map((each) => (each === null ? rest : each));
}

/* The JSON that is sent: only what is asked and known. */
export function recordOf(reading) {
  const record = {};
  Object.keys(reading.values).forEach((name) => {
    const value = reading.values[name];
    if (value !== null && !(Array.isArray(value) && value.length === 0)) record[name] = value;
  });
  return record;
}

/* What must have been tapped for a stored record; values that presets would set anyway stay preset. */
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

/* The keys of a field: {value, label, mark}. A choice that the sheet leaves out and a preset sets has none. */
export function keysOf(field, table) {
  const preset = new Set((field.presets || []).map((each) => each.value));
  const choices = (field.choices || []).filter((choice) => !(choice.mark === "" && preset.has(choice.value)));
  if (field.choices && field.choices.length) return choices;
  const least = field.keys_from ? valueAt(field.keys_from, {}, table) : null;
  const numbers = (field.keys || []).filter((key) => least === null || key >= least);
  return numbers.map((value) => ({ value, label: String(value), mark: null }));
}

/* {contract: "bid"}: fields one of whose silent choices is set by tapping another field, which leads them. */
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

/* What a tap on a key leaves. The two sides of a leading pair exclude each other; a second tap takes back. */
export function tap(field, value, reading, leaders) {
  const tapped = Object.assign({}, reading.tapped);
  if (field.kind === "choices") {
    const set = (reading.values[field.name] || []).slice();
    const at = set.indexOf(value);
    if (at < 0) set.push(value);
    else set.splice(at, 1);
    const order = (field.choices || []).map((choice) => choice.value);
    tapped[field.name] = order.filter((each) => set.includes(each));
    return tapped;
  }
  const isTakenBack = tapped[field.name] === value && reading.asked.has(field.name);
  if (isTakenBack) delete tapped[field.name];
  else tapped[field.name] = value;
  if (leaders[field.name]) delete tapped[leaders[field.name]];
  Object.keys(leaders).filter((led) => leaders[led] === field.name).forEach((led) => delete tapped[led]);
  return tapped;
}

/* Whether a field stands on the pad: asked, or the leader of a pair, so that one can change one's mind. */
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

/* The name of the seat whose deal it is, where a game has one: its first field of kind seat. */
export function mainSeatField(fields) {
  return fields.find((field) => field.kind === "seat") || null;
}
