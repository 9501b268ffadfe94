"""The rules engine on the phone: a question in plain values, an answer in plain values.

Called by the page's worker (tournaments/static/tournaments/engine.js). A malformed question is a bug in the
page, so nothing is checked twice here. The sheet is built from the state that the server sent, and serialised
again, without the server.
"""

from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import replace
from typing import Any

from rules import get_game
from rules.game import Game
from rules.reading import read_options
from scoring.not_possible import NotPossible
from scoring.phone.auctions import auction_json
from scoring.phone.jsonlines import check_auction, score_sheet
from scoring.phone.preview import preview
from scoring.sheet import refusals
from scoring.sheet.machine import apply
from scoring.sheet.operations import (
    Correct,
    Insert,
    Operation,
    Pending,
    Record,
    Result,
    SetFirstDealer,
    Settle,
    Strike,
)
from scoring.sheet.serialising import (
    Language,
    board_json,
    change_json,
    deal_json,
    hint_json,
    illegal_json,
    refusal_json,
)
from scoring.sheet.sheet import IllegalDeal
from scoring.sheet.table_sheet import SheetPart, StoredRow, TableSheet, account_totals, fold_parts

REFUSED = "refused"


class Phone:
    """Answer questions in one language; `words` maps English texts to it.

    A question is `{"ask": "preview" | "apply" | "auction", "state": ..., ...}`. A question without a state
    uses the state of the one before: a state is long, and a table asks at every tap.
    """

    def __init__(self, words: Mapping[str, str], decimal_mark: str) -> None:
        self.language = Language(lambda message: words.get(message, str(message)), decimal_mark)
        self.state: Any = None
        self.sheet: Any = None  # the sheet of the state
        self.answers: Mapping[str, Callable[[Mapping[str, Any]], Any]] = {
            "preview": self.preview,
            "apply": self.apply,
            "auction": self.auction,
            "score_sheet": lambda question: score_sheet(question["request"]),
            "check_auction": lambda question: check_auction(question["request"]),
        }

    def answer(self, question: Mapping[str, Any]) -> Any:
        """Return the answer to one question."""
        if "state" in question:
            self.sheet = None
            self.state = question["state"]
            self.sheet = open_sheet(get_game(self.state["game"]["key"]), self.state)
        return self.answers[question["ask"]](question)

    def language_at(self, number: int) -> Language:
        """Return the language with what the players are called who sit there when this row is written."""
        seats = self.state["parts"][self.sheet.part_at(number)]["seats"]
        return replace(
            self.language, players=tuple(seat.get("called") or seat.get("name", "") for seat in seats)
        )

    def preview(self, question: Mapping[str, Any]) -> dict[str, Any]:
        """Return what a record would do as row `number`, or why there is no such row."""
        try:
            language = self.language_at(question["number"])
            return preview(language, self.sheet, question["number"], question["record"])
        except NotPossible as refusal:
            return refusal_json(self.language, refusal)

    def apply(self, question: Mapping[str, Any]) -> dict[str, Any]:
        """Return the state after all operations, and the result of each: `{"result", "body"}`."""
        sheet, answers, settled = self.sheet, [], []
        for operation in question["operations"]:
            sheet, answer = self.applied(sheet, operation)
            answers.append(answer)
            if operation["do"] == "settle" and answer["result"] != REFUSED:
                settled.append(operation["conflict"])
        return {"state": tell(self.language, sheet, self.state, settled), "answers": answers}

    def applied(self, sheet: TableSheet, operation: Mapping[str, Any]) -> tuple[TableSheet, dict[str, Any]]:
        """Return the sheet after one operation, and its result."""
        try:
            after, change = apply(sheet, read_operation(self.state, operation))
        except IllegalDeal as illegal:
            language = self.language_at(operation.get("number", sheet.row_count))
            return sheet, {"result": REFUSED, "body": illegal_json(language, illegal)}
        except NotPossible as refusal:
            return sheet, {"result": REFUSED, "body": refusal_json(self.language, refusal)}
        body = change_json(self.language, after, change, None)
        return after, {"result": str(change.result), "body": body}

    def auction(self, question: Mapping[str, Any]) -> dict[str, Any]:
        """Return the state of the next deal's auction."""
        language = self.language_at(self.sheet.row_count + 1)
        return auction_json(language, self.sheet.game, self.sheet.last.state, question["calls"])


# A sheet from the server's state, and back


def open_sheet(game: Game, state: Mapping[str, Any]) -> TableSheet:
    """Return the sheet that a state describes."""
    firsts = [part["first_number"] for part in state["parts"]]
    ends = [*firsts[1:], len(state["deals"]) + 1]
    parts = tuple(
        SheetPart(
            len(part["seats"]),
            part["first_dealer"],
            stored_rows(state["deals"][first - 1 : end - 1]),
            part.get("list_deals"),  # a phone may hold a state sent before it existed
        )
        for part, first, end in zip(state["parts"], firsts, ends, strict=True)
    )
    options = read_options(game, state["options"])
    return TableSheet(
        game=game,
        options=options,
        parts=parts,
        folds=fold_parts(game, options, parts),
        revision=state["revision"],
        deals_expected=state["deals_expected"],
        marks_later_deals=state["marks_later_deals"],
        is_open=state["is_open"],
    )


