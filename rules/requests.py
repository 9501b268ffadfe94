"""Shared parts of other programs' JSON requests: a game, a table, lists (docs/json-lines.md, 1)."""

from typing import Any

from rules import get_game
from rules.game import Game, Violation, text
from rules.reading import Refused, is_whole, open_table, read_options


def read_game(request: object) -> Game:
    """Return the game a request names. Raises Refused."""
    if not isinstance(request, dict) or not isinstance(request.get("game"), str):
        raise Refused([Violation("bad_request", "game", text("A request is an object that names its game."))])
    return get_game(request["game"])


def read_table(request: object, *, dealer_name: str) -> tuple[Game, Any]:
    """Return the game and its opening state. Raises Refused, in the order of the contract."""
    game = read_game(request)
    assert isinstance(request, dict)
    seats, dealer = request.get("seats"), request.get(dealer_name)
    for name, value in (("seats", seats), (dealer_name, dealer)):
        if not is_whole(value):
            message = text("A table has a whole number as “{name}”.")
            raise Refused([Violation("bad_request", name, message, {"name": name})])
    options = read_options(game, {} if request.get("options") is None else request["options"])
    assert isinstance(seats, int) and isinstance(dealer, int)
    return game, open_table(game, options, seats, dealer)


def read_list(request: object, name: str) -> list[Any]:
    """Return a list of the request. Raises Refused if it is missing or no list."""
    value = request.get(name) if isinstance(request, dict) else None
    if not isinstance(value, list):
        message = text("A request has a list of “{name}”.")
        raise Refused([Violation("bad_request", name, message, {"name": name})])
    return value
