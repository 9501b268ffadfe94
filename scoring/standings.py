"""Standings: one pure function of what the tables played. The order of its input does not matter.

Entrants equal in every ranking value share a rank (1 2 2 4); inside a tie the order is by start number.
Tie-breaks beyond the game's own ranking are not known yet.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from rules.game import Ranking, text

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


class BadPolicy(ValueError):
    """A ranking policy that cannot be read: a sentence that says what was expected and found."""


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
    """A policy from JSON. Raises BadPolicy."""
    if not isinstance(raw, Mapping):
        raise BadPolicy(text("A ranking policy is an object with “by”."))
    if unknown := sorted(set(raw) - POLICY_KEYS):
        raise BadPolicy(f"A ranking policy has “by” and “tie_breaks”, not “{unknown[0]}”.")
    by = raw.get("by", BY_GAME)
    if by not in (BY_GAME, BY_TOTAL):
        raise BadPolicy(f"Standings are ranked by “game” or “total”, not “{by}”.")
    if raw.get("tie_breaks"):
        raise BadPolicy("Tie-breaks beyond the game's own ranking are not known here; leave them out.")
    return Policy(by)


def compute_standings(
    results: Iterable[PartResult], entrants: Iterable[int], rankings: Sequence[Ranking]
) -> list[Line]:
    """Every entrant's line, best first. `entrants` are start numbers; who has not played has zeros."""
    sums: dict[int, list[int]] = {entrant: [0] * len(rankings) for entrant in entrants}
    rounds: dict[int, dict[int, int]] = defaultdict(lambda: defaultdict(int))
    for result in results:
        add_result(sums, rounds, result, rankings)
    return ranked(sums, rounds, rankings)


def add_result(
    sums: dict[int, list[int]],
    rounds: dict[int, dict[int, int]],
    result: PartResult,
    rankings: Sequence[Ranking],
) -> None:
    """Credit one part of a sheet to the accounts of its seats."""
    for index, ranking in enumerate(rankings):
        for account, value in zip(result.accounts, result.tallies.get(ranking.tally, ()), strict=False):
            sums[account][index] += value
            if index == 0:
                rounds[account][result.round] += value


def ranked(
    sums: Mapping[int, Sequence[int]],
    rounds: Mapping[int, Mapping[int, int]],
    rankings: Sequence[Ranking],
) -> list[Line]:
    """Lines in order of rank; equal values share the rank of the first."""
    signs = [-1 if ranking.high_is_better else 1 for ranking in rankings]

    def merit(entrant: int) -> tuple[int, ...]:
        return tuple(sign * value for sign, value in zip(signs, sums[entrant], strict=True))

    ordered = sorted(sums, key=lambda entrant: (merit(entrant), entrant))
    lines: list[Line] = []
    for _, equals in groupby(ordered, key=merit):
        rank = len(lines) + 1
        lines += [
            Line(entrant, rank, tuple(sums[entrant]), tuple(sorted(rounds.get(entrant, {}).items())))
            for entrant in equals
        ]
    return lines
