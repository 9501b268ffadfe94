"""Prize money by place from a key, and lost-deal money by steps in each list. All amounts in whole cents.

Paid prizes and the remaining pot always add up to the pot.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple

SHARE, LOT = "share", "lot"
TIES = (SHARE, LOT)
POT = ("fee", "lost_deals")  # the kinds of money that can be in the pot
PER_LIST, PER_EVENING = "list", "evening"  # where the steps of lost-deal money begin anew
WHOLE = 1000  # shares of the pot are counted in thousandths


class LostDealStep(NamedTuple):
    """The cost of each lost deal in cents, up to a number of them; None: all that follow."""

    up_to: int | None
    cents: int


@dataclass(frozen=True, slots=True)
class Prize:
    """The prize of each of some places: an amount, a share of the pot in thousandths, or a thing."""

    places: tuple[int, ...]
    cents: int = 0
    share: int = 0
    thing: str = ""


@dataclass(frozen=True, slots=True)
class PrizeKey:
    """All prizes of an event; `series` are only named, `pot` lists the kinds of money to be won.

    Tied entrants share the money of their places, or the lot decides; things always go by lot among them.
    """

    prizes: tuple[Prize, ...] = ()
    ties: str = SHARE
    series: tuple[str, ...] = ()
    pot: tuple[str, ...] = POT

    @property
    def shares(self) -> int:
        """Return the thousandths of the pot that are given out."""
        return sum(prize.share * len(prize.places) for prize in self.prizes)


class Award(NamedTuple):
    """The prizes of an entrant; `rank` is shared with tied entrants."""

    entrant: int
    rank: int
    cents: int
    things: tuple[str, ...] = ()


def award_prizes(
    key: PrizeKey, rank_by_entrant: Mapping[int, int], pot: int, lot: Callable[[int], str]
) -> list[Award]:
    """Return the awards, best first, without entrants who get nothing. `lot` orders ties, lowest first.

    A prize of a place without an entrant stays in the pot.
    """
    cents_by_place, things_by_place = amounts_by_place(key, pot), things_of(key)
    awards: list[Award] = []
    for rank, group in in_order(rank_by_entrant, lot):
        places = range(rank, rank + len(group))
        amounts = [cents_by_place.get(place, 0) for place in places]
        if key.ties == SHARE:
            amounts = shared(sum(amounts), len(group))
        things = [things_by_place.get(place, ()) for place in places]
        rows = zip(group, amounts, things, strict=True)
        awards += [Award(entrant, rank, cents, own) for entrant, cents, own in rows]
    return [each for each in awards if each.cents or each.things]


def in_order(
    rank_by_entrant: Mapping[int, int], lot: Callable[[int], str]
) -> Iterator[tuple[int, list[int]]]:
    """Yield each rank and its entrants, ties in the order of the lot."""
    rows = sorted((rank, lot(entrant), entrant) for entrant, rank in rank_by_entrant.items())
    for rank, group in groupby(rows, key=lambda row: row[0]):
        yield rank, [entrant for _, _, entrant in group]


def amounts_by_place(key: PrizeKey, pot: int) -> dict[int, int]:
    """Return the cents of each place. Shares are rounded down to cents; the remainder goes to the best."""
    cents: dict[int, int] = {}
    for prize in key.prizes:
        for place in prize.places:
            cents[place] = cents.get(place, 0) + prize.cents + pot * prize.share // WHOLE
    rounded = sum(pot * prize.share // WHOLE * len(prize.places) for prize in key.prizes)
    best = min((place for prize in key.prizes if prize.share for place in prize.places), default=None)
    if best is not None:
        cents[best] += pot * key.shares // WHOLE - rounded
    return cents


def things_of(key: PrizeKey) -> dict[int, tuple[str, ...]]:
    """Return the things of each place."""
    things: dict[int, tuple[str, ...]] = {}
    for prize in key.prizes:
        for place in prize.places if prize.thing else ():
            things[place] = (*things.get(place, ()), prize.thing)
    return things


def shared(cents: int, people: int) -> list[int]:
    """Return an amount in equal parts; leftover cents go one by one to the first."""
    each, over = divmod(cents, people)
    return [each + (number < over) for number in range(people)]


# Lost deals


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
        cents = lost_deal_cents(counted + own, money.steps) - lost_deal_cents(counted, money.steps)
        lists.append(LostList(number, own, not_played, cents + not_played * money.passed))
        before += own
    return tuple(lists)


def lost_deal_cents(lost: int, steps: Sequence[LostDealStep]) -> int:
    """Return the cost of lost deals: 50 cents each up to three, then 100 is ((3, 50), (None, 100))."""
    cents = counted = 0
    for up_to, price in steps:
        here = lost - counted if up_to is None else max(0, min(lost, up_to) - counted)
        cents += here * price
        counted += here
    return cents
