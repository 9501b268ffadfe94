"""The money of an event: prizes by place from a key, where each source goes, what lost deals cost.

All amounts are whole cents and shares are thousandths; what a pot gives out and what is left add up to it.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from scoring.competitions.award_form import LOST_DEALS, WHOLE
from scoring.competitions.awards import Part, awarded, cost_of, sources_of, ways_of
from scoring.competitions.requests import PERSON

SHARE, LOT = "share", "lot"
TIES = (SHARE, LOT)
FEE = "fee"
POT = (FEE, LOST_DEALS)  # the kinds of money that can be in the pot
OWN_FEE = "own"  # a competition's own fees
PER_LIST, PER_EVENING = "list", "evening"  # where the steps of lost-deal money begin anew
MAIN, BESIDE = "main", "competition "  # names in a request: the event's own ranking, and others by number


class LostDealStep(NamedTuple):
    """The cost of each lost deal in cents, up to a number of them; None: all that follow."""

    up_to: int | None
    cents: int


@dataclass(frozen=True, slots=True)
class Prize:
    """The prize of each of some places: an amount, a share of the pot in thousandths, or a thing.

    Or a prize table: things to `choose`, one by each of these places in turn; without places by everybody.
    """

    places: tuple[int, ...]
    cents: int = 0
    share: int = 0
    thing: str = ""
    choose: tuple[str, ...] = ()


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
    def pot(self) -> tuple[str, ...]:
        """Return the kinds of money that go into the pot, wholly or in part."""
        return tuple(self.sources)

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

    @property
    def key(self) -> str:
        """Return its name in a request."""
        return key_of_competition(self.number)


def key_of_competition(number: int) -> str:
    """Return the name of a competition in a request."""
    return f"{BESIDE}{number}"


def number_of_key(key: str) -> int:
    """Return the number of a competition by its name in a request."""
    return int(key.removeprefix(BESIDE))


class Won(NamedTuple):
    """What an entrant wins in the event's ranking, as the best of a list (`round`), or in a competition.

    `unit` is their start number, or the number of the team for which they take the prize. The cents are made
    of `parts`, shared among so many who are equal. `is_moved_up`: others in front had won already. `turn` is
    their place in the order at the prize table, 0 without one; `chosen` is what they took there.
    """

    round: int | None
    competition: int | None
    unit: int
    place: int
    cents: int
    things: tuple[str, ...] = ()
    parts: tuple[Part, ...] = ()
    among: int = 1
    is_moved_up: bool = False
    turn: int = 0
    chosen: tuple[str, ...] = ()

    @property
    def key(self) -> str:
        """Return the name of its competition in a request."""
        if self.competition is not None:
            return key_of_competition(self.competition)
        return MAIN if self.round is None else str(self.round)


class Award(NamedTuple):
    """The prizes of an entrant. `rank` is the one in the event, shared with tied entrants, 0 without one."""

    entrant: int
    rank: int
    won: tuple[Won, ...] = ()

    @property
    def cents(self) -> int:
        """Return all cents."""
        return sum(each.cents for each in self.won)

    @property
    def things(self) -> tuple[str, ...]:
        """Return all things, the chosen ones too."""
        return tuple(thing for each in self.won for thing in (*each.things, *each.chosen))

    @property
    def chosen(self) -> tuple[str, ...]:
        """Return what they took from prize tables."""
        return tuple(thing for each in self.won for thing in each.chosen)

    @property
    def lists(self) -> tuple[tuple[int, int], ...]:
        """Return the rounds of which they were the best, each with its cents, which are among `cents`."""
        return tuple((each.round, each.cents) for each in self.won if each.round is not None)

    @property
    def others(self) -> tuple[tuple[int, int], ...]:
        """Return the competitions in which they won, each with its cents, which are among `cents`."""
        return tuple((each.competition, each.cents) for each in self.won if each.competition is not None)


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


@dataclass(frozen=True, slots=True)
class Outcome:
    """The prizes of an event, best first, the pot, and where each source went that has any money.

    `pots` has all of them by the name of their competition in a request; `tables` are the prize tables.
    """

    awards: Sequence[Award]
    pot: int
    sources: Sequence[Source]
    pots: Mapping[str, Pot]
    tables: Sequence[PrizeTable] = ()


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
    raw = request_of(key, ranks, money, lists, beside)

    def award() -> dict[str, Any]:
        return awarded(raw, lambda unit, number: lot(number) if unit == PERSON else "")

    by_key = {each.key: each for each in beside}
    result = award()
    if tables := tables_of(raw, result, by_key, given or {}):
        raw["taken"] = [
            {"competition": name, "number": turn.unit, "thing": turn.thing}
            for name, table in tables.items()
            for turn in table.turns
            if turn.thing
        ]
        result = award()
    awards: dict[int, Award] = {}
    for name, rows in result["awards"].items():
        for row in rows:
            won = won_of(
                name,
                row,
                by_key.get(name),
                {MAIN: ranks, **{str(k): v for k, v in lists.items()}},
                tables[name].turns if name in tables else (),
            )
            number = holder_of(by_key.get(name), won.unit)
            own = awards.get(number, Award(number, ranks.get(number, 0)))
            awards[number] = own._replace(won=(*own.won, won))
    ways, taken = ways_of(raw, sources_of(raw, {})), raw["sources"]
    sources = [source_of(name, taken[name], way, by_key) for name, way in ways.items() if taken[name]]
    pots = {
        pot["competition"]: Pot(
            result["pots"][pot["competition"]],
            pot_parts(pot, taken, ways, money, by_key),
            result["left"]["pots"][pot["competition"]],
        )
        for pot in raw["pots"]
    }
    return Outcome([*awards.values()], result["pots"][MAIN], sources, pots, [*tables.values()])


def holder_of(beside: Beside | None, unit: int) -> int:
    """Return the start number of who takes the prize of a person or a team."""
    return unit if beside is None or beside.holders is None else beside.holders[unit]


def tables_of(
    raw: Mapping[str, Any],
    result: Mapping[str, Any],
    by_key: Mapping[str, Beside],
    given: Mapping[int, Sequence[str]],
) -> dict[str, PrizeTable]:
    """Return the prize tables with what everybody took: what was given to them beside their place's prize."""
    due: defaultdict[int, Counter[str]] = defaultdict(Counter)
    for name, rows in result["awards"].items():
        for row in rows:
            due[holder_of(by_key.get(name), row["number"])].update(row["things"])
    taken = {number: Counter(things) - due[number] for number, things in given.items()}
    tables = {}
    things: defaultdict[str, list[str]] = defaultdict(list)
    for prize in raw["prizes"]:
        things[prize["competition"]] += prize.get("choose", ())
    for name, left in things.items():
        turns = []
        for unit in result["turns"].get(name, ()):
            number = holder_of(by_key.get(name), unit)
            own = taken.get(number, Counter[str]())
            thing = next((each for each in given.get(number, ()) if own[each] and each in left), "")
            if thing:
                own[thing] -= 1
                left.remove(thing)
            turns.append(Turn(number, unit, thing))
        competition = by_key[name].number if name in by_key else None
        if left or turns:
            tables[name] = PrizeTable(competition, tuple(turns), tuple(left))
    return tables


