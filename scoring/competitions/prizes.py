"""The money of an event: prizes by place from a key, where each source goes, what lost deals cost.

All amounts are whole cents and shares are thousandths; what a pot gives out and what is left add up to it.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from scoring.competitions.award_form import LOST_DEALS, WHOLE
from scoring.competitions.awards import awarded, cost_of, sources_of, ways_of
from scoring.competitions.requests import PERSON

SHARE, LOT = "share", "lot"
TIES = (SHARE, LOT)
FEE = "fee"
POT = (FEE, LOST_DEALS)  # the kinds of money that can be in the pot
PER_LIST, PER_EVENING = "list", "evening"  # where the steps of lost-deal money begin anew
MAIN = "main"  # the ranking of the event itself


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
    """All prizes of an event; `series` are only named.

    `sources` has how much of each kind of money is to be won, in thousandths; `best_of_lists` is how much of
    the lost-deal money of each list its best player gets. The rest is the host's. Tied entrants share the
    money of their places, or the lot decides; things always go by lot among them.
    """

    prizes: tuple[Prize, ...] = ()
    ties: str = SHARE
    series: tuple[str, ...] = ()
    sources: Mapping[str, int] = field(default_factory=lambda: dict.fromkeys(POT, WHOLE))
    best_of_lists: int = 0

    @property
    def pot(self) -> tuple[str, ...]:
        """Return the kinds of money that go into the pot, wholly or in part."""
        return tuple(self.sources)

    @property
    def given_out(self) -> int:
        """Return the thousandths of the pot that are given out."""
        return sum(prize.share * len(prize.places) for prize in self.prizes)

    def __bool__(self) -> bool:
        """Return whether there is anything to win."""
        return bool(self.prizes or self.best_of_lists)


@dataclass(frozen=True, slots=True)
class Money:
    """What was taken: fees, and lost-deal money by list; `other_lost` is on no list that was played."""

    fees: int = 0
    lost: Mapping[int, int] = field(default_factory=dict)  # by round
    other_lost: int = 0


class Award(NamedTuple):
    """The prizes of an entrant. `rank` is the one in the event, shared with tied entrants, 0 without one.

    `lists` are the rounds of which they were the best, each with its cents, which are among `cents`.
    """

    entrant: int
    rank: int
    cents: int
    things: tuple[str, ...] = ()
    lists: tuple[tuple[int, int], ...] = ()


class Source(NamedTuple):
    """What was taken of a kind of money, and what of it goes into the pot and to the best of the list.

    `round` is the list of lost-deal money; None: of no list alone.
    """

    kind: str
    round: int | None
    taken: int
    pot: int
    best: int

    @property
    def host(self) -> int:
        """Return the cents that nobody wins."""
        return self.taken - self.pot - self.best


@dataclass(frozen=True, slots=True)
class Outcome:
    """The prizes of an event, best first, the pot, and where each source went that has any money."""

    awards: Sequence[Award]
    pot: int
    sources: Sequence[Source]


def award_event(
    key: PrizeKey,
    ranks: Mapping[int, int],
    money: Money,
    lot: Callable[[int], str],
    ranks_of_lists: Mapping[int, Mapping[int, int]] | None = None,
) -> Outcome:
    """Return the prizes by these ranks; `lot` orders ties, lowest first.

    `ranks_of_lists` are wanted where the best of each list wins. A prize of a place without an entrant stays
    in the pot.
    """
    lists = dict(ranks_of_lists or {}) if key.best_of_lists else {}
    raw = request_of(key, ranks, money, lists)
    given = awarded(raw, lambda unit, number: lot(number) if unit == PERSON else "")
    awards: dict[int, Award] = {}
    for name, rows in given["awards"].items():
        for row in rows:
            number = row["number"]
            own = awards.get(number, Award(number, ranks.get(number, 0), 0))
            best_of = () if name == MAIN else ((int(name), row["cents"]),)
            things = (*own.things, *row["things"])
            awards[number] = Award(number, own.rank, own.cents + row["cents"], things, own.lists + best_of)
    ways = ways_of(raw, sources_of(raw, {}))
    taken = raw["sources"]
    sources = [source_of(name, taken[name], way) for name, way in ways.items() if taken[name]]
    return Outcome([*awards.values()], given["pots"][MAIN], sources)


def request_of(
    key: PrizeKey, ranks: Mapping[int, int], money: Money, lists: Mapping[int, Mapping[int, int]]
) -> dict[str, Any]:
    """Return what `awarded` is asked; a list is a competition and a source named by its round."""
    by_list = {str(number): money.lost.get(number, 0) for number in lists}
    other = money.other_lost + sum(cents for number, cents in money.lost.items() if number not in lists)
    sources = {FEE: money.fees, LOST_DEALS: other, **by_list}
    shares = {name: key.sources.get(LOST_DEALS if name in by_list else name, 0) for name in sources}
    best = [{"competition": name, "shares": {name: key.best_of_lists}} for name in by_list]
    won = [{"competition": name, "places": [1], "share": WHOLE} for name in by_list]
    rankings = {MAIN: ranks, **{str(number): own for number, own in lists.items()}}
    return {
        "competitions": {
            name: [{"number": number, "rank": rank} for number, rank in own.items()]
            for name, own in rankings.items()
        },
        "sources": sources,
        "pots": [{"competition": MAIN, "shares": shares}, *best],
        "prizes": [*map(prize_json, key.prizes), *won],
        "ties": key.ties,
    }


def prize_json(prize: Prize) -> dict[str, Any]:
    """Return a prize of the event's own ranking as `awarded` reads it."""
    what = {"thing": prize.thing} if prize.thing else {"share": prize.share} if prize.share else {}
    return {"competition": MAIN, "places": list(prize.places), **(what or {"cents": prize.cents})}


def source_of(name: str, taken: int, way: Mapping[str, int]) -> Source:
    """Return where one source went."""
    if name in POT:
        return Source(name, None, taken, way[MAIN], 0)
    return Source(LOST_DEALS, int(name), taken, way[MAIN], way[name])


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
