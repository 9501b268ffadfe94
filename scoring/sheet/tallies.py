"""Tallies of a table's sheet by seat, and their sums over the tables of an event.

A tally is a named whole number per seat: those the game itself counts (`Game.tallies`), and the deals that
each seat won and lost as declarer, counted here for every game that has one (`Game.declared`). Points belong
to the account of a seat, not to the player who sat there.
"""

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple

from rules.board import Unit
from rules.game import Game, Outcome, Ranking, nobody_declares
from rules.reading import open_table
from scoring.sheet.sheet import Row, passed_over

POINTS = "total"  # the tally every game has: the points of its deals
DEALS_WON, DEALS_LOST = "deals_won", "deals_lost"
FEWER_ARE_BETTER = ("lost", DEALS_LOST)
CONTRACT, PASSED = "contract", "passed"  # the field and its word for a deal that everybody passed

Value = int | Fraction


class PartResult(NamedTuple):
    """The tallies of one part of a table's sheet: per tally, one number for each seat's account.

    The parts of one table share its number. The loader leaves out a part in which no deal counts yet. Results
    form a set: each part once, in any order. `deals_missing` are deals that were not played and count as zero
    in an average.
    """

    round: int
    accounts: Sequence[int]
    tallies: Mapping[str, Sequence[Any]]
    deals_counted: int = 0
    table: int = 1
    deals_missing: int = 0
    event: int = 0  # its position in time, where several are counted together

    def column(self, name: str) -> Sequence[Any]:
        """Return a tally by seat, exactly; 0 for every seat if the sheet lacks it."""
        values = self.tallies.get(name)
        if not values:
            return [0] * len(self.accounts)
        return [value if type(value) is int else number_of(value) for value in values]


class Adjusted(NamedTuple):
    """A penalty or bonus from the director: points in one round, or (None) in the whole event."""

    entrant: int
    points: int
    round: int | None = None


# One sheet


def sheet_tallies(game: Game, state: Any, outcomes: Iterable[Outcome]) -> dict[str, list[int]]:
    """Return all tallies of a part of a sheet: the game's own and, if deals have a declarer, won and lost."""
    tallies = {name: list(values) for name, values in game.tallies(state).items()}
    if has_declarer(game):
        tallies = {**declared_tallies(game, state.seats, outcomes), **tallies}
    return tallies


def declared_tallies(game: Game, seats: int, outcomes: Iterable[Outcome]) -> dict[str, list[int]]:
    """Return the deals each seat won and lost as declarer."""
    won, lost = [0] * seats, [0] * seats
    for outcome in outcomes:
        if declared := game.declared(outcome):
            seat, is_made = declared
            (won if is_made else lost)[seat] += 1
    return {DEALS_WON: won, DEALS_LOST: lost}


def deal_tallies(
    game: Game, opening: Any, rows: Iterable[Row], numbers: Container[int]
) -> Iterator[dict[str, list[int]]]:
    """Yield what each of these rows of a part added to its tallies; `opening` is the state before them."""
    before = opening
    for row in rows:
        after = passed_over(before)[0] if row.violations else game.settle(before, row.record)[0]
        if row.number in numbers:
            then, now = sheet_tallies(game, before, ()), sheet_tallies(game, after, [row.outcome])
            yield {
                name: [more - less for more, less in zip(values, then[name], strict=True)]
                for name, values in now.items()
            }
        before = after


def losers_of(game: Game, outcome: Outcome) -> Sequence[int]:
    """Return the seats that lost a deal, as `DEALS_LOST` counts them."""
    if game.losers:
        return game.losers(outcome)
    declared = game.declared(outcome)
    return (declared[0],) if declared and not declared[1] else ()


def rankings_of(game: Game, options: Any, *, is_as_before: bool = False) -> tuple[Ranking, ...]:
    """Return what the game ranks by with these options, in order; None means the default options.

    `is_as_before` asks for the values of earlier versions.
    """
    if is_as_before and game.ranks_by_before:
        return game.ranks_by_before
    if options is None or game.ranks_by_options is None:
        return game.ranks_by
    return game.ranks_by_options(options)


def more_points_win(ranks_by: Iterable[Ranking]) -> bool:
    """Return whether more points are better: always, unless a game ranks by the lowest."""
    return all(ranking.high_is_better for ranking in ranks_by if ranking.tally == POINTS)


def has_declarer(game: Game) -> bool:
    """Return whether the game has deals won or lost by a declarer alone."""
    return game.declared is not nobody_declares


@cache
def has_passed_deals(game: Game) -> bool:
    """Return whether the table may record a passed deal in this game."""
    contracts = (each for each in game.fields if each.name == CONTRACT)
    return any(choice.value == PASSED for each in contracts for choice in each.choices)


@cache
def counts_every_deal(game: Game) -> bool:
    """Return whether the game itself counts every player's deals won and lost, not only declarers'."""
    return DEALS_WON in game.tallies(open_table(game, game.Options(), game.standard_seats, 0))


@cache
def tally_names(game: Game) -> tuple[str, ...]:
    """Return the tallies that a sheet of this game has."""
    blank = open_table(game, game.Options(), game.standard_seats, 0)
    return tuple(sheet_tallies(game, blank, ()))


def tally_ranking(tally: str, game: Game) -> Ranking:
    """Return a tally as the game ranks or ranked by it or shows it; else by its name.

    More is better, but for deals lost.
    """
    known = (*game.ranks_by, *game.ranks_by_before, *game.statistics)
    own = (ranking for ranking in known if ranking.tally == tally)
    label = tally.replace("_", " ").capitalize()
    return next(own, Ranking(tally, label, tally not in FEWER_ARE_BETTER, Unit.COUNT))


# All tables


def add_up(results: Iterable[PartResult], entrants: Iterable[int], tally: str) -> dict[int, int]:
    """Return the total credited to each entrant's account."""
    sums: dict[int, Any] = dict.fromkeys(entrants, 0)
    for result in results:
        for account, value in zip(result.accounts, result.tallies.get(tally, ()), strict=False):
            sums[account] += number_of(value)
    return sums


# Exact values


def exact(value: Value) -> Value:
    """Return a fraction with denominator 1 as an integer."""
    return value.numerator if value.denominator == 1 else value


def number_of(value: float) -> Any:
    """Return a number of a sheet in the form used for computing: halves as fractions."""
    return value if type(value) is int else exact(Fraction(value))


def json_value(value: Value | None) -> int | str | None:
    """Return a value as stored and sent: a whole number, or an exact fraction as "7/3"."""
    return str(value) if isinstance(value, Fraction) else value


def read_value(stored: int | str | None) -> Value | None:
    """Return a stored value in the form used for computing."""
    return exact(Fraction(stored)) if isinstance(stored, str) else stored
