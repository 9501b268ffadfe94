"""Award the prizes of competitions: sources of money, pots, places, and things to choose.

    award_prizes(request, digest) -> {"ok": true, "pots", "awards", "turns", "paid", "left", ...}

Money is in cents and shares are thousandths; what goes in comes out: sources = paid + left.
"""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from scoring.competitions.award_form import (
    LOST_DEALS,
    WHOLE,
    Raw,
    check_award_form,
    check_award_meaning,
    check_money,
    check_turns,
)
from scoring.competitions.forms import answer_of
from scoring.competitions.reading import Digest, lot_of, present
from scoring.competitions.requests import PERSON, TEAM


class Part(NamedTuple):
    """What a place is worth by one prize: an amount, or cents of a share of the pot in thousandths."""

    place: int
    cents: int
    share: int = 0


@dataclass(slots=True)
class Unit:
    """A placed unit of a competition: `place` is its position among those who can win here.

    Its cents are made of `parts`, which it shares with all `among` whom it is equal to.
    """

    number: int
    kind: str
    rank: int
    place: int
    cents: int = 0
    things: list[str] = field(default_factory=list)
    has_turn: bool = False
    parts: list[Part] = field(default_factory=list)
    among: int = 1


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a competition gives: its placed units in order, who chooses, the things that are left."""

    units: list[Unit]
    turns: list[int]
    things_left: list[tuple[str, bool]]  # True for those to choose
    cents_left: int


def award_prizes(request: Any, digest: Digest) -> dict[str, Any]:
    """Answer a request: every prize and what is left, or every problem of the first step that found one."""

    def act(raw: Any) -> dict[str, Any]:
        check_award_form(raw)
        check_award_meaning(raw)
        lost = {
            number: lost_money(counts, raw["steps"]) for number, counts in present(raw, "lost", {}).items()
        }
        sources = sources_of(raw, lost)
        pots = pots_of(raw, sources)
        check_money(raw, pots, money_by_place)
        outcomes = outcomes_of(raw, pots, lot_of(raw, digest))
        check_turns(raw, {key: outcome.turns for key, outcome in outcomes.items()})
        hand_out(raw, outcomes)
        return answer(raw, lost, sources, pots, outcomes)

    return answer_of(act, request, key_of)


def awarded(raw: Raw, lot: Callable[[str, int], str]) -> dict[str, Any]:
    """Return the prizes of a request that is known to be sound, also where they are more than the pot.

    Each award has the parts that its cents are made of, and `among` how many it shares them.
    """
    sources = sources_of(raw, {})
    pots = pots_of(raw, sources)
    outcomes = outcomes_of(raw, pots, lot)
    hand_out(raw, outcomes)
    result = answer(raw, {}, sources, pots, outcomes)
    for key, awards in result["awards"].items():
        for award, unit in zip(awards, filter(is_winner, outcomes[key].units), strict=True):
            award |= {"parts": unit.parts, "among": unit.among}
    return result


def key_of(request: Any, path: str) -> Any:
    """Return the key of the competition that a path leads into."""
    name, _, rest = path.partition("[")
    if name in ("pots", "prizes", "taken") and rest:
        row = request[name][int(rest.partition("]")[0])]
        return row.get("competition") if isinstance(row, Mapping) else None
    inside = path.removeprefix("competitions.")
    named = request.get("competitions") if isinstance(request, Mapping) and inside != path else None
    keys = (key for key in present({"of": named}, "of", {}) if inside == key or inside.startswith(f"{key}["))
    return max(keys, key=len, default=None)


# Money comes in


def lost_money(counts: Sequence[int], steps: Sequence[Sequence[Any]]) -> dict[str, Any]:
    """Return what lost deals cost list by list: the steps start anew with each."""
    lists = [cost_of(lost, steps) for lost in counts]
    return {"lists": lists, "cents": sum(lists)}


def cost_of(lost: int, steps: Sequence[Sequence[Any]]) -> int:
    """Return the cents of a list: each lost deal costs those of its step, and nothing after the last."""
    cents = before = 0
    for most, each in steps:
        until = lost if most is None else min(lost, most)
        cents += max(0, until - before) * each
        before = max(before, until)
    return cents


def sources_of(raw: Raw, lost: Mapping[str, Mapping[str, Any]]) -> dict[str, int]:
    """Return the cents of every source; lost deals are one."""
    sources = dict(present(raw, "sources", {}))
    if raw.get("lost") is not None:
        sources[LOST_DEALS] = sum(each["cents"] for each in lost.values())
    return sources


def ways_of(raw: Raw, sources: Mapping[str, int]) -> dict[str, dict[str, int]]:
    """Return what each pot has from every source.

    Rounding leaves cents; they go to the first pot that has a share of the source.
    """
    pots = present(raw, "pots", ())
    keys = [pot["competition"] for pot in pots]
    return {
        name: dict(zip(keys, parts_of(cents, [pot["shares"].get(name) or 0 for pot in pots]), strict=True))
        for name, cents in sources.items()
    }


def pots_of(raw: Raw, sources: Mapping[str, int]) -> dict[str, int]:
    """Return the cents of each pot."""
    pots = {pot["competition"]: 0 for pot in present(raw, "pots", ())}
    for way in ways_of(raw, sources).values():
        for key, cents in way.items():
            pots[key] += cents
    return pots


def parts_of(cents: int, shares: Sequence[int]) -> list[int]:
    """Return each share of an amount, rounded down; what rounding leaves goes to the first with a share."""
    amounts = [cents * share // WHOLE for share in shares]
    rest = cents * sum(shares) // WHOLE - sum(amounts)
    first = next((index for index, share in enumerate(shares) if share), None)
    if first is not None:
        amounts[first] += rest
    return amounts


# Prizes


def outcomes_of(raw: Raw, pots: Mapping[str, int], lot: Callable[[str, int], str]) -> dict[str, Outcome]:
    """Return what each competition gives, in the order in which prizes name them."""
    outcomes: dict[str, Outcome] = {}
    winners: set[tuple[str, int]] = set()
    for key in dict.fromkeys(prize["competition"] for prize in present(raw, "prizes", ())):
        prizes = [prize for prize in raw["prizes"] if prize["competition"] == key]
        passed_over = winners if present(raw, "one_prize_each", False) else set()
        units = units_of(raw["competitions"][key], lot, passed_over)
        cents_left = give_money(prizes, units, pots.get(key, 0), present(raw, "ties", "share"))
        things_left = give_things(prizes, units)
        turns = turns_of(prizes, units)
        outcomes[key] = Outcome(units, turns, things_left, cents_left)
        winners |= {(unit.kind, unit.number) for unit in units if is_winner(unit)}
    return outcomes


def units_of(
    rows: Sequence[Raw], lot: Callable[[str, int], str], passed_over: set[tuple[str, int]]
) -> list[Unit]:
    """Return the placed units that can win, in the order rank, lot, number; ranks are counted again."""
    placed = [
        (row["rank"], lot(kind, row["number"]), row["number"], kind)
        for row in rows
        for kind in [TEAM if row.get("members") is not None else PERSON]
        if row.get("rank") is not None and (kind, row["number"]) not in passed_over
    ]
    units: list[Unit] = []
    ranks: dict[int, int] = {}
    for place, (rank, _, number, kind) in enumerate(sorted(placed), start=1):
        units.append(Unit(number, kind, ranks.setdefault(rank, place), place))
    return units


def money_by_place(prizes: Sequence[Raw], pot: int) -> dict[int, int]:
    """Return the cents of every place with money."""
    parts = parts_by_place(prizes, pot)
    return {place: sum(part.cents for part in own) for place, own in parts.items()}


def parts_by_place(prizes: Sequence[Raw], pot: int) -> dict[int, list[Part]]:
    """Return the amounts and the shares of the pot of every place with money.

    What rounding leaves of the shares goes to the best place that has one.
    """
    parts: dict[int, list[Part]] = defaultdict(list)
    shared: list[tuple[int, int]] = []
    for prize in prizes:
        for place in present(prize, "places", ()):
            if prize.get("cents") is not None:
                parts[place].append(Part(place, prize["cents"]))
            elif prize.get("share") is not None:
                shared.append((place, prize["share"]))
    shared.sort(key=lambda parts: parts[0])
    for (place, share), cents in zip(shared, parts_of(pot, [share for _, share in shared]), strict=True):
        parts[place].append(Part(place, cents, share))
    return parts


def give_money(prizes: Sequence[Raw], units: Sequence[Unit], pot: int, ties: str) -> int:
    """Give each unit its cents and return what is left of the pot; tied units share, or the lot decides."""
    by_place = parts_by_place(prizes, pot)
    for rank in {unit.rank for unit in units}:
        tied = [unit for unit in units if unit.rank == rank]
        for group in [tied] if ties == "share" else [[unit] for unit in tied]:
            parts = [part for unit in group for part in by_place.get(unit.place, ())]
            each, more = divmod(sum(part.cents for part in parts), len(group))
            for position, unit in enumerate(group):
                unit.cents, unit.parts, unit.among = each + (position < more), parts, len(group)
    return pot - sum(unit.cents for unit in units)


def give_things(prizes: Sequence[Raw], units: Sequence[Unit]) -> list[tuple[str, bool]]:
    """Give the things by place; return those that are left, True for those to choose."""
    at = {unit.place: unit for unit in units}
    left: list[tuple[str, bool]] = []
    for prize in prizes:
        left += [(thing, True) for thing in prize.get("choose") or []]
        for place in present(prize, "places", ()) if prize.get("thing") is not None else ():
            if place in at:
                at[place].things.append(prize["thing"])
            else:
                left.append((prize["thing"], False))
    return left


def turns_of(prizes: Sequence[Raw], units: Sequence[Unit]) -> list[int]:
    """Return the numbers of those who choose, in order: as many as there are things."""
    turns: list[int] = []
    for prize in prizes:
        if prize.get("choose") is None:
            continue
        places = prize.get("places")
        those = [unit for unit in units if places is None or unit.place in places][: len(prize["choose"])]
        for unit in those:
            unit.has_turn = True
        turns += [unit.number for unit in those]
    return turns


def hand_out(raw: Raw, outcomes: Mapping[str, Outcome]) -> None:
    """Give what was chosen."""
    for taken in present(raw, "taken", ()):
        outcome = outcomes[taken["competition"]]
        unit = next(unit for unit in outcome.units if unit.number == taken["number"])
        unit.things.append(taken["thing"])
        outcome.things_left.remove((taken["thing"], True))


def is_winner(unit: Unit) -> bool:
    """Return whether a unit has cents, a thing or a turn."""
    return bool(unit.cents or unit.things or unit.has_turn)


# JSON


def answer(
    raw: Raw,
    lost: Mapping[str, Any],
    sources: Mapping[str, int],
    pots: Mapping[str, int],
    outcomes: Mapping[str, Outcome],
) -> dict[str, Any]:
    """Return everything as JSON; what no pot takes of a source is left there."""
    ways = ways_of(raw, sources)
    sources_left = {name: cents - sum(ways[name].values()) for name, cents in sources.items()}
    awards = {key: [*map(award_json, filter(is_winner, outcome.units))] for key, outcome in outcomes.items()}
    pots_left = {key: outcomes[key].cents_left if key in outcomes else cents for key, cents in pots.items()}
    return {
        "lost": dict(lost),
        "sources": dict(sources),
        "pots": dict(pots),
        "awards": awards,
        "turns": {key: outcome.turns for key, outcome in outcomes.items() if outcome.turns},
        "paid": sum(award["cents"] for rows in awards.values() for award in rows),
        "left": {
            "sources": dict(sources_left),
            "pots": pots_left,
            "things": {
                key: [thing for thing, _ in outcome.things_left]
                for key, outcome in outcomes.items()
                if outcome.things_left
            },
        },
    }


def award_json(unit: Unit) -> dict[str, Any]:
    """Return what a unit gets as JSON."""
    return {
        "number": unit.number,
        "rank": unit.rank,
        "place": unit.place,
        "cents": unit.cents,
        "things": unit.things,
    }