def won_of(
    name: str,
    row: Mapping[str, Any],
    beside: Beside | None,
    rankings: Mapping[str, Mapping[int, int]],
    turns: Sequence[Turn],
) -> Won:
    """Return a row of a competition, or of a list, as what it wins."""
    ranks = beside.ranks if beside else rankings[name]
    own = [at for at, turn in enumerate(turns) if turn.unit == row["number"]]
    chosen = tuple(turns[at].thing for at in own if turns[at].thing)
    return Won(
        int(name) if name.isdecimal() else None,
        beside.number if beside else None,
        row["number"],
        row["place"],
        row["cents"],
        tuple(row["things"][: len(row["things"]) - len(chosen)]),
        tuple(row["parts"]),
        row["among"],
        ranks[row["number"]] != row["rank"],
        own[0] + 1 if own else 0,
        chosen,
    )


def pot_parts(
    pot: Mapping[str, Any],
    taken: Mapping[str, int],
    ways: Mapping[str, Mapping[str, int]],
    money: Money,
    by_key: Mapping[str, Beside],
) -> tuple[PotPart, ...]:
    """Return what a pot is made of."""
    payers = {FEE: money.payers, **{key: each.payers for key, each in by_key.items()}}
    return tuple(
        PotPart(
            *kind_of(name, by_key),
            share,
            taken[name],
            ways[name][pot["competition"]],
            payers.get(name, 0),
        )
        for name, share in pot["shares"].items()
        if share and taken.get(name)
    )


