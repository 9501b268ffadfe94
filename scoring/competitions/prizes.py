"""The money of an event: prizes by place from a key, and where each source goes.

All amounts are whole cents and shares are thousandths; what a pot gives out and what is left add up to it.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from scoring.competitions.awards import (
    FEE,
    LOST_DEALS,
    MAIN,
    OWN_FEE,
    POT,
    SHARE,
    WHOLE,
    Contest,
    Given,
    MoneyKind,
    Pot,
    Prize,
    PrizeGiving,
    Source,
    Unit,
    award,
    pots_seen,
    shares_of,
    sources_of,
)
from scoring.competitions.requests import PERSON


@dataclass(frozen=True, slots=True)
class PrizeKey:
    """All prizes of an event; `series` are only named.

    `sources` has how much of each kind of money is to be won, in thousandths; `best_of_lists` is how much of
    the lost-deal money of each list its best player gets. The rest is the host's. Tied entrants share the
    money of their places, or the lot decides; things always go by lot among them. With `is_one_each` who wins
    in one competition is passed over in those behind it.
    """

    prizes: tuple[Prize, ...] = ()
    ties: str = SHARE
    series: tuple[str, ...] = ()
    sources: Mapping[str, int] = field(default_factory=lambda: dict.fromkeys(POT, WHOLE))
    best_of_lists: int = 0
    is_one_each: bool = False

    @property
    def given_out(self) -> int:
        """Return the thousandths of the pot that are given out."""
        return sum(prize.share * len(prize.places) for prize in self.prizes)

    def __bool__(self) -> bool:
        """Return whether there is anything to win in the event's own ranking or its lists."""
        return bool(self.prizes or self.best_of_lists)


@dataclass(frozen=True, slots=True)
class Money:
    """What was taken: fees, and lost-deal money by list; `other_lost` is on no list that was played.

    The fees of competitions are theirs.
    """

    fees: int = 0
    lost: Mapping[int, int] = field(default_factory=dict)  # by round
    other_lost: int = 0
    payers: int = 0  # of fees


@dataclass(frozen=True, slots=True)
class Beside:
    """A competition beside the event's ranking: its ranks, its pot, its prizes, and the fees taken for it.

    `holders` has for each team the start number of the member who takes the prize; None: persons are ranked.
    """

    number: int
    ranks: Mapping[int, int]
    prizes: tuple[Prize, ...] = ()
    shares: Mapping[str, int] = field(default_factory=dict)
    fees: int = 0
    payers: int = 0
    holders: Mapping[int, int] | None = None
    name: str = ""

    @property
    def contest(self) -> Contest:
        """Return the competition as what has prizes."""
        return Contest(competition=self.number)

    @property
    def own_fees(self) -> MoneyKind:
        """Return its own fees as a source."""
        return MoneyKind(OWN_FEE, self.number)

    def shares_in(self, common: Iterable[MoneyKind]) -> dict[MoneyKind, int]:
        """Return what its pot gets: its own fees wholly, if nothing else is said."""
        return {**shares_of(self.shares, common), self.own_fees: self.shares.get(OWN_FEE, WHOLE)}


class Award(NamedTuple):
    """The prizes of an entrant. `rank` is the one in the event, shared with tied entrants, 0 without one."""

    entrant: int
    rank: int
    won: tuple[Unit, ...] = ()

    @property
    def cents(self) -> int:
        """Return all cents."""
        return sum(each.cents for each in self.won)

    @property
    def things(self) -> tuple[str, ...]:
        """Return all things, the chosen ones too."""
        return tuple(thing for each in self.won for thing in (*each.things, *each.chosen))

    @property
    def lists(self) -> tuple[tuple[int, int], ...]:
        """Return the rounds of which they were the best, each with its cents, which are among `cents`."""
        won = [(each.contest.round, each.cents) for each in self.won]
        return tuple(each for each in won if each[0] is not None)

    @property
    def others(self) -> tuple[tuple[int, int], ...]:
        """Return the competitions in which they won, each with its cents, which are among `cents`."""
        won = [(each.contest.competition, each.cents) for each in self.won]
        return tuple(each for each in won if each[0] is not None)


class Turn(NamedTuple):
    """A turn at a prize table: the start number, the number of the unit, and what they took, if anything."""

    entrant: int
    unit: int
    thing: str = ""


class PrizeTable(NamedTuple):
    """The prize table of a competition, None for the event's own ranking: who chooses, and what is left."""

    competition: int | None
    turns: tuple[Turn, ...]
    left: tuple[str, ...]


Holders = Mapping[Contest, Mapping[int, int]]


class Tie(NamedTuple):
    """The entrants who are equal at the last prize of a competition, and those of them who win."""

    contest: Contest
    entrants: tuple[int, ...]
    winners: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    """The prizes of an event, best first, the pots, and where each source went that has any money.

    `tables` are the prize tables, `ties` those who are equal at the last prize of a competition; `names` are
    those of the competitions beside the event's ranking.
    """

    awards: Sequence[Award]
    sources: Sequence[Source]
    pots: Mapping[Contest, Pot]
    tables: Sequence[PrizeTable] = ()
    ties: Sequence[Tie] = ()
    names: Mapping[int, str] = field(default_factory=dict)


