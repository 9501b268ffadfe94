"""Award the prizes of competitions: sources of money, pots, places, and things to choose.

All amounts are whole cents and shares are thousandths. What goes in comes out: what pots get of a source and
what stays there are the source, what units win and what is left are the pot.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from scoring.competitions.requests import PERSON, TEAM

WHOLE = 1000  # thousandths
LOST_DEALS = "lost_deals"
SHARE, LOT = "share", "lot"
TIES = (SHARE, LOT)
Name = Any  # of a competition, or of a source: whatever the caller calls them by


@dataclass(frozen=True, slots=True)
class Prize:
    """The prize of each of some places: an amount, a share of the pot in thousandths, or a thing.

    Or a prize table: things to `choose`, one by each of these places in turn; without places by everybody.
    """

    places: tuple[int, ...] = ()
    cents: int = 0
    share: int = 0
    thing: str = ""
    choose: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PrizeGiving:
    """All that prizes are made of: the ranks of who is placed, the cents of each source, pots and prizes.

    `pots` have the thousandths that they get of each source. Competitions give in the order of `prizes`;
    `teams` are the units, each with its competition, that are teams. Tied units share the money of their
    places, or the lot decides; things always go by lot among them. With `is_one_each` who wins in one
    competition is passed over in those behind it.
    """

    ranks: Mapping[Name, Mapping[int, int]]
    sources: Mapping[Name, int]
    pots: Mapping[Name, Mapping[Name, int]]
    prizes: Mapping[Name, Sequence[Prize]]
    lot: Callable[[str, int], str] = field(repr=False)
    teams: frozenset[tuple[Name, int]] = frozenset()
    ties: str = SHARE
    is_one_each: bool = False


class Part(NamedTuple):
    """What a place is worth by one prize: an amount, or cents of a share of the pot in thousandths."""

    place: int
    cents: int
    share: int = 0


@dataclass(slots=True)
class Unit:
    """A placed unit of a competition: `place` is its position among those who can win here.

    Its cents are made of `parts`, which it shares with all `among` whom it is equal to. `turn` is its place
    in the order at the prize table, 0 without one, and `chosen` what it took there. `is_moved_up`: others in
    front had won already.
    """

    contest: Name
    number: int
    kind: str
    rank: int
    place: int
    cents: int = 0
    things: list[str] = field(default_factory=list)
    parts: list[Part] = field(default_factory=list)
    among: int = 1
    is_moved_up: bool = False
    turn: int = 0
    chosen: list[str] = field(default_factory=list)

    @property
    def is_winner(self) -> bool:
        """Return whether it has cents, a thing or a turn."""
        return bool(self.cents or self.things or self.turn)


@dataclass(frozen=True, slots=True)
class Given:
    """What a competition gives: its winners in order, who chooses, and what is left before they do.

    Of a thing that is left it says whether it is to be chosen. `tied` are those who are equal at the last
    prize, if they are more than the prizes there.
    """

    winners: Sequence[Unit]
    turns: Sequence[int]
    things_left: Sequence[tuple[str, bool]]
    cents_left: int
    tied: Sequence[Unit] = ()


# Money comes in


def ways_of(giving: PrizeGiving) -> dict[Name, dict[Name, int]]:
    """Return what each pot has from every source.

    Rounding leaves cents; they go to the first pot that has a share of the source.
    """
    pots = giving.pots
    return {
        name: dict(zip(pots, parts_of(cents, [pot.get(name, 0) for pot in pots.values()]), strict=True))
        for name, cents in giving.sources.items()
    }


def pots_of(giving: PrizeGiving) -> dict[Name, int]:
    """Return the cents of each pot."""
    ways = ways_of(giving).values()
    return {name: sum(way[name] for way in ways) for name in giving.pots}


def parts_of(cents: int, shares: Sequence[int]) -> list[int]:
    """Return each share of an amount, rounded down; what rounding leaves goes to the first with a share."""
    amounts = [cents * share // WHOLE for share in shares]
    rest = cents * sum(shares) // WHOLE - sum(amounts)
    first = next((index for index, share in enumerate(shares) if share), None)
    if first is not None:
        amounts[first] += rest
    return amounts


# Prizes


def award(giving: PrizeGiving) -> dict[Name, Given]:
    """Return what each competition gives, in the order of the prizes; also where it is more than its pot."""
    pots = pots_of(giving)
    given: dict[Name, Given] = {}
    winners: set[tuple[str, int]] = set()
    for name, prizes in giving.prizes.items():
        units = units_of(giving, name, winners if giving.is_one_each else set())
        cents_left = give_money(prizes, units, pots.get(name, 0), giving.ties)
        things_left = give_things(prizes, units)
        turns = turns_of(prizes, units)
        own = [unit for unit in units if unit.is_winner]
        given[name] = Given(own, turns, things_left, cents_left, tied_at_the_end(prizes, units))
        winners |= {(unit.kind, unit.number) for unit in own}
    return given


def units_of(giving: PrizeGiving, name: Name, passed_over: set[tuple[str, int]]) -> list[Unit]:
    """Return the placed units that can win, in the order rank, lot, number; ranks are counted again."""
    placed = [
        (rank, giving.lot(kind, number), number, kind)
        for number, rank in giving.ranks[name].items()
        for kind in [TEAM if (name, number) in giving.teams else PERSON]
        if (kind, number) not in passed_over
    ]
    ranks: dict[int, int] = {}
    return [
        Unit(name, number, kind, counted, place, is_moved_up=counted != rank)
        for place, (rank, _, number, kind) in enumerate(sorted(placed), start=1)
        for counted in [ranks.setdefault(rank, place)]
    ]


def parts_by_place(prizes: Sequence[Prize], pot: int) -> dict[int, list[Part]]:
    """Return the amounts and the shares of the pot of every place with money.

    What rounding leaves of the shares goes to the best place that has one.
    """
    parts: dict[int, list[Part]] = defaultdict(list)
    shared: list[tuple[int, int]] = []
    for prize in prizes:
        if prize.share:
            shared += [(place, prize.share) for place in prize.places]
        elif not (prize.thing or prize.choose):
            for place in prize.places:
                parts[place].append(Part(place, prize.cents))
    shared.sort(key=lambda parts: parts[0])
    for (place, share), cents in zip(shared, parts_of(pot, [share for _, share in shared]), strict=True):
        parts[place].append(Part(place, cents, share))
    return parts


def give_money(prizes: Sequence[Prize], units: Sequence[Unit], pot: int, ties: str) -> int:
    """Give each unit its cents and return what is left of the pot; tied units share, or the lot decides."""
    by_place = parts_by_place(prizes, pot)
    for rank in {unit.rank for unit in units}:
        tied = [unit for unit in units if unit.rank == rank]
        for group in [tied] if ties == SHARE else [[unit] for unit in tied]:
            parts = [part for unit in group for part in by_place.get(unit.place, ())]
            each, more = divmod(sum(part.cents for part in parts), len(group))
            for position, unit in enumerate(group):
                unit.cents, unit.parts, unit.among = each + (position < more), parts, len(group)
    return pot - sum(unit.cents for unit in units)


def give_things(prizes: Sequence[Prize], units: Sequence[Unit]) -> list[tuple[str, bool]]:
    """Give the things by place; return those that are left, True for those to choose."""
    at = {unit.place: unit for unit in units}
    left: list[tuple[str, bool]] = []
    for prize in prizes:
        left += [(thing, True) for thing in prize.choose]
        for place in prize.places if prize.thing else ():
            if place in at:
                at[place].things.append(prize.thing)
            else:
                left.append((prize.thing, False))
    return left


def turns_of(prizes: Sequence[Prize], units: Sequence[Unit]) -> list[int]:
    """Return the numbers of those who choose, in order: as many as there are things."""
    turns: list[int] = []
    for prize in prizes:
        those = [unit for unit in units if not prize.places or unit.place in prize.places]
        for unit in those[: len(prize.choose)]:
            turns.append(unit.number)
            unit.turn = unit.turn or len(turns)
    return turns


def tied_at_the_end(prizes: Sequence[Prize], units: Sequence[Unit]) -> list[Unit]:
    """Return the units that are equal at the last prize, some of them behind its place; mostly none."""
    named = {place for prize in prizes if not prize.choose for place in prize.places}
    last = max((unit for unit in units if unit.turn or unit.place in named), key=place_of, default=None)
    tied = [unit for unit in units if last and unit.rank == last.rank]
    return tied if last and tied[-1].place > last.place else []


def place_of(unit: Unit) -> int:
    """Return the place of a unit, to sort by."""
    return unit.place


# Where the money of an event goes: into pots, to the best of the lists, and to the host


FEE = "fee"
POT = (FEE, LOST_DEALS)  # the kinds of money that can be in the pot
OWN_FEE = "own"  # a competition's own fees


class Contest(NamedTuple):
    """What has prizes: a competition by its number, the list of a round, or neither: the event's ranking."""

    round: int | None = None
    competition: int | None = None


