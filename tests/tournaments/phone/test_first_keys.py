"""The seats that the server draws before the pad's script runs, from the fields of the game."""

from typing import Any

import pytest

from rules import GAMES
from tests.browser.sheets import an_empty_sheet
from tournaments.wording.first_keys import first_keys

WITH_A_DECLARER = {"fipsen-prisdorf", "fipsen-grossenaspe", "fips-anseger", "fips-dutt", "skat"}


def sheet(key: str, **changes: Any) -> dict[str, Any]:
    return {"deals_expected": 100, "dealer": 0, **an_empty_sheet(key, **changes)}


def test_seats_are_drawn_where_an_empty_deal_asks_for_a_player() -> None:
    drawn = {game.key for game in GAMES if first_keys(sheet(game.key))}
    assert drawn >= WITH_A_DECLARER
    assert not {"points", "fipsen-thedinghausen"} & drawn


def test_below_the_seats_stands_the_row_of_numbers_that_is_always_first() -> None:
    rows = {game.key: first.row for game in GAMES if (first := first_keys(sheet(game.key))) and first.row}
    assert {key: row.numbers for key, row in rows.items()} == {
        "fipsen-prisdorf": [2, 3, 4, 5],
        "fipsen-grossenaspe": [1, 2, 3, 4, 5],
        "fips-anseger": [1, 2, 3, 4, 5],
        "fips-dutt": [1, 2, 3, 4, 5],
    }
    assert {row.name for row in rows.values()} == {"bid"}


def test_the_row_begins_with_the_least_number_of_the_event() -> None:
    state = sheet("fipsen-prisdorf")
    first = first_keys({**state, "options": {**state["options"], "min_bid": 3}})
    assert first and first.row and first.row.numbers == [3, 4, 5]


def test_the_names_are_those_that_the_script_shows() -> None:
    state = sheet("fipsen-prisdorf")
    names = ["Klaus Petersen", "Klaus Voss", "Anna", "Emiko"]
    state["parts"][-1]["seats"] = [{"called": name} for name in names]
    first = first_keys(state)
    assert first and first.names == [["Klaus", "Petersen"], ["Klaus", "Voss"], ["Anna"], ["Emiko"]]
    assert first.deal == "deal 1 of 100"


@pytest.mark.parametrize("closed", [{"is_open": False}, {"is_complete": True}, {"conflicts": [{}]}])
def test_nothing_is_drawn_that_could_not_be_written(closed: dict[str, Any]) -> None:
    assert first_keys(sheet("fipsen-prisdorf", **closed)) is None