def stored_rows(deals: Sequence[Mapping[str, Any]]) -> tuple[StoredRow, ...]:
    """Return the stored rows of a state's deals."""
    return tuple(
        StoredRow(deal["record"], deal["revision"], deal.get("row"), deal.get("key", "")) for deal in deals
    )


# Operations of a phone


def read_operation(state: Mapping[str, Any], plain: Mapping[str, Any]) -> Operation:
    """Return an operation from plain values: `{"do": "record", "number": 3, "record": {...}}`."""
    return READERS[plain["do"]](state, plain)


def read_settling(state: Mapping[str, Any], plain: Mapping[str, Any]) -> Settle:
    """Return the choice between the versions of a conflict. Raises NotPossible (`conflict_unknown`)."""
    conflict = next((each for each in state["conflicts"] if each["conflict"] == plain["conflict"]), None)
    if conflict is None:
        raise refusals.conflict_unknown()
    row = conflict["stored"]["row"] if conflict["replaces"] else None
    pending = Pending(Result(conflict["cause"]), conflict["number"], conflict["sent"]["record"], row)
    return Settle(pending, plain["choose"] == "sent")


# The state afterwards


def tell(
    language: Language, sheet: TableSheet, state: Mapping[str, Any], settled: Container[int] = ()
) -> dict[str, Any]:
    """Return the state as the server would send it, without the settled conflicts (by id).

    Values that a phone cannot change stay as they were sent.
    """
    rows, rulings = sheet.row_count, rulings_json(sheet, state)
    return {
        **state,
        "parts": parts_json(sheet, state["parts"]),
        "hints": [hint_json(each) for each in sheet.game.hints(sheet.last.state)],
        "board": board_json(language, sheet.game, sheet.last.state),
        "deals": deals_json(language, sheet),
        "rulings": rulings,
        "accounts": accounts_json(sheet, state, rulings),
        "totals": list(sheet.last.totals),
        "dealer": sheet.last.state.dealer,
        "deals_counted": sheet.last.deals_counted,
        "is_complete": sheet.is_complete,
        "next_number": rows + 1,
        "may_set_first_dealer": sheet.is_open and not sheet.parts[-1].rows,
        "revision": sheet.revision,
        "conflicts": [each for each in state["conflicts"] if each["conflict"] not in settled],
    }


def parts_json(sheet: TableSheet, known: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Return the parts with their first dealers and the numbers of their first rows."""
    parts = []
    first = 1
    for part, before in zip(sheet.parts, known, strict=True):
        parts.append({**before, "first_dealer": part.first_dealer, "first_number": first})
        first += len(part.rows)
    return parts


def rulings_json(sheet: TableSheet, state: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return the rulings with the current numbers of their rows; a ruling on a struck row is inactive."""
    numbers = {row.row_id: number for number, row in enumerate(sheet.rows, start=1)}
    ruled = [
        (numbers.get(state["deals"][each["number"] - 1]["row"]), each) for each in state.get("rulings") or []
    ]
    return [{**each, "number": number} for number, each in ruled if number]


def accounts_json(
    sheet: TableSheet, state: Mapping[str, Any], rulings: Sequence[Mapping[str, Any]]
) -> list[dict[str, Any]]:
    """Return the sheet's points by account; empty where its totals show them."""
    known = state.get("accounts") or []  # a phone may hold a state sent before accounts existed
    if not known:
        return []
    accounts = [
        [seat.get("account", seat.get("number")) for seat in part["seats"]] for part in state["parts"]
    ]
    totals = account_totals(accounts, sheet.folds, {each["number"]: each["points"] for each in rulings})
    return [{**each, "total": totals[each["number"]]} for each in known]


def deals_json(language: Language, sheet: TableSheet) -> list[dict[str, Any]]:
    """Return all rows in order; rows known only to this phone have the keys of their operations."""
    return [
        {
            **deal_json(
                language,
                sheet.game,
                fold.state,
                row,
                record=stored.record,
                revision=stored.revision,
                row_id=stored.row_id,
            ),
            **({"key": stored.key} if stored.key else {}),
        }
        for part, fold in zip(sheet.parts, sheet.folds, strict=True)
        for stored, row in zip(part.rows, fold.rows, strict=True)
    ]


READERS: Mapping[str, Callable[[Mapping[str, Any], Mapping[str, Any]], Operation]] = {
    "record": lambda state, sent: Record(sent["number"], sent["record"], sent.get("key", "")),
    "correct": lambda state, sent: Correct(sent["number"], sent["record"], sent["revision"], sent.get("row")),
    "strike": lambda state, sent: Strike(sent["number"], sent["revision"]),
    "insert": lambda state, sent: Insert(
        sent["number"], sent["record"], sent["revision"], sent.get("key", "")
    ),
    "first_dealer": lambda state, sent: SetFirstDealer(sent["first_dealer"]),
    "settle": read_settling,
}