def award_event(
    key: PrizeKey,
    ranks: Mapping[int, int],
    money: Money,
    lot: Callable[[int], str],
    ranks_of_lists: Mapping[int, Mapping[int, int]] | None = None,
    beside: Sequence[Beside] = (),
    given: Mapping[int, Sequence[str]] | None = None,
) -> Outcome:
    """Return the prizes by these ranks; `lot` orders ties, lowest first.

    `ranks_of_lists` are wanted where the best of each list wins. A prize of a place without an entrant stays
    in the pot. `given` are the things that entrants have; those that are no prize of their place were taken
    from a prize table.
    """
    lists = dict(ranks_of_lists or {}) if key.best_of_lists else {}
    giving = prize_giving_of(key, ranks, money, lot, lists, beside)
    holders = {each.contest: each.holders for each in beside if each.holders is not None}
    awarded = award(giving)
    tables = tables_of(awarded, holders, given or {})
    won: defaultdict[int, list[Unit]] = defaultdict(list)
    for contest, own in awarded.items():
        for unit in own.winners:
            won[holder_of(holders, contest, unit.number)].append(unit)
    pots = pots_seen(
        giving, awarded, {MoneyKind(FEE): money.payers, **{each.own_fees: each.payers for each in beside}}
    )
    return Outcome(
        [Award(number, ranks.get(number, 0), tuple(units)) for number, units in won.items()],
        [source for source in sources_of(giving) if source.taken],
        pots,
        tables,
        [tie_of(holders, contest, own.tied) for contest, own in awarded.items() if own.tied],
        {each.number: each.name for each in beside},
    )


def tie_of(holders: Holders, contest: Contest, tied: Sequence[Unit]) -> Tie:
    """Return who is equal at the last prize, by the start numbers of those who take prizes."""
    return Tie(
        contest,
        tuple(holder_of(holders, contest, unit.number) for unit in tied),
        tuple(holder_of(holders, contest, unit.number) for unit in tied if unit.is_winner),
    )


def prize_giving_of(
    key: PrizeKey,
    ranks: Mapping[int, int],
    money: Money,
    lot: Callable[[int], str],
    lists: Mapping[int, Mapping[int, int]],
    beside: Sequence[Beside],
) -> PrizeGiving:
    """Return what is won, in the order in which competitions give: main, lists, those beside."""
    by_list = {MoneyKind(LOST_DEALS, number): money.lost.get(number, 0) for number in lists}
    other = money.other_lost + sum(cents for number, cents in money.lost.items() if number not in lists)
    common = {MoneyKind(FEE): money.fees, MoneyKind(LOST_DEALS): other, **by_list}
    main = key.sources if key.prizes or not beside else {}  # without prizes it takes nothing from others
    best = (Prize((1,), share=WHOLE),)
    contests = [
        (MAIN, ranks, shares_of(main, common), key.prizes),
        *(
            (Contest(number), own, {MoneyKind(LOST_DEALS, number): key.best_of_lists}, best)
            for number, own in lists.items()
        ),
        *((each.contest, each.ranks, each.shares_in(common), each.prizes) for each in beside),
    ]
    teams = [(each.contest, number) for each in beside if each.holders is not None for number in each.ranks]
    return PrizeGiving(
        ranks={contest: own for contest, own, _, _ in contests},
        sources={**common, **{each.own_fees: each.fees for each in beside}},
        pots={contest: shares for contest, _, shares, _ in contests},
        prizes={contest: prizes for contest, _, _, prizes in contests},
        lot=lambda unit, number: lot(number) if unit == PERSON else "",
        teams=frozenset(teams),
        ties=key.ties,
        is_one_each=key.is_one_each,
    )


def holder_of(holders: Holders, contest: Contest, unit: int) -> int:
    """Return the start number of who takes the prize of a person or a team."""
    return holders[contest][unit] if contest in holders else unit


def tables_of(
    awarded: Mapping[Contest, Given], holders: Holders, given: Mapping[int, Sequence[str]]
) -> list[PrizeTable]:
    """Return the prize tables with what everybody took: what was given to them beside their place's prize."""
    due: defaultdict[int, Counter[str]] = defaultdict(Counter)
    for contest, own in awarded.items():
        for unit in own.winners:
            due[holder_of(holders, contest, unit.number)].update(unit.things)
    taken = {number: Counter(things) - due[number] for number, things in given.items()}
    tables = []
    for contest, own in awarded.items():
        left = [thing for thing, is_choice in own.things_left if is_choice]
        units = {unit.number: unit for unit in own.winners}
        turns = []
        for numbered in own.turns:
            number = holder_of(holders, contest, numbered)
            over = taken.get(number, Counter[str]())
            thing = next((each for each in given.get(number, ()) if over[each] and each in left), "")
            if thing:
                over[thing] -= 1
                left.remove(thing)
                units[numbered].chosen.append(thing)
            turns.append(Turn(number, numbered, thing))
        if left or turns:
            tables.append(PrizeTable(contest.competition, tuple(turns), tuple(left)))
    return tables
