"""Standings: one pure function of what the tables played. The order of its input does not matter.

Entrants equal in every ranking value share a rank (1 2 2 4); inside a tie the order is by start number.
Tie-breaks beyond the game's own ranking are not known yet.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from rules.game import Ranking, Violation, text
from rules.reading import Refused, json_name

BY_GAME, BY_TOTAL = "game", "total"
POLICY_KEYS = frozenset({"by", "tie_breaks"})


@dataclass(frozen=True, slots=True)
class PartResult:
    """What one part of a table's sheet adds up to: per tally, one integer for each seat's account."""

    round: int
    accounts: tuple[int, ...]
    tallies: Mapping[str, Sequence[int]]
    deals_counted: int = 0


@dataclass(frozen=True, slots=True)
class Line:
    """One entrant's standing. `values` in ranking order, `rounds` as (round, first value) pairs."""

    entrant: int
    rank: int
    values: tuple[int, ...]
    rounds: tuple[tuple[int, int], ...]
    tie_breaks: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Policy:
    """How an event ranks: by the game's own ranking, or by total points."""

    by: str = BY_GAME

    def rankings(self, ranks_by: Sequence[Ranking]) -> tuple[Ranking, ...]:
        """The ranking values in order."""
        if self.by == BY_TOTAL:
            return (Ranking("total", text("Total")),)
        return tuple(ranks_by)


def read_policy(raw: object) -> Policy:
    """A policy from JSON. Raises Refused (`policy_invalid`)."""
    if not isinstance(raw, Mapping):
        raise bad_policy(text("A ranking policy is an object with “by”, not {found}."), raw)
    if unknown := sorted(set(raw) - POLICY_KEYS):
        raise bad_policy(text("A ranking policy has “by” and “tie_breaks”, not “{found}”."), unknown[0])
    by = raw.get("by", BY_GAME)
    if by not in (BY_GAME, BY_TOTAL):
        raise bad_policy(text("Standings are ranked by “game” or “total”, not “{found}”."), by)
    if raw.get("tie_breaks"):
        message = text("Tie-breaks beyond the game's own ranking are not known yet: {found}. Leave them out.")
        raise bad_policy(message, raw["tie_breaks"])
    return Policy(by)


def bad_policy(message: str, found: object) -> Refused:
    """A ranking policy that cannot be read: what was expected and what was found."""
    return Refused([Violation("policy_invalid", "policy", message, {"found": json_name(found)})])


def compute_standings(
    results: Iterable[PartResult], entrants: Iterable[int], rankings: Sequence[Ranking]
) -> list[Line]:
    """Every entrant's line, best first. `entrants` are start numbers; who has not played has zeros."""
    results, entrants = list(results), list(entrants)
    first, *others = rankings
    rounds = add_up_rounds(results, entrants, first.tally)
    totals = {entrant: sum(own.values()) for entrant, own in rounds.items()}
    columns = [totals, *(add_up(results, entrants, ranking.tally) for ranking in others)]
    return ranked(columns, rounds, rankings)


def add_up(results: Iterable[PartResult], entrants: Iterable[int], tally: str) -> dict[int, int]:
    """What each entrant's account was credited with in all."""
    sums = dict.fromkeys(entrants, 0)
    for result in results:
        for account, value in zip(result.accounts, result.tallies.get(tally, ()), strict=False):
            sums[account] += value
    return sums


def add_up_rounds(
    results: Iterable[PartResult], entrants: Iterable[int], tally: str
) -> dict[int, dict[int, int]]:
    """What each entrant's account was credited with, round by round."""
    rounds: dict[int, dict[int, int]] = {entrant: {} for entrant in entrants}
    for result in results:
        number = result.round
        for account, value in zip(result.accounts, result.tallies.get(tally, ()), strict=False):
            own = rounds[account]
            own[number] = own.get(number, 0) + value
    return rounds


def signed(columns: Sequence[Mapping[int, int]], rankings: Sequence[Ranking]) -> list[list[int]]:
    """The columns' values with the sign that makes the lowest the best."""
    signs = [-1 if ranking.high_is_better else 1 for ranking in rankings]
    return [[sign * value for value in column.values()] for sign, column in zip(signs, columns, strict=True)]


def ranked(
    columns: Sequence[Mapping[int, int]],
    rounds: Mapping[int, Mapping[int, int]],
    rankings: Sequence[Ranking],
) -> list[Line]:
    """Lines in order of rank; equal values share the rank of the first. A column per ranking value."""
    merits = zip(*signed(columns, rankings), strict=True)
    values = zip(*(column.values() for column in columns), strict=True)
    lines: list[Line] = []
    rank, best = 0, None
    for place, (merit, entrant, own) in enumerate(sorted(zip(merits, rounds, values, strict=True)), start=1):
        if merit != best:
            rank, best = place, merit
        lines.append(Line(entrant, rank, own, tuple(sorted(rounds[entrant].items()))))
    return lines
