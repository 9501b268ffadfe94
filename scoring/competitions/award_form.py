"""The form of a request of `award_prizes`, and what contradicts in it, step by step."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from scoring.competitions.awards import (
    LOST_DEALS,
    LOT,
    SHARE,
    TIES,
    WHOLE,
    Prize,
    PrizeGiving,
    parts_by_place,
    pots_of,
)
from scoring.competitions.contradictions import Problems, each, lot_twice, strangers, twice
from scoring.competitions.json_readers import (
    Add,
    flag,
    list_of,
    names_to,
    object_of,
    one_of,
    or_null,
    pair_of,
    refuse,
    value_of,
    whole,
    words,
)
from scoring.competitions.ranking_form import LOT_FORMS
from scoring.competitions.requests import PERSON, TEAM


class Row(NamedTuple):
    """A row of a ranking: a person's, or a team's; without a rank it is not ranked."""

    number: int
    rank: int | None = None
    unit: str = PERSON


class PrizeWritten(NamedTuple):
    """The prizes of some places of a competition; one kind of the last four is right."""

    competition: str
    places: Sequence[int] | None = None
    share: int | None = None
    cents: int | None = None
    thing: str | None = None
    choose: Sequence[str] | None = None

    @property
    def kinds(self) -> list[str]:
        """Return the kinds of things to win that are named."""
        return [kind for kind in ("share", "cents", "thing", "choose") if getattr(self, kind) is not None]

    @property
    def prize(self) -> Prize:
        """Return the prize. Where nobody's places are named nobody chooses: place 0, which no unit has."""
        is_for_nobody = self.choose is not None and self.places == ()
        places = (0,) if is_for_nobody else tuple(self.places or ())
        return Prize(places, self.cents or 0, self.share or 0, self.thing or "", tuple(self.choose or ()))


@dataclass(frozen=True, slots=True)
class Asked:
    """A request as it is written; what contradicts is still in it."""

    competitions: Mapping[str, Sequence[Row]]
    sources: Mapping[str, int] | None = None
    lost: Mapping[str, Sequence[int]] | None = None
    steps: Sequence[tuple[int | None, int]] | None = None
    pots: Sequence[tuple[str, Mapping[str, int]]] = ()  # competition, share of each source
    prizes: Sequence[PrizeWritten] = ()
    taken: Sequence[tuple[str, int, str]] = ()  # competition, number, thing
    ties: str = SHARE
    one_prize_each: bool = False
    lot: str | None = None
    lots: Mapping[str, str] | None = None
    team_lots: Mapping[str, str] | None = None


# Form


def anything(add: Add, value: Any, path: str) -> None:
    """Accept whatever a ranking writes beside what is read here."""


def row_of(number: int, rank: int | None = None, members: Any = None, **others: Any) -> Row:
    """Return a row; whoever has members is a team."""
    return Row(number, rank, PERSON if members is None else TEAM)


def in_order(**values: Any) -> tuple[Any, ...]:
    """Return all values in the order of reading."""
    return tuple(values.values())


ROW = {
    "rank": whole(1),
    "number": whole(1),
    "members": list_of(whole(), least=1),
    **dict.fromkeys(("value", "values", "added", "lists", "tie_breaks", "placed"), anything),
}
POT = {"competition": words(), "shares": names_to(whole(0, WHOLE))}
PRIZE = {
    "competition": words(),
    "places": list_of(whole(1)),
    "share": whole(1, WHOLE),
    "cents": whole(1),
    "thing": words(),
    "choose": list_of(words()),
}
TAKEN = {"competition": words(), "number": whole(), "thing": words()}
FORM = object_of(
    Asked,
    {
        "competitions": names_to(list_of(object_of(row_of, ROW, required=("number",)))),
        "sources": names_to(whole(0)),
        "lost": names_to(list_of(whole(0))),
        "steps": list_of(pair_of(or_null(whole(1)), whole(0))),
        "pots": list_of(object_of(in_order, POT, required=tuple(POT))),
        "prizes": list_of(object_of(PrizeWritten, PRIZE, required=("competition",))),
        "taken": list_of(object_of(in_order, TAKEN, required=tuple(TAKEN))),
        "ties": one_of(*TIES),
        "one_prize_each": flag,
        **LOT_FORMS,
    },
    required=("competitions",),
)


def read_award(written: Any) -> Asked:
    """Return a request without contradictions. Raises Wrong with every problem of the first step with one."""
    asked: Asked = value_of(FORM, written)
    refuse(problems_in(asked), MEANING)
    return asked


# Meaning


MEANING = (
    *("number_twice", "ranks_wrong", "competition_unknown", "pot_twice", "source_unknown", "steps_missing"),
    *("steps_not_ascending", "lost_deals_twice", "lot_twice", "prize_unclear", "places_missing"),
    *("named_twice", "shares_over_1000"),
)