def request_of(
    key: PrizeKey,
    ranks: Mapping[int, int],
    money: Money,
    lists: Mapping[int, Mapping[int, int]],
    beside: Sequence[Beside],
) -> dict[str, Any]:
    """Return what `awarded` is asked; a list is a competition and a source named by its round."""
    by_list = {str(number): money.lost.get(number, 0) for number in lists}
    other = money.other_lost + sum(cents for number, cents in money.lost.items() if number not in lists)
    sources = {FEE: money.fees, LOST_DEALS: other, **by_list, **{each.key: each.fees for each in beside}}
    kinds = {name: LOST_DEALS if name in by_list else name for name in (FEE, LOST_DEALS, *by_list)}
    rankings = {MAIN: ranks, **{str(number): own for number, own in lists.items()}}
    rankings |= {each.key: each.ranks for each in beside}
    main = key.sources if key.prizes or not beside else {}  # without prizes it takes nothing from others
    of_teams = {each.key for each in beside if each.holders is not None}
    return {
        "competitions": {
            name: [
                {"number": number, "rank": rank, **({"members": [number]} if name in of_teams else {})}
                for number, rank in own.items()
            ]
            for name, own in rankings.items()
        },
        "sources": sources,
        "pots": [
            pot_json(MAIN, {name: main.get(kind, 0) for name, kind in kinds.items()}),
            *(pot_json(name, {name: key.best_of_lists}) for name in by_list),
            *(pot_json(each.key, shares_of(each, kinds)) for each in beside),
        ],
        "prizes": [
            *(prize_json(MAIN, each) for each in key.prizes),
            *({"competition": name, "places": [1], "share": WHOLE} for name in by_list),
            *(prize_json(each.key, prize) for each in beside for prize in each.prizes),
        ],
        "ties": key.ties,
        "one_prize_each": key.is_one_each,
    }


def pot_json(name: str, shares: Mapping[str, int]) -> dict[str, Any]:
    """Return the pot of a competition as `awarded` reads it."""
    return {"competition": name, "shares": dict(shares)}


def shares_of(beside: Beside, kinds: Mapping[str, str]) -> dict[str, int]:
    """Return what goes into the pot of a competition: its own fees wholly, if nothing else is said."""
    shares = {name: beside.shares.get(kind, 0) for name, kind in kinds.items()}
    return {**shares, beside.key: beside.shares.get(OWN_FEE, WHOLE)}


def prize_json(competition: str, prize: Prize) -> dict[str, Any]:
    """Return a prize as `awarded` reads it."""
    if prize.choose:
        places = {"places": list(prize.places)} if prize.places else {}
        return {"competition": competition, "choose": list(prize.choose), **places}
    what = {"thing": prize.thing} if prize.thing else {"share": prize.share} if prize.share else {}
    return {"competition": competition, "places": list(prize.places), **(what or {"cents": prize.cents})}


def source_of(name: str, taken: int, way: Mapping[str, int], by_key: Mapping[str, Beside]) -> Source:
    """Return where one source went."""
    others = sum(way[key] for key in by_key)
    return Source(
        *kind_of(name, by_key), taken, way[MAIN], way.get(name, 0) if name not in by_key else 0, others
    )


def kind_of(name: str, by_key: Mapping[str, Beside]) -> tuple[str, int | None]:
    """Return the kind of a source, and the list or the competition whose money it is."""
    if name in POT:
        return name, None
    return (OWN_FEE, by_key[name].number) if name in by_key else (LOST_DEALS, int(name))


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
