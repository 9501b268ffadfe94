"""The value of each round to each entrant under a policy, and the rounds that count."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import groupby
from typing import NamedTuple

from rules.game import Ranking
from scoring.sheet.tallies import (
    POINTS,
    Adjusted,
    Column,
    PartResult,
    Rounds,
    Value,
    add_up,
    add_up_rounds,
    deals_by_round,
    exact,
)
from scoring.standings.policy import BY_AVERAGE, BY_TABLE_POINTS, Policy

Counting = Mapping[int, frozenset[int]]
OpenRounds = dict[int, dict[int, Value]]  # that can still be credited


class Scores(NamedTuple):
    """Ranking values of all entrants, the first one by round, and the rounds that count (None: all)."""

    columns: Sequence[Column]
    rounds: Rounds
    counting: Counting | None = None


def scores_by_policy(
    results: Sequence[PartResult],
    entrants: Sequence[int],
    policy: Policy,
    ranks_by: Sequence[Ranking],
    nominal_deals: int,
    gone_after: Mapping[int, int],
    adjustments: Sequence[Adjusted],
) -> Scores:
    """Compute the scores of a policy: the values of its rounds, or of the best. `ranks_by` is the game's.

    `gone_after` maps entrants who left to their last round; they get the lowest result of each missed round.
    `adjustments` are added to the first ranking value as displayed.
    """
    rankings = policy.rankings(ranks_by)
    points = opened(add_up_rounds(results, entrants, POINTS))
    deals = opened(deals_by_round(results, entrants))
    if policy.by == BY_AVERAGE:
        worth: list[OpenRounds] = [average_rounds(points, deals, nominal_deals)]
    elif policy.by == BY_TABLE_POINTS:
        worth = [table_point_rounds(results, entrants, policy.table_points, ranks_by)]
    else:
        worth = [opened(add_up_rounds(results, entrants, ranking.tally)) for ranking in rankings]
    credit_lowest(worth, [*worth, points, deals], rankings, gone_after)
    of_rounds, of_event = split_by_round(adjustments, worth[0])
    for each in of_rounds:
        worth[0][each.entrant][each.round or 0] += each.points
    counting = None
    if policy.best is not None:
        counting = best_rounds(policy.best, worth, rankings, points, deals)
    columns = [summed(each, counting) for each in worth]
    if policy.by == BY_AVERAGE:
        columns = [averages(points, deals, nominal_deals, counting)]
        of_event += [each for each in of_rounds if counts(each, counting)]
    for each in of_event:
        columns[0][each.entrant] = exact(columns[0][each.entrant] + each.points)
    return Scores(columns, worth[0], counting)


# Adjustments


def split_by_round(adjustments: Iterable[Adjusted], rounds: Rounds) -> tuple[list[Adjusted], list[Adjusted]]:
    """Split off adjustments of rounds with a value; those of entrants not in the list are dropped."""
    listed = [each for each in adjustments if each.entrant in rounds]
    of_rounds = [each for each in listed if each.round in rounds[each.entrant]]
    return of_rounds, [each for each in listed if each.round not in rounds[each.entrant]]


def counts(each: Adjusted, counting: Counting | None) -> bool:
    """Return whether the round of an adjustment counts."""
    return counting is None or each.round in counting[each.entrant]


# Entrants who left early


def opened(rounds: Rounds) -> OpenRounds:
    """Return a copy that can be credited."""
    return {entrant: dict(own) for entrant, own in rounds.items()}


def credit_lowest(
    worth: Sequence[OpenRounds],
    columns: Sequence[OpenRounds],
    rankings: Sequence[Ranking],
    gone_after: Mapping[int, int],
) -> None:
    """Credit each entrant who left with the lowest result of every round they miss.

    The lowest has the worst first value of those who played, then the worse later values, then the highest
    start number.
    """
    signs = signs_of(rankings)
    played = sorted({number for own in worth[0].values() for number in own})
    for number in played:
        here = [entrant for entrant, own in worth[0].items() if number in own]
        last = max(
            here,
            key=lambda each: ([s * w[each].get(number, 0) for s, w in zip(signs, worth, strict=True)], each),
        )
        missing = [each for each, after in gone_after.items() if after < number and each not in here]
        for column in columns:
            column.update({each: {**column[each], number: column[last].get(number, 0)} for each in missing})


def signs_of(rankings: Sequence[Ranking]) -> list[int]:
    """Return the factors that make the best value of each ranking the lowest."""
    return [-1 if ranking.high_is_better else 1 for ranking in rankings]


# The rounds that count


def best_rounds(
    best: int, worth: Sequence[Rounds], rankings: Sequence[Ranking], points: Rounds, deals: Rounds
) -> Counting:
    """Return each entrant's best rounds by the first ranking value; ties go by the later values.

    Rounds equal in all of them: the one with more points, then more deals, then the earlier.
    """
    signs = signs_of(rankings)

    def merit(entrant: int, number: int) -> tuple[Value, ...]:
        values = (sign * rounds[entrant].get(number, 0) for sign, rounds in zip(signs, worth, strict=True))
        return (*values, -points[entrant].get(number, 0), -deals[entrant].get(number, 0), number)

    return {
        entrant: frozenset(own)
        if len(own) <= best
        else frozenset(sorted(own, key=lambda number: merit(entrant, number))[:best])
        for entrant, own in worth[0].items()
    }


def counted(own: Mapping[int, Value], entrant: int, counting: Counting | None) -> Iterator[Value]:
    """Yield the values of an entrant's counting rounds."""
    if counting is None:
        yield from own.values()
    else:
        yield from (value for number, value in own.items() if number in counting[entrant])


