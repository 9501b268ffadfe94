"""The director's constraints for every draw: each is checked against the others when it is added."""

from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.utils.translation import gettext, gettext_noop

from scoring.not_possible import NotPossible
from seating.constraints import Contradiction
from tournaments.models import DrawConstraint, DrawConstraintKind, Entrant, Event
from tournaments.selectors.draw.constraints import contradictions_of, has_sides
from tournaments.selectors.draw.table_sizes import contradiction_text
from tournaments.selectors.sheets.agreements import game_of
from tournaments.services.history.club_history import raise_club_revision
from tournaments.services.history.sheet_chain import lock_event
from tournaments.wording.sheet_json import translate

# Contradictions that further constraints or players may resolve: reported when a round is drawn.
NOT_YET = {"partner_missing", "partners_need_four"}


@transaction.atomic
def add_constraint(
    *,
    event: Event,
    kind: DrawConstraintKind,
    entrant: Entrant | None = None,
    other: Entrant | None = None,
    table: int | None = None,
    number: int | None = None,
) -> DrawConstraint:
    """Add a constraint to every draw; `number` is a table or seat (from 1), or a table's capacity.

    Raises NotPossible and stores nothing: `game_without_sides` for partners; `wish_incomplete`; `wish_exists`
    if the person or table has a constraint of this kind; a code of seating.constraints.Contradiction if it
    contradicts another one.
    """
    event = lock_event(event)
    values = {"entrant": entrant, "other": other, "table": table, "number": number}
    parts = {name: values[name] for name in ASKED[kind]}
    refuse_partners_of_nobody(event, kind)
    refuse_incomplete(event, kind, parts)
    refuse_repeated(event, kind, parts)
    before = impossible(event)
    constraint = DrawConstraint.objects.create(event=event, kind=kind, **parts)
    refuse_new(event, before)
    return constraint


ASKED: Mapping[DrawConstraintKind, tuple[str, ...]] = {
    DrawConstraintKind.APART: ("entrant", "other"),
    DrawConstraintKind.PARTNERS: ("entrant", "other"),
    DrawConstraintKind.NEW_PARTNERS: (),
    DrawConstraintKind.TABLE: ("entrant", "number"),
    DrawConstraintKind.SEAT: ("entrant", "number"),
    DrawConstraintKind.CAPACITY: ("table", "number"),
}
WITH_SIDES = (DrawConstraintKind.PARTNERS, DrawConstraintKind.NEW_PARTNERS)
INCOMPLETE: Mapping[DrawConstraintKind, str] = {
    DrawConstraintKind.APART: gettext_noop("Choose the two players to keep apart."),
    DrawConstraintKind.PARTNERS: gettext_noop("Choose the two players who are partners."),
    DrawConstraintKind.TABLE: gettext_noop("Choose a player and a table: 1, 2, ..."),
    DrawConstraintKind.SEAT: gettext_noop("Choose a player and a seat: 1 to %(seats)s."),
    DrawConstraintKind.CAPACITY: gettext_noop(
        "Enter the table, 1, 2, ..., and the number of players it holds."
    ),
}


def refuse_partners_of_nobody(event: Event, kind: DrawConstraintKind) -> None:
    """Raise NotPossible (`game_without_sides`) for partners in a game that everybody plays alone."""
    game = game_of(event)
    if kind in WITH_SIDES and not has_sides(game):
        message = gettext("%(game)s is not played by two sides, so nobody has a partner for a whole round.")
        raise NotPossible("game_without_sides", message % {"game": translate(game.name)})


def refuse_incomplete(event: Event, kind: DrawConstraintKind, parts: Mapping[str, Any]) -> None:
    """Raise NotPossible (`wish_incomplete`) for a value missing or zero, or the same player named twice."""
    largest = max(game_of(event).seats)
    is_seat_unknown = kind == DrawConstraintKind.SEAT and (parts["number"] or 0) > largest
    is_twice = "other" in parts and parts["entrant"] == parts["other"]
    if is_twice or is_seat_unknown or not all(parts.values()):
        raise NotPossible("wish_incomplete", gettext(INCOMPLETE[kind]) % {"seats": largest})


def refuse_repeated(event: Event, kind: DrawConstraintKind, parts: Mapping[str, Any]) -> None:
    """Raise NotPossible (`wish_exists`) for a repeated pair, in either order, or a second table or seat."""
    constraints = event.wishes.filter(kind=kind)
    if not parts:
        is_there = constraints.exists()
    elif "other" in parts:
        pair = {parts["entrant"].pk, parts["other"].pk}
        is_there = any({constraint.entrant_id, constraint.other_id} == pair for constraint in constraints)
    else:
        whom = "table" if kind == DrawConstraintKind.CAPACITY else "entrant"
        is_there = constraints.filter(**{whom: parts[whom]}).exists()
    if is_there:
        message = gettext("This constraint already exists; remove it first.")
        raise NotPossible("wish_exists", message)


@transaction.atomic
def remove_constraint(*, constraint: DrawConstraint) -> None:
    """Remove a constraint."""
    constraint.delete()


@transaction.atomic
def keep_teams_apart(*, event: Event, are_apart: bool) -> Event:
    """Set whether the players of one team sit apart. Raises NotPossible as `add_constraint`."""
    event = lock_event(event)
    before = impossible(event)
    event.keeps_teams_apart = are_apart
    event.save(update_fields=["keeps_teams_apart"])
    raise_club_revision(event.club_id)
    refuse_new(event, before)
    return event


# Contradictions


def impossible(event: Event) -> list[Contradiction]:
    """Return contradictions among all entrants, present or not, that no further constraint can resolve."""
    numbers = list(event.entrants.order_by("number").values_list("number", flat=True))
    return [each for each in contradictions_of(event, numbers) if each.code not in NOT_YET]


def refuse_new(event: Event, before: list[Contradiction]) -> None:
    """Raise NotPossible with the first contradiction that is not in `before`."""
    known = [(each.code, each.values) for each in before]
    for each in impossible(event):
        if (each.code, each.values) not in known:
            raise NotPossible(each.code, contradiction_text(event, each))
