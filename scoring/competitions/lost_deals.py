"""The money of lost and passed deals: what each list costs, and what a payment covers."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

PER_LIST, PER_EVENING = "list", "evening"  # where the steps begin anew


class LostDealStep(NamedTuple):
    """The cost of each lost deal in cents, up to a number of them; None: all that follow."""

    up_to: int | None
    cents: int


@dataclass(frozen=True, slots=True)
class LostDealMoney:
    """What lost deals cost: steps, counted anew in every list or over the evening; and passed deals, if any.

    Every player at the table pays `passed` cents for each passed deal.
    """

    steps: tuple[LostDealStep, ...] = ()
    per: str = PER_LIST
    passed: int = 0

    def __bool__(self) -> bool:
        return bool(self.steps or self.passed)


class LostList(NamedTuple):
    """One player's lost and passed deals in one round, and their cost in cents."""

    round: int
    lost: int
    passed: int
    cents: int


def lost_lists(
    money: LostDealMoney, lost: Mapping[int, int], passed: Mapping[int, int]
) -> tuple[LostList, ...]:
    """Return a player's lists, given their lost and passed deals by round."""
    lists, before = [], 0
    for number in sorted({*lost, *passed}):
        own, not_played = lost.get(number, 0), passed.get(number, 0)
        counted = before if money.per == PER_EVENING else 0
        cents = cost_of(counted + own, money.steps) - cost_of(counted, money.steps)
        lists.append(LostList(number, own, not_played, cents + not_played * money.passed))
        before += own
    return tuple(lists)


def paid_by_list(lists: Sequence[LostList], paid: int) -> tuple[dict[int, int], int]:
    """Return what a payment covers of each list, the first list first, and what is over."""
    covered = {}
    for own in lists:
        covered[own.round] = max(0, min(paid, own.cents))
        paid -= covered[own.round]
    return covered, paid


def cost_of(lost: int, steps: Iterable[Sequence[Any]]) -> int:
    """Return the cents of a list: each lost deal costs those of its step, and nothing after the last."""
    cents = before = 0
    for most, each in steps:
        until = lost if most is None else min(lost, most)
        cents += max(0, until - before) * each
        before = max(before, until)
    return cents
