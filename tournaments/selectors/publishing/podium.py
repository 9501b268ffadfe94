"""The podium of final results: the first three ranks, what separates them, and their prizes."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from typing import Any

from scoring.sheet.tallies import read_value
from tournaments.selectors.publishing.public_event import FINAL, PROVISIONAL, PublicEvent
from tournaments.wording.lists import in_a_list
from tournaments.wording.money import money_text
from tournaments.wording.numbers import amount

PLACES = 3
AS_SEEN = (2, 1, 3)  # from left to right


@dataclass(frozen=True, slots=True, kw_only=True)
class PodiumStep:
    """The players of one rank; `lead` is the winner's before the next rank, `behind` the others' distance."""

    rank: int
    names: Sequence[str]
    total: Any
    lead: str = ""
    behind: str = ""
    prizes: Sequence[str] = ()


def podium_of(standings: Mapping[str, Any], winners: Sequence[Mapping[str, Any]] = ()) -> list[PodiumStep]:
    """Return the steps of final standings as they are seen, the winners in the middle; else none.

    `winners` are the prizes given, as `winners_shown` returns them.
    """
    return steps_of(standings, winners) if standings["state"] == FINAL else []


def ceremony_of(public: PublicEvent, winners: Sequence[Mapping[str, Any]] = ()) -> list[PodiumStep]:
    """Return the steps for the prize-giving, which may come before the final list: from the sign-off on.

    Secret standings are there for whoever may see them.
    """
    state = public.standings["state"]
    is_ready = bool(public.event.signed_off_at) and (state == PROVISIONAL or public.standings["is_secret"])
    return steps_of(public.standings, winners) if is_ready or state == FINAL else []


def steps_of(standings: Mapping[str, Any], winners: Sequence[Mapping[str, Any]]) -> list[PodiumStep]:
    """Return the steps of these standings; none before a deal counts."""
    if not standings["deals_counted"]:
        return []
    placed = [row for row in standings["rows"] if row["rank"] is not None]
    groups = [list(rows) for _, rows in groupby(placed, key=lambda row: row["rank"])]
    values = [Fraction(read_value(rows[0]["total"]) or 0) for rows in groups]
    unit = standings["ranked_by"][0]["unit"]
    steps = [
        PodiumStep(
            rank=rows[0]["rank"],
            names=[row["name"] for row in rows],
            total=rows[0]["total"],
            lead=distance(values[0], values[1], unit) if place == 0 and len(values) > 1 else "",
            behind=distance(values[0], values[place], unit) if place else "",
            prizes=prizes_of(rows[0]["rank"], winners),
        )
        for place, rows in enumerate(groups)
        if rows[0]["rank"] <= PLACES
    ]
    return sorted(steps, key=lambda step: AS_SEEN.index(step.rank))


def distance(one: Fraction, other: Fraction, unit: str) -> str:
    """Return how far two totals are apart; empty if they are equal."""
    return amount(abs(one - other), unit).removeprefix("+") if one != other else ""


def prizes_of(rank: int, winners: Sequence[Mapping[str, Any]]) -> list[str]:
    """Return the prizes given for a rank, each once."""
    own = (each for each in winners if each["rank"] == rank)
    words = (
        in_a_list([*([money_text(each["cents"])] if each["cents"] else []), *each["things"]]) for each in own
    )
    return list(dict.fromkeys(words))
