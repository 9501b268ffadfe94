/* The one place where the pad asks the rules on the phone (engine.js): what a sheet is with what waits on it, what a
   deal would be worth, where an auction stands. What is asked for is an operation of scoring/machine.py, made from what
   the queue keeps; what is answered looks like the server's answer to the same operation. */

const STATUSES = { written: 201, done: 200, taken: 409, stale: 412, late: 202 };
const BY_THE_RULES = 422;
const NOT_POSSIBLE = 409;
const ONLY_THE_SERVER = 0;

/* The sheet after these operations of the queue, and the answer to each: {state, answers: [{status, body}]}. */
export async function sheetAfter(engine, state, operations) {
  const told = await engine.apply(state, operations.map(asked));
  return { state: told.state, answers: told.answers.map(answered) };
}

/* An operation of the queue in the words of the machine. */
export function asked({ method, path, number, key, match, body }) {
  const [place, , act] = path.split("/");
  if (place === "first_dealer") return { do: "first_dealer", first_dealer: body.first_dealer };
  if (place === "conflicts") return { do: "settle", conflict: Number(path.split("/")[1]), choose: body.choose };
  if (method === "DELETE") return { do: "strike", number, revision: match };
  if (method === "PUT") return { do: "correct", number, record: body.record, revision: match, row: body.row };
  if (act === "insert") return { do: "insert", number, record: body.record, revision: match, key };
  return { do: "record", number: body.number, record: body.record, key };
}

function answered({ result, body }) {
  return { status: result === "refused" ? statusOfRefusal(body) : STATUSES[result], body };
}

/* Conflicts are the server's: of one that this phone does not know, only the server can tell. */
function statusOfRefusal(body) {
  if (body.code === "conflict_unknown") return ONLY_THE_SERVER;
  return body.violations || body.breaks ? BY_THE_RULES : NOT_POSSIBLE;
}
