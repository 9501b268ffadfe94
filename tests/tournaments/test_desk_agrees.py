"""The desk answers and tells what the server answers and tells, operation by operation."""

import json
from random import Random
from typing import Any
from urllib.parse import quote

import pytest
from django.utils.formats import get_format
from django.utils.translation import gettext, override

from rules import get_game
from scoring.desk import open_desk, preview, tell
from scoring.operations import carry_out
from scoring.telling import Language
from simulation.sheets import play_sheet
from tests.builders import a_table, an_event
from tests.tournaments.phones import Phone

pytestmark = pytest.mark.django_db

OPERATIONS = 10


class Hall:
    """A table of a game, by its link, and deals that could be played there."""

    def __init__(self, game: str, seed: int, *, marks: bool = False) -> None:
        self.game, self.rng = get_game(game), Random(seed)
        event = an_event(game=game, deals_per_table={}, marks_later_deals=marks)
        self.server = Phone(a_table(event=event, seats=self.game.standard_seats))
        rows = play_sheet(game, {}, self.game.standard_seats, 0, OPERATIONS, self.rng)
        self.records = [row.record for row in rows]

    def told(self) -> Any:
        return self.server.get().json()

    def some_operation(self, state: Any) -> dict[str, Any]:
        """Anything a table may do, often enough something that is refused."""
        rows = state["deals"]
        number = self.rng.randint(1, max(1, len(rows)))
        record = self.some_record(len(rows))
        match = self.rng.choice([state["revision"], state["revision"], 1])
        body = {"number": self.rng.choice([len(rows) + 1, len(rows) + 1, number]), "record": record}
        row = rows[number - 1]["row"] if rows else None
        correction = {"record": record, "row": self.rng.choice([row, None])}
        choices: list[dict[str, Any]] = [
            {"method": "POST", "path": "deals/", "body": body, "match": None},
            {"method": "POST", "path": "deals/", "body": body, "match": None},
            {"method": "PUT", "path": f"deals/{number}/", "body": correction, "match": 1},
            {"method": "POST", "path": f"deals/{number}/insert/", "body": {"record": record}, "match": match},
            {"method": "DELETE", "path": f"deals/{number}/", "body": None, "match": match},
            {"method": "PUT", "path": "first_dealer/", "body": {"first_dealer": number}, "match": None},
        ]
        return self.rng.choice(choices)

    def some_record(self, rows: int) -> Any:
        """Mostly a deal as it was played; sometimes one that the rules refuse."""
        record = dict(self.records[rows % len(self.records)])
        if self.rng.random() < 0.15:
            record[self.rng.choice(list(record))] = self.rng.choice([None, 99, "x"])
        return record

    def send(self, operation: dict[str, Any]) -> tuple[int, Any]:
        method = operation["method"].lower()
        answer = self.server.send(method, operation["path"], operation["body"], match=operation["match"])
        return answer.status_code, answer.json()


def language() -> Language:
    return Language(gettext, get_format("DECIMAL_SEPARATOR"))


def without_ids(body: Any) -> Any:
    """Ids of conflicts and rows are the server's alone."""
    if isinstance(body, list):
        return [without_ids(each) for each in body]
    if not isinstance(body, dict):
        return body
    return {name: without_ids(value) for name, value in body.items() if name not in ("conflict", "row")}


def assert_agreement(hall: Hall) -> None:
    """Every answer and every state, and a preview in between."""
    for _ in range(OPERATIONS):
        state = hall.told()
        operation = hall.some_operation(state)
        desk = open_desk(hall.game, state)
        desk, answer = carry_out(language(), desk, operation)
        status, body = hall.send(operation)
        assert (answer.status, without_ids(answer.body)) == (status, without_ids(body)), operation
        after = hall.told()
        told = tell(language(), desk, {**state, "conflicts": after["conflicts"]})
        assert without_ids(told) == without_ids(after)
    assert_preview(hall, after)


def assert_preview(hall: Hall, state: Any) -> None:
    """A preview of any row, and of the next one."""
    rows = len(state["deals"])
    number, record = hall.rng.randint(1, rows + 1), hall.some_record(rows)
    query = f"preview/?number={number}&record={quote(json.dumps(record))}"
    assert preview(language(), open_desk(hall.game, state), number, record) == hall.server.get(query).json()


@pytest.mark.parametrize("game", ["fipsen-prisdorf", "briscola", "frepe", "points"])
def test_a_phone_answers_and_tells_as_the_server_does(game):
    assert_agreement(Hall(game, seed=1))


def test_they_agree_where_later_deals_are_marked():
    assert_agreement(Hall("rifki", seed=2, marks=True))


def test_they_agree_in_german():
    hall = Hall("fipsen-thedinghausen", seed=3)
    hall.server.client.defaults["HTTP_ACCEPT_LANGUAGE"] = "de"
    with override("de"):
        assert_agreement(hall)
