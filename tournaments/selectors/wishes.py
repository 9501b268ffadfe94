"""A director's wishes as a draw takes them: by start number, as JSON, so that a draw can be made again."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from django.db.models import QuerySet

from seating.constraints import Constraints
from tournaments.models import Event, Wish, WishKind


def wishes_of(event: Event) -> QuerySet[Wish]:
    """What the director asks of every draw."""
    return event.wishes.select_related("entrant__player", "other__player").order_by("kind", "pk")


def wishes_json(event: Event, numbers: Sequence[int]) -> dict[str, Any]:
    """The wishes of those who play, by start number; teams where the event keeps them apart in round 1."""
    playing = set(numbers)
    kept: dict[str, list[Any]] = {"apart": [], "partners": [], "tables": [], "seats": [], "capacity": []}
    for wish in wishes_of(event):
        asked = numbers_in(wish)
        if wish.kind == WishKind.CAPACITY:
            kept["capacity"].append([wish.table, wish.number])
        elif asked <= playing:
            kept[KEPT_AS[WishKind(wish.kind)]].append(in_numbers(wish))
    return {**kept, "teams": teams_of(event, playing) if event.keeps_teams_apart else []}


KEPT_AS: Mapping[WishKind, str] = {
    WishKind.APART: "apart",
    WishKind.PARTNERS: "partners",
    WishKind.TABLE: "tables",
    WishKind.SEAT: "seats",
}


def numbers_in(wish: Wish) -> set[int]:
    """The start numbers a wish is about."""
    return {entrant.number for entrant in (wish.entrant, wish.other) if entrant}


def in_numbers(wish: Wish) -> list[int | None]:
    """Two start numbers, or a start number and a table or seat."""
    assert wish.entrant is not None
    return [wish.entrant.number, wish.other.number if wish.other else wish.number]


def teams_of(event: Event, playing: set[int]) -> list[list[int]]:
    """Start numbers of everybody with the same team or club, two and more."""
    by_team: defaultdict[str, list[int]] = defaultdict(list)
    entered = event.entrants.exclude(team="").order_by("number")
    for team, number in entered.values_list("team", "number"):
        if number in playing:
            by_team[team.casefold()].append(number)
    return [numbers for _, numbers in sorted(by_team.items()) if len(numbers) > 1]


def constraints_of(wishes: Mapping[str, Any], first_round: int) -> Constraints:
    """The wishes as seating/ takes them; teams are kept apart in round 1 only."""
    return Constraints(
        apart=[(one, two) for one, two in wishes["apart"]],
        apart_first=wishes["teams"] if first_round == 1 else [],
        tables={number: table for number, table in wishes["tables"]},
        seats={number: seat - 1 for number, seat in wishes["seats"]},
        capacity={table: room for table, room in wishes["capacity"]},
        partners=[(one, two) for one, two in wishes["partners"]],
    )
