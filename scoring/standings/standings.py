"""Standings: one pure function of the tables' results. The order of its input does not matter.

Entrants equal in every ranking value and tie-break share a rank (1 2 2 4); within a tie they are ordered by
start number. Entrants who never played for their own account, who have fewer rounds than the policy's
minimum, or who left early where the rule says so, come after all others and are not placed. Every line
carries every value, so that `why_before` can explain the order of two lines.
"""

from collections import defaultdict
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, NamedTuple

from rules.game import Game, Ranking, sides_in
from scoring.sheet.tallies import Adjusted, PartResult, Value, rankings_of
from scoring.standings.policy import Policy
from scoring.standings.rounds import Scores, scores_by_policy
from scoring.standings.tie_breaks import (
    Evening,
    MaybeColumn,
    lot_by_number,
    tie_break_column,
    tie_break_ranking,
)

NEVER_PLAYED, MINIMUM, UNPLACED = "never_played", "minimum", "unplaced"  # why an entrant has no rank
Merits = list[Sequence[Any]]  # one list per criterion, in the order of the entrants; the lowest is the best


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

    `rank` is the position in the list; without `is_placed` it is not an earned rank.
    """

    entrant: int
    rank: int
    values: tuple[Value, ...]
    rounds: Mapping[int, Value]
    tie_breaks: Mapping[str, Value | None]
    is_placed: bool = True


class Reason(NamedTuple):
    """The criterion that put one line before another: a ranking value's or tie-break's key, and both values.

    The key "minimum" compares the rounds played; "never_played" and "unplaced" have no values.
    """

    key: str
    better: Value | None
    worse: Value | None


def compute_standings(results: Iterable[PartResult], entrants: Iterable[int], method: Method) -> list[Line]:
    """Return the lines, best first. `entrants` are start numbers; without deals, all values are 0."""
    results, entrants = list(results), list(entrants)
    scores = scores_of(results, entrants, method)
    merits: Merits = [
        signed(column.values(), ranking)
        for column, ranking in zip(scores.columns, method.rankings, strict=True)
    ]
    unplaced = {number for number, own in scores.rounds.items() if not is_placed(number, len(own), method)}
    merits.insert(0, [entrant in unplaced for entrant in entrants])
    broken = break_ties(results, entrants, scores, method, merits)
    return ranked(entrants, scores, broken, merits, unplaced)


def is_placed(entrant: int, rounds: int, method: Method) -> bool:
    """Return whether an entrant with this many rounds has a rank."""
    return rounds >= method.least_rounds and entrant not in method.leavers.unplaced


def why_unplaced(rounds: int, minimum: int) -> str:
    """Return why an entrant with this many rounds has no rank."""
    if not rounds:
        return NEVER_PLAYED
    return MINIMUM if rounds < minimum else UNPLACED


def scores_of(results: Sequence[PartResult], entrants: Sequence[int], method: Method) -> Scores:
    """Return the ranking values. Who never played is credited no round: they have not left anything."""
    gone_after, ranks_by = method.leavers.gone_after, method.ranks_by
    if not method.is_as_before:
        played = {account for result in results for account in result.accounts}
        gone_after = {each: after for each, after in gone_after.items() if each in played}
    return scores_by_policy(
        results, entrants, method.policy, ranks_by, method.nominal_deals, gone_after, method.adjustments
    )


def break_ties(
    results: Sequence[PartResult], entrants: Sequence[int], scores: Scores, method: Method, merits: Merits
) -> dict[str, MaybeColumn]:
    """Return every entrant's value in every tie-break; its merits are added to those so far."""
    evening = Evening(
        results=results,
        entrants=entrants,
        first=method.rankings[0],
        sums=scores.columns[0],
        rounds=scores.rounds,
        counting=scores.counting,
        sides=partial(sides_in, method.game, method.options or method.game.Options()),
        lot=method.lot,
    )
    broken: dict[str, MaybeColumn] = {}
    for ranking in method.tie_breaks:
        column = tie_break_column(ranking.tally, evening, tied_groups(entrants, merits))
        broken[ranking.tally] = column
        merits.append(signed_or_last(column.values(), ranking))
    return broken


