/* The only module through which the pad asks the rules on the phone (engine.js): the sheet with pending operations, the
   points of a deal, the state of an auction. Requests are operations of scoring/sheet/machine.py, made from those of
   the queue; answers have the form of the server's answers to the same operations. */

const STATUSES = { written: 201, done: 200, taken: 409, stale: 412, late: 202 };
const BY_THE_RULES = 422;
const NOT_POSSIBLE = 409;
const ONLY_THE_SERVER = 0;

/* Return the sheet after these operations of the queue, and each answer: {state, answers: [{status, body}]}. */
export async function sheetAfter(engine, state, operations) {
  const told = await engine.apply(state, operations.map(asked));
  return { state: told.state, answers: told.answers.map(answered) };
}

/* Return an operation of the queue as one of the machine. */
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

/* Conflicts exist on the server: only it can judge one that this phone does not know. */
function statusOfRefusal(body) {
  if (body.code === "conflict_unknown") return ONLY_THE_SERVER;
  return body.violations || body.breaks ? BY_THE_RULES : NOT_POSSIBLE;
}