class MoneyKind(NamedTuple):
    """A source of money; its number is the list of lost-deal money, or the competition of its own fees."""

    kind: str
    number: int | None = None


MAIN = Contest()


class PotPart(NamedTuple):
    """What a pot has of a source: its share in thousandths, and the cents taken; `payers` paid that."""

    kind: str
    number: int | None
    share: int
    taken: int
    cents: int
    payers: int = 0


class Pot(NamedTuple):
    """The cents of a pot, what they are made of, and what is left when the prizes are given."""

    cents: int
    parts: tuple[PotPart, ...] = ()
    left: int = 0


class Source(NamedTuple):
    """What was taken of a kind of money, and what of it goes into the pot, to the best of the list, into the
    pots of other competitions.

    `number` is the list of lost-deal money, or the competition of its own fees; None: of none alone.
    """

    kind: str
    number: int | None
    taken: int
    pot: int
    best: int
    others: int = 0

    @property
    def host(self) -> int:
        """Return the cents that nobody wins."""
        return self.taken - self.pot - self.best - self.others

    @property
    def list_number(self) -> int | None:
        """Return the round of the list whose money this is."""
        return self.number if self.kind == LOST_DEALS else None

    @property
    def competition_number(self) -> int | None:
        """Return the competition whose own fees these are."""
        return self.number if self.kind == OWN_FEE else None


