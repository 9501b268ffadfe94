"""The constraints of a draw by start number, as JSON, so that the draw can be repeated."""

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
from tournaments.models import DrawConstraint, DrawConstraintKind, Event, RoundStatus
from tournaments.selectors.draw.table_sizes import contradiction_text, usual_sizes


def load_constraints(event: Event) -> QuerySet[DrawConstraint]:
    """Return the constraints that the director set for every draw."""
    return event.wishes.select_related("entrant__player", "other__player").order_by("kind", "pk")


def get_constraint(event: Event, pk: int) -> DrawConstraint | None:
    """Return a constraint of an event by ID, or None."""
    return event.wishes.filter(pk=pk).first()


def constraints_json(event: Event, numbers: Sequence[int]) -> dict[str, Any]:
    """Return the constraints among these entrants, by start number.

    `groups` are teams, if they are kept apart.
    """
    playing = set(numbers)
    kept: dict[str, list[Any]] = {"apart": [], "partners": [], "tables": [], "seats": [], "capacity": []}
    has_new_partners = False
    for constraint in load_constraints(event):
        asked = numbers_in(constraint)
        if constraint.kind == DrawConstraintKind.CAPACITY:
            kept["capacity"].append([constraint.table, constraint.number])
        elif constraint.kind == DrawConstraintKind.NEW_PARTNERS:
            has_new_partners = True
        elif asked <= playing:
            kept[KEPT_AS[DrawConstraintKind(constraint.kind)]].append(in_numbers(constraint))
    return {
        **kept,
        "new_partners": has_new_partners,
        "groups": teams_of(event, playing) if event.keeps_teams_apart else [],
    }


KEPT_AS: Mapping[DrawConstraintKind, str] = {
    DrawConstraintKind.APART: "apart",
    DrawConstraintKind.PARTNERS: "partners",
    DrawConstraintKind.TABLE: "tables",
    DrawConstraintKind.SEAT: "seats",
}


def numbers_in(constraint: DrawConstraint) -> set[int]:
    """Return the start numbers in a constraint."""
    return {entrant.number for entrant in (constraint.entrant, constraint.other) if entrant}


def in_numbers(constraint: DrawConstraint) -> list[int | None]:
    """Return a constraint as two start numbers, or a start number and a table or seat."""
    assert constraint.entrant is not None
    return [constraint.entrant.number, constraint.other.number if constraint.other else constraint.number]


def teams_of(event: Event, playing: set[int]) -> list[list[int]]:
    """Return the start numbers of each team or club with at least two players."""
    by_team: defaultdict[str, list[int]] = defaultdict(list)
    entered = event.entrants.exclude(team="").order_by("number")
    for team, number in entered.values_list("team", "number"):
        if number in playing:
            by_team[team.casefold()].append(number)
    return [numbers for _, numbers in sorted(by_team.items()) if len(numbers) > 1]


def constraints_of(constraints: Mapping[str, Any], first_round: int) -> Constraints:
    """Convert stored constraints to those of seating/.

    Draws of earlier versions have `teams`, which were kept apart in round 1 only.
    """
    return Constraints(
        apart=[(one, two) for one, two in constraints["apart"]],
        groups=constraints.get("groups", []),
        apart_first=constraints.get("teams", []) if first_round == 1 else [],
        tables={number: table for number, table in constraints["tables"]},
        seats={number: seat - 1 for number, seat in constraints["seats"]},
        capacity={table: room for table, room in constraints["capacity"]},
        partners=[(one, two) for one, two in constraints["partners"]],
        new_partners=bool(constraints.get("new_partners")),
    )


# Contradictions


def contradictions_of(event: Event, numbers: Sequence[int]) -> list[Contradiction]:
    """Return all contradictions among these start numbers' constraints, at the tables they would be seated
    at.
    """
    if not numbers:
        return []
    sizes = offers(len(numbers), usual_sizes(event, len(numbers)))[0].sizes
    is_first = not event.rounds.exclude(status=RoundStatus.DRAFT).exists()
    constraints = constraints_of(constraints_json(event, numbers), 1 if is_first else 2)
    return [
        *clashes(constraints),
        *table_troubles(sizes, constraints),
        *([] if has_unknown_table(sizes, constraints) else room_troubles(sizes, constraints)),
        *seat_troubles(sizes, constraints),
        *partner_troubles(numbers, sizes, constraints),
    ]


def has_unknown_table(sizes: Sequence[int], constraints: Constraints) -> bool:
    """Return whether an entrant is fixed to a table that does not exist.

    Then capacities cannot be checked.
    """
    return any(not 1 <= table <= len(sizes) for table in constraints.tables.values())


def constraints_problem(event: Event) -> str:
    """Return why the entrants present cannot be drawn with the current constraints; empty if they can."""
    present = event.entrants.filter(is_present=True).order_by("number")
    found = contradictions_of(event, list(present.values_list("number", flat=True)))
    return contradiction_text(event, found[0]) if found else ""


def teams_by_name(event: Event) -> list[tuple[str, list[str]]]:
    """Return the players' names by team or club, spelled as first entered; one query."""
    by_team: defaultdict[str, list[tuple[str, str]]] = defaultdict(list)
    entered = event.entrants.exclude(team="").order_by("number")
    for team, name in entered.values_list("team", "player__name"):
        by_team[team.casefold()].append((team, name))
    return [(each[0][0], [name for _, name in each]) for _, each in sorted(by_team.items())]