def problems_in(asked: Asked) -> Problems:
    """Yield everything that contradicts, in order of reading."""
    for key, rows in asked.competitions.items():
        path = f"competitions.{key}"
        yield from twice("number_twice", ((f"{at}.number", row.number) for at, row in each(path, rows)))
        ranks = sorted(row.rank for row in rows if row.rank is not None)
        if any(rank != ranks.index(rank) + 1 for rank in ranks):
            yield "ranks_wrong", path
    if asked.lost is not None and LOST_DEALS in (asked.sources or ()):
        yield "lost_deals_twice", f"sources.{LOST_DEALS}"
    if asked.lost is not None and asked.steps is None:
        yield "steps_missing", "steps"
    last = len(asked.steps or ()) - 1
    before = 0
    for index, (most, _) in enumerate(asked.steps or ()):
        if (index < last) if most is None else (most <= before):
            yield "steps_not_ascending", f"steps[{index}]"
        before = most or before
    yield from pot_problems(asked)
    yield from prize_problems(asked)
    yield from lot_twice(asked)
    for name, named in (("pots", asked.pots), ("prizes", asked.prizes), ("taken", asked.taken)):
        keys = ((f"{path}.competition", own[0]) for path, own in each(name, named))
        yield from strangers("competition_unknown", asked.competitions, keys)


def pot_problems(asked: Asked) -> Problems:
    """Yield second pots of a competition, and shares of a source that is not there or that pass the whole."""
    known = {*(asked.sources or ()), *([LOST_DEALS] if asked.lost is not None else [])}
    pots = [*each("pots", asked.pots)]
    yield from twice("pot_twice", ((f"{path}.competition", key) for path, (key, _) in pots))
    shares = [
        (f"{path}.shares.{name}", name, share) for path, (_, own) in pots for name, share in own.items()
    ]
    yield from strangers("source_unknown", known, ((path, name) for path, name, _ in shares))
    yield from over_whole(shares)


def prize_problems(asked: Asked) -> Problems:
    """Yield prizes that are not one of money, a thing, a choice, or whose places are wrong."""
    prizes = [*each("prizes", asked.prizes)]
    for path, prize in prizes:
        if len(prize.kinds) != 1:
            yield "prize_unclear", path
        if prize.places is None and prize.choose is None:
            yield "places_missing", f"{path}.places"
        yield from twice("named_twice", each(f"{path}.places", prize.places))
    yield from over_whole(
        (path, prize.competition, (prize.share or 0) * len(prize.places or ())) for path, prize in prizes
    )


def over_whole(shares: Iterable[tuple[str, str, int]]) -> Problems:
    """Yield the path at which the shares of a name pass the whole."""
    sums: Counter[str] = Counter()
    for path, name, share in shares:
        if sums[name] <= WHOLE < sums[name] + share:
            yield "shares_over_1000", path
        sums[name] += share


def prize_giving_of(asked: Asked, sources: Mapping[str, int], lot: Callable[[str, int], str]) -> PrizeGiving:
    """Return what is won."""
    prizes: dict[str, list[Prize]] = {}
    for written in asked.prizes:
        prizes.setdefault(written.competition, []).append(written.prize)
    rows = [(key, row) for key, own in asked.competitions.items() for row in own]
    return PrizeGiving(
        ranks={
            key: {row.number: row.rank for row in own if row.rank is not None}
            for key, own in asked.competitions.items()
        },
        sources=sources,
        pots=dict(asked.pots),
        prizes=prizes,
        lot=lot,
        teams=frozenset((key, row.number) for key, row in rows if row.unit == TEAM),
        ties=asked.ties,
        is_one_each=asked.one_prize_each,
    )


# Money, lot and choice


MONEY = ("pot_too_small", "lot_missing")
TURNS = ("turn_unknown", "turn_twice", "thing_unknown")


def money_problems(asked: Asked, giving: PrizeGiving) -> Problems:
    """Yield prizes above their pot, and a tie that a lot must break and has none, at the first prize."""
    pots = pots_of(giving)
    paths: dict[str, str] = {}
    for path, prize in each("prizes", asked.prizes):
        paths.setdefault(prize.competition, path)
    for key, path in paths.items():
        pot = pots.get(key, 0)
        if sum(part.cents for own in parts_by_place(giving.prizes[key], pot).values() for part in own) > pot:
            yield "pot_too_small", path
        kinds = {kind for prize in asked.prizes if prize.competition == key for kind in prize.kinds}
        decides = giving.ties == LOT or not kinds.isdisjoint(("thing", "choose"))
        if decides and asked.lot is None and has_unbroken_tie(asked, asked.competitions[key]):
            yield "lot_missing", path


def has_unbroken_tie(asked: Asked, rows: Sequence[Row]) -> bool:
    """Return whether rows share a rank and one of them has no text."""
    ranks = Counter(row.rank for row in rows if row.rank is not None)
    texts = {PERSON: asked.lots or {}, TEAM: asked.team_lots or {}}
    return any(ranks[row.rank] > 1 and str(row.number) not in texts[row.unit] for row in rows if row.rank)


def turn_problems(asked: Asked, turns: Mapping[str, Sequence[int]]) -> Problems:
    """Yield things that were taken out of turn, or are not there."""
    there = Counter((prize.competition, thing) for prize in asked.prizes for thing in prize.choose or ())
    took: Counter[tuple[str, int]] = Counter()
    for path, (key, number, thing) in each("taken", asked.taken):
        own = list(turns.get(key, ())).count(number)
        took[key, number] += 1
        if not own:
            yield "turn_unknown", f"{path}.number"
        elif took[key, number] > own:
            yield "turn_twice", f"{path}.number"
        if there[key, thing] > 0:
            there[key, thing] -= 1
        else:
            yield "thing_unknown", f"{path}.thing"
