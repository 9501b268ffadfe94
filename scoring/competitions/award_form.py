"""The form of a request of `award_prizes`, and what contradicts in it, step by step."""

import itertools
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

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
from scoring.competitions.forms import (
    BAD_TYPE,
    OUT_OF_RANGE,
    Add,
    Check,
    flag,
    list_of,
    names_to,
    object_of,
    one_of,
    refuse,
    require,
    whole,
    words,
)
from scoring.competitions.meaning import Found, Raw, each, lot_twice, strangers, twice, under
from scoring.competitions.reading import lot_forms, present
from scoring.competitions.requests import PERSON, TEAM

KINDS = ("share", "cents", "thing", "choose")


# Form


def anything(add: Add, value: Any, path: str) -> None:
    """Accept whatever a ranking writes beside what is read here."""


def or_null(item: Check) -> Check:
    """Accept null too, where it has a meaning."""
    return lambda add, value, path: None if value is None else item(add, value, path)


def step(add: Add, value: Any, path: str) -> None:
    """Accept a step: up to which lost deal, and its cents."""
    if not isinstance(value, list):
        add(BAD_TYPE, path)
    elif len(value) != 2:
        add(OUT_OF_RANGE, path)
    else:
        or_null(whole(1))(add, value[0], f"{path}[0]")
        whole(0)(add, value[1], f"{path}[1]")


ROW = object_of(
    {
        "number": whole(1),
        "rank": whole(1),
        "members": list_of(whole(), least=1),
        **dict.fromkeys(("value", "values", "added", "lists", "tie_breaks", "placed"), anything),
    },
    required=("number",),
)
FORM = object_of(
    {
        "competitions": names_to(list_of(ROW)),
        "sources": names_to(whole(0)),
        "lost": names_to(list_of(whole(0))),
        "steps": list_of(step),
        "pots": list_of(
            object_of(
                {"competition": words(), "shares": names_to(whole(0, WHOLE))},
                required=("competition", "shares"),
            )
        ),
        "prizes": list_of(
            object_of(
                {
                    "competition": words(),
                    "places": list_of(whole(1)),
                    "share": whole(1, WHOLE),
                    "cents": whole(1),
                    "thing": words(),
                    "choose": list_of(words()),
                },
                required=("competition",),
            )
        ),
        "taken": list_of(
            object_of(
                {"competition": words(), "number": whole(), "thing": words()},
                required=("competition", "number", "thing"),
            )
        ),
        "ties": one_of(*TIES),
        "one_prize_each": flag,
        **lot_forms(),
    },
    required=("competitions",),
)


def check_award_form(raw: Any) -> None:
    """Raise Wrong with every problem of the form."""
    require(FORM, raw)


# Meaning


MEANING = (
    *("number_twice", "ranks_wrong", "competition_unknown", "pot_twice", "source_unknown", "steps_missing"),
    *("steps_not_ascending", "lost_deals_twice", "lot_twice", "prize_unclear", "places_missing"),
    *("named_twice", "shares_over_1000"),
)


def check_award_meaning(raw: Raw) -> None:
    """Raise Wrong with every contradiction."""
    refuse(problems_in(raw), MEANING)


def problems_in(raw: Raw) -> Found:
    """Yield everything that contradicts, in order of reading."""
    for key, rows in sorted(raw["competitions"].items()):
        yield from row_problems(f"competitions.{key}", rows)
    if raw.get("lost") is not None and LOST_DEALS in present(raw, "sources", {}):
        yield "lost_deals_twice", f"sources.{LOST_DEALS}"
    yield from step_problems(raw)
    yield from pot_problems(raw)
    yield from prize_problems(raw)
    yield from lot_twice(raw)
    for name in ("pots", "prizes", "taken"):
        named = ((f"{path}.competition", own["competition"]) for path, own in each(raw, name))
        yield from strangers("competition_unknown", raw["competitions"], named)


def row_problems(path: str, rows: Sequence[Raw]) -> Found:
    """Yield numbers of two rows, and ranks that are not 1 2 2 4."""
    numbers = ((f"{path}[{index}].number", row["number"]) for index, row in enumerate(rows))
    yield from twice("number_twice", numbers)
    ranks = sorted(row["rank"] for row in rows if row.get("rank") is not None)
    if any(rank != ranks.index(rank) + 1 for rank in ranks):
        yield "ranks_wrong", path


def step_problems(raw: Raw) -> Found:
    """Yield lost deals without a price, and steps that are not above the one before them."""
    if raw.get("lost") is not None and raw.get("steps") is None:
        yield "steps_missing", "steps"
    steps = present(raw, "steps", ())
    for index, ((before, _), (most, _)) in enumerate(itertools.pairwise(steps), start=1):
        if before is None or (most is not None and most <= before):
            yield "steps_not_ascending", f"steps[{index}]"


def pot_problems(raw: Raw) -> Found:
    """Yield second pots of a competition, and shares of a source that is not there or that pass the whole."""
    known = {*present(raw, "sources", {}), *([LOST_DEALS] if raw.get("lost") is not None else [])}
    pots = [*each(raw, "pots")]
    yield from twice("pot_twice", ((f"{path}.competition", pot["competition"]) for path, pot in pots))
    shares = [
        (f"{path}.shares.{name}", name, pot["shares"][name] or 0)
        for path, pot in pots
        for name in sorted(pot["shares"])
    ]
    yield from strangers("source_unknown", known, ((path, name) for path, name, _ in shares))
    yield from over_whole(shares)


