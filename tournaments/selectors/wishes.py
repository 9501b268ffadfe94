"""A director's wishes as a draw takes them: by start number, as JSON, so that a draw can be made again."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from django.db.models import QuerySet

from seating.constraints import (
    Constraints,
    Contradiction,
    clashes,
    partner_troubles,
    room_troubles,
    seat_troubles,
    table_troubles,
)
from seating.sizes import offers
from tournaments.models import Event, RoundStatus, Wish, WishKind
from tournaments.selectors.seating import contradiction_text, standard_first


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


# Whether they can be kept


def contradictions_of(event: Event, numbers: Sequence[int]) -> list[Contradiction]:
    """Everything that these start numbers' wishes make impossible, at the tables they would be seated at."""
    if not numbers:
        return []
    sizes = offers(len(numbers), standard_first(event))[0].sizes
    is_first = not event.rounds.exclude(status=RoundStatus.DRAFT).exists()
    wishes = constraints_of(wishes_json(event, numbers), 1 if is_first else 2)
    return [
        *clashes(wishes),
        *table_troubles(sizes, wishes),
        *([] if has_unknown_table(sizes, wishes) else room_troubles(sizes, wishes)),
        *seat_troubles(sizes, wishes),
        *partner_troubles(numbers, sizes, wishes),
    ]


def has_unknown_table(sizes: Sequence[int], wishes: Constraints) -> bool:
    """Whether somebody is fixed to a table that there is not: then its room cannot be judged."""
    return any(not 1 <= table <= len(sizes) for table in wishes.tables.values())


def wishes_problem(event: Event) -> str:
    """Why nobody who is present can be drawn with the wishes as they are; empty if they can be kept."""
    present = event.entrants.filter(is_present=True).order_by("number")
    found = contradictions_of(event, list(present.values_list("number", flat=True)))
    return contradiction_text(event, found[0]) if found else ""


def teams_by_name(event: Event) -> list[tuple[str, list[str]]]:
    """Who belongs to which team or club: its name as first written, and the players' names; one query."""
    by_team: defaultdict[str, list[tuple[str, str]]] = defaultdict(list)
    entered = event.entrants.exclude(team="").order_by("number")
    for team, name in entered.values_list("team", "player__name"):
        by_team[team.casefold()].append((team, name))
    return [(each[0][0], [name for _, name in each]) for _, each in sorted(by_team.items())]
