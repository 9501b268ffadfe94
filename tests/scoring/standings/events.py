"""One legal default for standings: a game of points, tables of four, an empty policy."""

from typing import Any

from rules import get_game
from rules.game import Game
from scoring.sheet.tallies import PartResult
from scoring.standings.policy import read_policy
from scoring.standings.standings import Line, Method, compute_standings

POINTS = get_game("points")
FIPSEN = get_game("fipsen-prisdorf")
BRISCOLA = get_game("briscola")


def a_result(
    *points: int, round: int = 1, table: int = 1, deals: int = 10, accounts: Any = None, **tallies: Any
) -> PartResult:
    """Return the result of a table of entrants 1, 2, 3, ...; further tallies by name."""
    accounts = tuple(accounts or range(1, len(points) + 1))
    return PartResult(round, accounts, {"total": points, **tallies}, deals, table)


def a_method(game: Game = POINTS, nominal: int = 1, options: Any = None, **policy: Any) -> Method:
    """Return the ranking method of an event."""
    return Method(read_policy(policy, game), game, nominal, options=options)


def lines_of(*results: PartResult, game: Game = POINTS, nominal: int = 1, **policy: Any) -> list[Line]:
    """Return the lines of every entrant who sat at a table."""
    entrants = sorted({account for result in results for account in result.accounts})
    return compute_standings(results, entrants, a_method(game, nominal, **policy))


def order(lines: list[Line]) -> list[tuple[int, int]]:
    """Return rank and start number."""
    return [(line.rank, line.entrant) for line in lines]


def values(lines: list[Line]) -> dict[int, Any]:
    """Return the first ranking value by start number."""
    return {line.entrant: line.values[0] for line in lines}


def tie_break(key: str, lines: list[Line]) -> dict[int, Any]:
    """Return one tie-break by start number."""
    return {line.entrant: line.tie_breaks[key] for line in lines}
