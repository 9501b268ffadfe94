"""The constraints of a draw by start number, as JSON, so that the draw can be repeated."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple

from django.db.models import QuerySet

from rules.game import Game
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
from tournaments.models import (
    DrawConstraint,
    DrawConstraintKind,
    Entrant,
    Event,
    RoundStatus,
    TeamMember,
)
from tournaments.selectors.competitions import teams as competitions
from tournaments.selectors.draw.table_sizes import contradiction_text, usual_sizes
from tournaments.selectors.sheets.agreements import game_of

PARTNERS_SIT_AT = 4  # the size of their tables


def load_constraints(event: Event) -> QuerySet[DrawConstraint]:
    """Return the constraints that the director set for every draw."""
    return event.wishes.select_related("entrant__player", "other__player").order_by("kind", "pk")


def get_constraint(event: Event, pk: int) -> DrawConstraint | None:
    """Return a constraint of an event by ID, or None."""
    return event.wishes.filter(pk=pk).first()


def constraints_json(event: Event, numbers: Sequence[int]) -> dict[str, Any]:
    """Return the constraints among these entrants, by start number.

    `groups` are teams and clubs, if they are kept apart. Where they are not, pairs of a game with two sides
    are partners.
    """
    playing = set(numbers)
    by_kind: dict[str, list[Any]] = {"apart": [], "partners": [], "tables": [], "seats": [], "capacity": []}
    has_new_partners = False
    for constraint in load_constraints(event):
        asked = numbers_in(constraint)
        if constraint.kind == DrawConstraintKind.CAPACITY:
            by_kind["capacity"].append([constraint.table, constraint.number])
        elif constraint.kind == DrawConstraintKind.NEW_PARTNERS:
            has_new_partners = True
        elif asked <= playing:
            by_kind[KEPT_AS[DrawConstraintKind(constraint.kind)]].append(in_numbers(constraint))
    if not has_new_partners:
        together = [set(pair) for pair in by_kind["partners"]]
        by_kind["partners"] += [pair for pair in pairs_among(event, playing) if set(pair) not in together]
    return {
        **by_kind,
        "new_partners": has_new_partners,
        "groups": groups_among(event, playing) if event.keeps_teams_apart else [],
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


class Group(NamedTuple):
    """People who sit apart where the event keeps teams apart: a team, or those of one club."""

    name: str
    people: Sequence[tuple[int, str]]  # start number and name


def groups_of(event: Event) -> list[Group]:
    """Return the teams with their substitutes, then the words beside the players (clubs, or teams of earlier
    versions), spelled as first entered; two queries.
    """
    rows = TeamMember.objects.filter(team__event=event).select_related("team", "entrant__player")
    by_team: dict[int, Group] = {}
    for row in rows.order_by("team__number", "position"):
        group = by_team.setdefault(row.team_id, Group(row.team.name or str(row.team.number), []))
        by_team[row.team_id] = group._replace(people=[*group.people, person_of(row.entrant)])
    by_word: dict[str, Group] = {}
    for each in event.entrants.exclude(team="").select_related("player").order_by("number"):
        group = by_word.setdefault(each.team.casefold(), Group(each.team, []))
        by_word[each.team.casefold()] = group._replace(people=[*group.people, person_of(each)])
    known = [{number for number, _ in each.people} for each in by_team.values()]
    clubs = (each for _, each in sorted(by_word.items()))
    return [
        *by_team.values(),
        *(each for each in clubs if {number for number, _ in each.people} not in known),
    ]


def person_of(entrant: Entrant) -> tuple[int, str]:
    """Return start number and name."""
    return entrant.number, entrant.player.name


def groups_among(event: Event, playing: Collection[int]) -> list[list[int]]:
    """Return the start numbers of those of each group who play, where these are at least two."""
    groups = ([number for number, _ in each.people if number in playing] for each in groups_of(event))
    return [each for each in groups if len(each) > 1]


def pairs_among(event: Event, playing: Collection[int]) -> list[list[int]]:
    """Return the teams of two who play: in a game of two sides they are partners, unless teams sit apart."""
    if event.keeps_teams_apart or not has_sides(game_of(event)):
        return []
    teams = ([each.number for each in team.members] for team in competitions.teams_of(event))
    return [numbers for numbers in teams if len(numbers) == 2 and set(numbers) <= set(playing)]


def has_sides(game: Game) -> bool:
    """Return whether a table of four plays this game as two sides for a whole round."""
    return game.partners.may_agree or any(len(side) > 1 for side in game.partners.sides(PARTNERS_SIT_AT))


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
    contradictions = contradictions_of(event, list(present.values_list("number", flat=True)))
    return contradiction_text(event, contradictions[0]) if contradictions else ""