def prize_problems(raw: Raw) -> Found:
    """Yield prizes that are not one of money, a thing, a choice, or whose places are wrong."""
    prizes = [*each(raw, "prizes")]
    for path, prize in prizes:
        if len(given_kinds(prize)) != 1:
            yield "prize_unclear", path
        if prize.get("places") is None and prize.get("choose") is None:
            yield "places_missing", f"{path}.places"
        yield from twice("named_twice", under(path, each(prize, "places")))
    yield from over_whole(
        (path, prize["competition"], present(prize, "share", 0) * len(present(prize, "places", ())))
        for path, prize in prizes
    )


def over_whole(shares: Iterable[tuple[str, str, int]]) -> Found:
    """Yield the path at which the shares of a name pass the whole."""
    sums: Counter[str] = Counter()
    for path, name, share in shares:
        if sums[name] <= WHOLE < sums[name] + share:
            yield "shares_over_1000", path
        sums[name] += share


def given_kinds(prize: Raw) -> list[str]:
    """Return the kinds of things to win that a prize names; one is right."""
    return [kind for kind in KINDS if prize.get(kind) is not None]


# Values


def prize_giving_of(raw: Raw, sources: Mapping[str, int], lot: Callable[[str, int], str]) -> PrizeGiving:
    """Return what is won, from JSON that has the right form and meaning."""
    rows = [(key, row) for key, own in raw["competitions"].items() for row in own]
    prizes: dict[str, list[Prize]] = {}
    for each_raw in present(raw, "prizes", ()):
        prizes.setdefault(each_raw["competition"], []).append(prize_of(each_raw))
    return PrizeGiving(
        ranks={
            key: {row["number"]: row["rank"] for row in own if row.get("rank") is not None}
            for key, own in raw["competitions"].items()
        },
        sources=sources,
        pots={
            pot["competition"]: {name: share or 0 for name, share in pot["shares"].items()}
            for pot in present(raw, "pots", ())
        },
        prizes=prizes,
        lot=lot,
        teams=frozenset((key, row["number"]) for key, row in rows if row.get("members") is not None),
        ties=present(raw, "ties", SHARE),
        is_one_each=present(raw, "one_prize_each", False),
    )


def prize_of(raw: Raw) -> Prize:
    """Return a prize. Where nobody's places are named nobody chooses: place 0, which no unit has."""
    places = tuple(present(raw, "places", ()))
    is_for_nobody = raw.get("choose") is not None and raw.get("places") == []
    return Prize(
        (0,) if is_for_nobody else places,
        present(raw, "cents", 0),
        present(raw, "share", 0),
        present(raw, "thing", ""),
        tuple(present(raw, "choose", ())),
    )


# Money, lot and choice


def check_money(raw: Raw, giving: PrizeGiving) -> None:
    """Raise Wrong if prizes are above their pot, or a tie that a lot must break has none."""
    refuse(money_problems(raw, giving), ("pot_too_small", "lot_missing"))


def first_prizes(raw: Raw) -> dict[str, str]:
    """Return the path of the first prize of each competition."""
    paths: dict[str, str] = {}
    for path, prize in each(raw, "prizes"):
        paths.setdefault(prize["competition"], path)
    return paths


def money_problems(raw: Raw, giving: PrizeGiving) -> Found:
    """Yield code and path of each."""
    pots = pots_of(giving)
    for key, path in first_prizes(raw).items():
        pot = pots.get(key, 0)
        if sum(part.cents for own in parts_by_place(giving.prizes[key], pot).values() for part in own) > pot:
            yield "pot_too_small", path
        kinds = {
            kind for prize in raw["prizes"] if prize["competition"] == key for kind in given_kinds(prize)
        }
        decides = giving.ties == LOT or not kinds.isdisjoint(("thing", "choose"))
        if decides and raw.get("lot") is None and has_unbroken_tie(raw, raw["competitions"][key]):
            yield "lot_missing", path


def has_unbroken_tie(raw: Raw, rows: Sequence[Raw]) -> bool:
    """Return whether rows share a rank and one of them has no text."""
    ranks = Counter(row["rank"] for row in rows if row.get("rank") is not None)
    texts = {PERSON: present(raw, "lots", {}), TEAM: present(raw, "team_lots", {})}
    return any(
        ranks.get(row.get("rank"), 0) > 1
        and str(row["number"]) not in texts[TEAM if row.get("members") is not None else PERSON]
        for row in rows
    )


def check_turns(raw: Raw, turns: Mapping[str, Sequence[int]]) -> None:
    """Raise Wrong if somebody took a thing out of turn, or a thing that is not there."""
    refuse(turn_problems(raw, turns), ("turn_unknown", "turn_twice", "thing_unknown"))


def turn_problems(raw: Raw, turns: Mapping[str, Sequence[int]]) -> Found:
    """Yield code and path of each."""
    there: dict[str, Counter[str]] = {}
    for prize in present(raw, "prizes", ()):
        there.setdefault(prize["competition"], Counter()).update(prize.get("choose") or [])
    took: Counter[tuple[str, int]] = Counter()
    for path, taken in each(raw, "taken"):
        key, number, thing = taken["competition"], taken["number"], taken["thing"]
        own = list(turns.get(key, ())).count(number)
        took[key, number] += 1
        if not own:
            yield "turn_unknown", f"{path}.number"
        elif took[key, number] > own:
            yield "turn_twice", f"{path}.number"
        if there.get(key, Counter())[thing] > 0:
            there[key][thing] -= 1
        else:
            yield "thing_unknown", f"{path}.thing"
