"""Sheets of every game as plain JSON, as a table's page receives them: no event, no database."""

from dataclasses import asdict
from typing import Any

from rules import get_game
from rules.game import Game
from scoring.sheet.sheet import plain
from tournaments.wording.person_names import called_names
from tournaments.wording.sheet_json import field_json

NAMES = (
    "Ada Lovelace",
    "Ben Bova",
    "Cleo Merode",
    "Dov Noy",
    "Eva Hesse",
    "Fay Weldon",
    "Gus Grissom",
    "Hal Foster",
)


def an_empty_sheet(key: str, seats: int = 0, **changes: Any) -> dict[str, Any]:
    """Return a table of the game's usual size before its first deal."""
    game = get_game(key)
    count = seats or game.standard_seats
    return {
        "event": {"id": "e", "name": "Evening"},
        "round": 1,
        "table": 3,
        "options": plain(asdict(game.Options())),
        "is_open": True,
        "is_abandoned": False,
        "parts": [a_part(game, count)],
        "fields": [field_json(each) for each in game.fields],
        "hints": [],
        "board": [],
        "has_auction": game.auction is not None,
        "deals": [],
        "totals": [0] * count,
        "dealer": 0,
        "deals_counted": 0,
        "deals_expected": 100,
        "is_complete": False,
        "next_number": 1,
        "may_set_first_dealer": True,
        "conflicts": [],
        "late_deals": [],
        "revision": 0,
        "next_table": None,
        "rulings": [],
        "accounts": [],
        **changes,
    }


def a_part(game: Game, count: int) -> dict[str, Any]:
    """Return the seats of a table, each with the start number whose points it makes."""
    called = called_names(NAMES[:count])
    seats = [
        {"seat": at, "name": NAMES[at], "called": called[at], "number": at + 1, "account": at + 1}
        for at in range(count)
    ]
    return {
        "seats": seats,
        "sides": [list(side) for side in game.partners.sides(count)],
        "first_dealer": 0,
        "first_number": 1,
    }


def a_row(number: int, record: dict[str, Any], points: list[int], **changes: Any) -> dict[str, Any]:
    """Return a recorded deal."""
    return {
        "number": number,
        "deal": number,
        "record": record,
        "deltas": points,
        "totals": points,
        "counts": True,
        "dealer": (number - 1) % len(points),
        "line": "3 \u2660",
        "facts": {},
        "violations": [],
        "revision": 1,
        "row": number,
        **changes,
    }