def shares_of(shares: Mapping[str, int], sources: Iterable[MoneyKind]) -> dict[MoneyKind, int]:
    """Return what a pot gets of each source by the shares of their kinds."""
    return {source: shares.get(source.kind, 0) for source in sources}


def sources_of(giving: PrizeGiving) -> Iterator[Source]:
    """Yield where each source goes."""
    for source, way in ways_of(giving).items():
        others = sum(cents for contest, cents in way.items() if contest.competition is not None)
        best = sum(cents for contest, cents in way.items() if contest.round is not None)
        yield Source(source.kind, source.number, giving.sources[source], way[MAIN], best, others)


def pots_seen(
    giving: PrizeGiving, awarded: Mapping[Contest, Given], payers: Mapping[MoneyKind, int]
) -> dict[Contest, Pot]:
    """Return the pots with what they are made of, and what is left in them."""
    ways, cents = ways_of(giving), pots_of(giving)
    return {
        contest: Pot(
            cents[contest],
            tuple(
                PotPart(
                    source.kind, source.number, share, taken, ways[source][contest], payers.get(source, 0)
                )
                for source, share in shares.items()
                for taken in [giving.sources[source]]
                if share and taken
            ),
            awarded[contest].cents_left,
        )
        for contest, shares in giving.pots.items()
    }