def summed(rounds: Rounds, counting: Counting | None) -> dict[int, Value]:
    """Return the sums of each entrant's counting rounds."""
    return {entrant: exact(sum(counted(own, entrant, counting), start=0)) for entrant, own in rounds.items()}


# Average


def average_rounds(points: Rounds, deals: Rounds, nominal_deals: int) -> dict[int, dict[int, Value]]:
    """Return each round's points, scaled to the nominal number of deals."""
    return {
        entrant: {
            number: scaled(value, deals[entrant][number], nominal_deals) for number, value in own.items()
        }
        for entrant, own in points.items()
    }


def averages(
    points: Rounds, deals: Rounds, nominal_deals: int, counting: Counting | None
) -> dict[int, Value]:
    """Return the points of counting rounds, scaled by their deals: long rounds weigh more than short."""
    sums, lengths = summed(points, counting), summed(deals, counting)
    return {entrant: scaled(sums[entrant], lengths[entrant], nominal_deals) for entrant in points}


def scaled(points: Value, deals: Value, nominal_deals: int) -> Value:
    """Scale points to the nominal number of deals; 0 without a deal."""
    return exact(Fraction(points * nominal_deals) / deals) if deals else 0


# Table points


def table_point_rounds(
    results: Iterable[PartResult],
    entrants: Iterable[int],
    table_points: Sequence[int],
    ranks_by: Sequence[Ranking],
) -> dict[int, dict[int, Value]]:
    """Return each entrant's table points by round."""
    rounds: dict[int, dict[int, Value]] = {entrant: {} for entrant in entrants}
    for number, merits in merits_by_table(results, ranks_by):
        for account, value in shared_points(merits, table_points):
            rounds[account][number] = exact(rounds[account].get(number, 0) + value)
    return rounds


def merits_by_table(
    results: Iterable[PartResult], ranks_by: Sequence[Ranking]
) -> Iterator[tuple[int, dict[int, tuple[int, ...]]]]:
    """Yield by round the game's ranking values of each table, the best lowest; parts are added up."""
    parts: dict[tuple[int, int], list[PartResult]] = defaultdict(list)
    for result in results:
        parts[result.round, result.table].append(result)
    signs = signs_of(ranks_by)
    for (number, _), own in parts.items():
        accounts = sorted({account for part in own for account in part.accounts})
        sums = [add_up(own, accounts, ranking.tally) for ranking in ranks_by]
        yield (
            number,
            {
                account: tuple(sign * each[account] for sign, each in zip(signs, sums, strict=True))
                for account in accounts
            },
        )


def shared_points(
    merits: Mapping[int, tuple[int, ...]], table_points: Sequence[int]
) -> Iterator[tuple[int, Value]]:
    """Yield points by place; ties share those of their places: 4-2-1-0 with two first is 3 each."""
    place = 0
    for _, group in groupby(sorted(merits, key=merits.__getitem__), key=merits.__getitem__):
        equal = list(group)
        worth = sum(points_of_place(each, table_points) for each in range(place, place + len(equal)))
        yield from ((account, Fraction(worth, len(equal))) for account in equal)
        place += len(equal)


def points_of_place(place: int, table_points: Sequence[int]) -> int:
    """Return the points of a place from 0; beyond the last typed one 0, or its value if that is lower."""
    return table_points[place] if place < len(table_points) else min(0, table_points[-1])
