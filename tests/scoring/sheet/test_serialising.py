"""Serialised sheets: the words and values that pages and phones share."""

import pytest

from rules.board import BoardLine, Unit
from rules.game import Term, Violation
from scoring.sheet.serialising import Language, board_line_json, sentence, value_text

WORDS = {"Won": "Gewonnen", "%(label)s (%(goal)s to win)": "%(label)s (%(goal)s zum Sieg)"}
GERMAN = Language(lambda word: WORDS.get(word, word), ",")


@pytest.mark.parametrize(
    ("value", "unit", "shown"),
    [
        (320, Unit.CENTS, "3,20"),
        (-5, Unit.CENTS, "−0,05"),
        (-180, Unit.CENTS, "−1,80"),
        (0, Unit.CENTS, "0,00"),
        (-12, Unit.POINTS, "−12"),
        (7, Unit.COUNT, "7"),
    ],
)
def test_a_value_of_a_board_is_written_as_people_do(value: int, unit: Unit, shown: str) -> None:
    assert value_text(GERMAN, value, unit) == shown


def test_a_line_of_a_board_names_its_goal() -> None:
    line = board_line_json(GERMAN, BoardLine("Won", (2, 1), goal=4))
    assert line == {"label": "Gewonnen (4 zum Sieg)", "scope": "seat", "values": ["2", "1"], "contracts": []}


def test_only_terms_inside_a_sentence_are_translated() -> None:
    violation = Violation("trump_unknown", "trump", "{a} {b}", {"a": Term("hearts"), "b": "hearts"})
    assert sentence(Language(lambda word: {"hearts": "Herz"}.get(word, word)), violation) == "Herz hearts"