def tied_groups(entrants: Sequence[int], merits: Merits) -> Iterator[list[int]]:
    """Yield the groups that are equal in everything so far; computed only on demand."""
    groups: dict[tuple[object, ...], list[int]] = defaultdict(list)
    for entrant, merit in zip(entrants, zip(*merits, strict=True), strict=True):
        groups[merit].append(entrant)
    yield from (group for group in groups.values() if len(group) > 1)


def signed(values: Iterable[Value], ranking: Ranking) -> list[Value]:
    """Return the values with the sign that makes the lowest the best."""
    return [-value for value in values] if ranking.high_is_better else list(values)


def signed_or_last(values: Iterable[Value | None], ranking: Ranking) -> Sequence[object]:
    """Do as `signed`, with None after every number."""
    values = list(values)
    if None not in values:
        return signed([value for value in values if value is not None], ranking)
    sign = -1 if ranking.high_is_better else 1
    return [(True, 0) if value is None else (False, sign * value) for value in values]


def ranked(
    entrants: Sequence[int],
    scores: Scores,
    broken: Mapping[str, MaybeColumn],
    merits: Merits,
    unplaced: Container[int],
) -> list[Line]:
    """Return lines in order of rank; lines equal in everything share the rank of the first."""
    order = best_first(entrants, merits)
    values = zip(*(column.values() for column in scores.columns), strict=True)
    lines: list[Line] = []
    for entrant, rank, own in zip(entrants, ranks_in(order, merits), values, strict=True):
        ties = {key: column[entrant] for key, column in broken.items()}
        lines.append(Line(entrant, rank, own, scores.rounds[entrant], ties, entrant not in unplaced))
    return [lines[index] for index in order]


def best_first(entrants: Sequence[int], merits: Merits) -> list[int]:
    """Return the indices of `entrants`, best first: sorted by each criterion in turn, the last one first."""
    order = sorted(range(len(entrants)), key=entrants.__getitem__)
    for column in reversed(merits):
        order.sort(key=column.__getitem__)
    return order


def ranks_in(order: Sequence[int], merits: Merits) -> list[int]:
    """Return each entrant's rank, by index; equal merits share the first of their places."""
    whole = list(zip(*merits, strict=True))
    ranks = [0] * len(order)
    rank, best = 0, None
    for place, index in enumerate(order, start=1):
        if whole[index] != best:
            rank, best = place, whole[index]
        ranks[index] = rank
    return ranks


# Explanation


def why_before(line: Line, other: Line, method: Method) -> Reason | None:
    """Return what put `line` before `other`, or the reverse; None if both share a rank."""
    for reason, is_high_better in criteria(line, other, method):
        if reason.better == reason.worse:
            continue
        is_first = reason.worse is None or (
            reason.better is not None and (reason.better > reason.worse) == is_high_better
        )
        return reason if is_first else Reason(reason.key, reason.worse, reason.better)
    return None


def criteria(line: Line, other: Line, method: Method) -> Iterator[tuple[Reason, bool]]:
    """Yield both lines' values by criterion, and whether more is better."""
    if line.is_placed != other.is_placed:
        unplaced = other if line.is_placed else line
        why = why_unplaced(len(unplaced.rounds), method.policy.minimum)
        if why == MINIMUM:
            yield Reason(MINIMUM, len(line.rounds), len(other.rounds)), True
        yield Reason(why, int(line.is_placed), int(other.is_placed)), True
    for ranking, *values in zip(method.rankings, line.values, other.values, strict=True):
        yield Reason(ranking.tally, *values), ranking.high_is_better
    for ranking in method.tie_breaks:
        key = ranking.tally
        yield Reason(key, line.tie_breaks[key], other.tie_breaks[key]), ranking.high_is_better
