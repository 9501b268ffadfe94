"""Standings: one pure function of the tables' results. The order of its input does not matter.

Entrants equal in every ranking value and tie-break share a rank (1 2 2 4); within a tie they are ordered by
start number. Entrants who never played for their own account, who have fewer rounds than the policy's
minimum, or who left early where the rule says so, come after all others and are not ranked. Every line
carries every value, so that `why_before` can explain the order of two lines.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from rules.game import Game, Ranking
from scoring.competitions.rank_reasons import decision
from scoring.competitions.ranking import Row, ranked
from scoring.competitions.requests import (
    Adjustment,
    Competition,
    Entrant,
    Leaver,
    Lists,
    Request,
    Way,
)
from scoring.competitions.tie_breaks import tie_break_ranking
from scoring.sheet.tallies import Adjusted, PartResult, Value, rankings_of
from scoring.standings.policy import Policy

NEVER_PLAYED, MINIMUM, UNPLACED = "never_played", "minimum", "unplaced"  # why an entrant has no rank


def lot_by_number(number: int) -> str:
    """Return the lot without a seed: the start number."""
    return f"{number:09}"


@dataclass(frozen=True, slots=True)
class Leavers:
    """Entrants who left early, by start number; those who keep their results are not listed.

    `gone_after` has the last round of those who get the lowest result of every missed round.
    """

    unplaced: frozenset[int] = frozenset()
    gone_after: Mapping[int, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Method:
    """The complete ranking method of an event.

    `nominal_deals` scales averages (1: points per deal); `lot` gives the text that orders a start number's
    lot; `options` are the game's, None for its defaults. With `is_as_before` the event counts by the rules of
    earlier versions: who never played is placed with 0, and some games rank by other values.
    """

    policy: Policy
    game: Game
    nominal_deals: int = 1
    lot: Callable[[int], str] = lot_by_number
    leavers: Leavers = Leavers()
    adjustments: tuple[Adjusted, ...] = ()
    options: Any = None
    is_as_before: bool = False

    @property
    def least_rounds(self) -> int:
        """Return the rounds that an entrant needs for a rank."""
        return self.policy.minimum if self.is_as_before else max(1, self.policy.minimum)

    @property
    def ranks_by(self) -> tuple[Ranking, ...]:
        """Return the game's own ranking values, in the direction that the options choose."""
        return rankings_of(self.game, self.options, is_as_before=self.is_as_before)

    @property
    def rankings(self) -> tuple[Ranking, ...]:
        """Return the ranking values in order."""
        return self.policy.rankings(self.ranks_by)

    @property
    def tie_breaks(self) -> tuple[Ranking, ...]:
        """Return the tie-breaks in order."""
        first, keys = self.rankings[0], self.policy.tie_breaks
        return tuple(tie_break_ranking(key, self.game, first, self.options) for key in keys)


class Line(NamedTuple):
    """One entrant's row. `values` in ranking order, `rounds` has the first value by round.

    Rounds in `dropped` do not count.

    `rank` is the position in the list; without `is_placed` it is not an earned rank.
    """

    entrant: int
    rank: int
    values: tuple[Value, ...]
    rounds: Mapping[int, Value]
    tie_breaks: Mapping[str, Value | None]
    is_placed: bool = True
    dropped: frozenset[int] = frozenset()


class Reason(NamedTuple):
    """The criterion that put one line before another: a ranking value's or tie-break's key, and both values.

    The key "minimum" compares the rounds played; "never_played" and "unplaced" have no values.
    """

    key: str
    better: Value | None
    worse: Value | None


def compute_standings(results: Iterable[PartResult], entrants: Iterable[int], method: Method) -> list[Line]:
    """Return the lines, best first. `entrants` are start numbers; without deals, all values are 0."""
    return [line_of(row) for row in ranked(request_of(results, entrants, method), competition_of(method))]


def line_of(row: Row) -> Line:
    """Return a row of a competition of persons in one event as a line."""
    return Line(
        row.number,
        row.rank,
        row.values,
        {own.at[1]: own.values[0] for own in row.lists},
        row.tie_breaks or {},
        row.is_placed,
        frozenset([own.at[1] for own in row.lists if own.at not in row.counting])
        if len(row.counting) < len(row.lists)
        else frozenset(),
    )


def competition_of(method: Method) -> Competition:
    """Return an event's own ranking as the competition that it is."""
    policy = method.policy
    way = Way(policy.by, points=policy.table_points)
    lists = Lists(best=policy.best, minimum=method.least_rounds)
    return Competition(way, lists=lists, tie_breaks=policy.tie_breaks)


def request_of(results: Iterable[PartResult], entrants: Iterable[int], method: Method) -> Request:
    """Return all that the competitions of an event look at.

    Who left does not come back by a later list on their account. Who never played is credited no round, for
    they have not left anything; events of earlier versions credit them too.
    """
    results, numbers = tuple(results), frozenset(entrants)
    played = {account for result in results for account in result.accounts}
    lowest = numbers if method.is_as_before else numbers & played
    gone = [Leaver(number, 0, UNPLACED, 0, may_return=False) for number in method.leavers.unplaced]
    gone += [
        Leaver(number, after, "lowest", 0, may_return=False)
        for number, after in method.leavers.gone_after.items()
        if number in lowest
    ]
    return Request(
        method.game,
        {number: Entrant(number) for number in sorted(numbers)},
        results,
        method.options,
        method.nominal_deals,
        adjustments=tuple(
            Adjustment(each.entrant, each.points, event=0, round=each.round) for each in method.adjustments
        ),
        leavers=tuple(gone),
        lot=lambda unit, number: method.lot(number),
        is_as_before=method.is_as_before,
    )


def why_unranked(rounds: int, minimum: int) -> str:
    """Return why an entrant with this many rounds has no rank."""
    if not rounds:
        return NEVER_PLAYED
    return MINIMUM if rounds < minimum else UNPLACED


# Explanation


def why_before(first: Line, second: Line, method: Method) -> Reason | None:
    """Return what put a line before one behind it; None if both share a rank."""
    if first.is_placed and not second.is_placed:
        why = why_unranked(len(second.rounds), method.policy.minimum)
        numbers = (len(first.rounds), len(second.rounds)) if why == MINIMUM else (1, 0)
        return Reason(why, *numbers)
    keys = [ranking.tally for ranking in (*method.rankings, *method.tie_breaks)]
    ties = method.policy.tie_breaks
    one, other = ([*line.values, *(line.tie_breaks[key] for key in ties)] for line in (first, second))
    decided = decision(one, other)
    return decided and Reason(keys[decided.position], decided.better, decided.worse)
