"""The door of the rules on the phone: a question in plain values, an answer in plain values.

The page's worker asks (tournaments/static/tournaments/engine.js); the answers are those of the server's
table endpoints. A mistake in the question is a mistake in the page, so nothing is checked twice here.
"""

from collections.abc import Callable, Mapping
from typing import Any

from rules import get_game
from scoring.auctions import auction_json
from scoring.desk import NotNow, open_desk, preview, tell
from scoring.jsonlines import check_auction, score_sheet
from scoring.operations import carry_out
from scoring.telling import Language


class Phone:
    """Answers in one language; `words` has its texts by the English ones.

    A question is `{"ask": "preview" | "apply" | "auction", "state": ..., ...}`. One without a state is about
    the state of the question before: a state is long, and a table asks about it at every tap.
    """

    def __init__(self, words: Mapping[str, str], decimal_mark: str) -> None:
        self.language = Language(lambda message: words.get(message, str(message)), decimal_mark)
        self.state: Any = None
        self.desk: Any = None  # the sheet that the state tells of
        self.answers: Mapping[str, Callable[[Mapping[str, Any]], Any]] = {
            "preview": self.preview,
            "apply": self.apply,
            "auction": self.auction,
            "score_sheet": lambda question: score_sheet(question["request"]),
            "check_auction": lambda question: check_auction(question["request"]),
        }

    def answer(self, question: Mapping[str, Any]) -> Any:
        """The answer to one question."""
        if "state" in question:
            self.desk = None
            self.state = question["state"]
            self.desk = open_desk(get_game(self.state["game"]["key"]), self.state)
        return self.answers[question["ask"]](question)

    def preview(self, question: Mapping[str, Any]) -> dict[str, Any]:
        """What a record would do as row `number`, or why there is no such row."""
        try:
            return preview(self.language, self.desk, question["number"], question["record"])
        except NotNow as refused:
            return refused.body

    def apply(self, question: Mapping[str, Any]) -> dict[str, Any]:
        """The state after all operations, and the answer to each."""
        desk, answers = self.desk, []
        for operation in question["operations"]:
            desk, answer = carry_out(self.language, desk, operation)
            answers.append({"status": answer.status, "body": answer.body})
        return {"state": tell(self.language, desk, self.state), "answers": answers}

    def auction(self, question: Mapping[str, Any]) -> dict[str, Any]:
        """Where the next deal's auction stands."""
        return auction_json(self.language, self.desk.game, self.desk.last.state, question["calls"])
