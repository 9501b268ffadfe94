"""The rules engine on the phone: a question in plain values, an answer in plain values.

Called by the page's worker (tournaments/static/tournaments/engine.js). A malformed question is a bug in the
page, so nothing is checked twice here.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from rules import get_game
from scoring.phone.auctions import auction_json
from scoring.phone.jsonlines import check_auction, score_sheet
from scoring.phone.offline import open_sheet, read_operation, tell
from scoring.phone.preview import preview
from scoring.sheet.machine import apply
from scoring.sheet.refusals import NotPossible
from scoring.sheet.serialising import Language, change_json, illegal_json, refusal_json
from scoring.sheet.sheet import IllegalDeal
from scoring.sheet.table_sheet import TableSheet

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
        """Return the language with the names of the players who sit there when this row is written."""
        seats = self.state["parts"][self.sheet.part_at(number)]["seats"]
        return replace(self.language, players=tuple(seat.get("name", "") for seat in seats))

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
