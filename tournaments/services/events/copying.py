"""Copy an event: the same game, settings and constraints, and the regular players; or a club's template."""

import datetime
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext

from rules import get_game
from scoring.not_possible import NotPossible
from tournaments.models import (
    Club,
    ClubTemplate,
    Competition,
    DrawConstraint,
    DrawConstraintKind,
    Entrant,
    Event,
    Player,
    Screen,
    TimetableEntry,
)
from tournaments.selectors.entry.registration import entrants_who_came, people_to_expect, regulars_of
from tournaments.selectors.hall.screens import new_code
from tournaments.services.entry.entrants import enter, store_entrants
from tournaments.services.events.lifecycle import create_event
from tournaments.services.history.event_chain import SYSTEM
from tournaments.services.history.sheet_chain import Author, lock_event
from tournaments.wording.days import read_time

OF_SCREEN = (
    "name", "shows", "lines", "part", "parts", "is_light", "language", "text", "picture", "digest",
)  # fmt: skip
SETTINGS = (
    "place", "game", "options", "policy", "deals_per_table", "marks_later_deals", "starts_at", "description",
    "fee_cents", "places", "is_registration_open", "planned_rounds", "round_minutes", "missing_deals",
    "leaver_rule", "prizes", "lost_deal_money", "fee_classes", "language", "keeps_teams_apart", "confirms",
    "is_published", "is_frozen", "shows_corrections", "hides_unplayed",
)  # fmt: skip
MOST_TEMPLATES = 50  # per club; the form of a new event shows all of them
CAPACITY = DrawConstraintKind.CAPACITY
NEW_PARTNERS = "new_partners"


@transaction.atomic
def copy_event(
    *,
    event: Event,
    name: str,
    date: datetime.date,
    with_regulars: bool = True,
    players: Collection[int] | None = None,
    by: Author = SYSTEM,
) -> Event:
    """Create an event with the settings of another; its regulars are entered, absent until check-in.

    `players` has the IDs of those of the club who are expected instead. Constraints of the draw are copied if
    all their players are entered.
    """
    settings = with_one_list({field: getattr(event, field) for field in SETTINGS})
    copied = lock_event(create_event(club=event.club, name=name, date=date, **settings))
    regulars = regulars_of(event) if with_regulars else []
    others: list[Player] = []
    if players is not None:
        regulars = [each for each in entrants_who_came(event) if each.player_id in players]
        there = {each.player_id for each in regulars} | {each.partner_id for each in regulars}
        others = [each for each, _ in people_to_expect(event) if each.pk in set(players) - there]
    copy_constraints(event, copied, enter_regulars(copied, regulars, by))
    copy_competitions(event, copied)
    copy_hall(event, copied)
    enter(copied, others, are_present=False, by=by)
    return copied


def with_one_list(settings: dict[str, Any]) -> dict[str, Any]:
    """Return the settings of an event with one number for the deals of a list: that of the option, where it
    is set.

    In an event of an earlier version the option and the agreed deals may differ, and the option was played.
    """
    option = get_game(settings["game"]).round_length.option
    return settings | ({"deals_per_table": None} if settings["options"].get(option) else {})


def enter_regulars(copied: Event, regulars: Sequence[Entrant], by: Author) -> dict[int, Entrant]:
    """Enter the regulars, absent, each with their team and partner; return them by the ID of the regular."""
    new = [
        Entrant(
            event=copied,
            player=each.player,
            number=number,
            team=each.team,
            partner=partner_of(each),
            is_present=False,
        )
        for number, each in enumerate(regulars, start=1)
    ]
    entrants = store_entrants(copied, new, by=by)
    return {before.pk: entrant for entrant, before in zip(entrants, regulars, strict=True)}


def partner_of(regular: Entrant) -> Player | None:
    """Return the player who shares the regular's start number, unless their name was removed."""
    return regular.partner if regular.partner and not regular.partner.is_forgotten else None


def copy_constraints(event: Event, copied: Event, entrants: Mapping[int, Entrant]) -> None:
    """Copy the constraints of tables and of these entrants, found by the ID that they had in `event`."""
    constraints = event.wishes.order_by("pk")
    DrawConstraint.objects.bulk_create(
        DrawConstraint(
            event=copied,
            kind=constraint.kind,
            entrant=entrants.get(constraint.entrant_id or 0),
            other=entrants.get(constraint.other_id or 0),
            table=constraint.table,
            number=constraint.number,
        )
        for constraint in constraints
        if {constraint.entrant_id, constraint.other_id} - {None} <= entrants.keys()
    )


def copy_competitions(event: Event, copied: Event) -> None:
    """Copy the competitions with their rules and their money, without who has entered."""
    Competition.objects.bulk_create(
        Competition(
            event=copied,
            **{
                name: getattr(each, name)
                for name in ("number", "name", "rule", "fee_cents", "fee_classes", "shares", "prizes")
            },
        )
        for each in event.competitions.all()
    )


def copy_hall(event: Event, copied: Event) -> None:
    """Copy the screens, each with a new address, and the timetable, at the same times of the day."""
    for each in event.screens.order_by("pk"):
        settings = {name: getattr(each, name) for name in OF_SCREEN}
        Screen.objects.create(event=copied, code=new_code(), **settings)
    days = copied.date - event.date
    TimetableEntry.objects.bulk_create(
        TimetableEntry(event=copied, at=same_time(each.at, days), what=each.what)
        for each in event.timetable.all()
    )


def same_time(at: datetime.datetime, days: datetime.timedelta) -> datetime.datetime:
    """Return the same time of the day so many days later, also over a change to summer time."""
    there = timezone.localtime(at)
    return timezone.make_aware(there.replace(tzinfo=None) + days)


@transaction.atomic
def save_template(*, event: Event, name: str) -> ClubTemplate:
    """Save the event's settings as a template of its club; one of the same name is replaced.

    Raises NotPossible (`too_many_templates`).
    """
    club = Club.objects.select_for_update().get(pk=event.club_id)
    if club.templates.exclude(name=name).count() >= MOST_TEMPLATES:
        message = gettext("A club has at most %(most)s templates; delete one first.")
        raise NotPossible("too_many_templates", message % {"most": MOST_TEMPLATES})
    settings = {field: getattr(event, field) for field in SETTINGS}
    settings["starts_at"] = event.starts_at and event.starts_at.isoformat()
    settings[NEW_PARTNERS] = event.wishes.filter(kind=DrawConstraintKind.NEW_PARTNERS).exists()
    capacities = event.wishes.filter(kind=CAPACITY).order_by("pk")
    template, _ = ClubTemplate.objects.update_or_create(
        club=club,
        name=name,
        defaults={
            "game": event.game,
            "settings": settings,
            "capacities": [list(pair) for pair in capacities.values_list("table", "number")],
        },
    )
    return template


def settings_of(template: ClubTemplate) -> dict[str, Any]:
    """Return the settings of a template as fields of an event."""
    begins = template.settings.get("starts_at")
    settings = {name: value for name, value in template.settings.items() if name in SETTINGS}
    return {
        **with_one_list({"game": template.game, "options": {}, **settings}),
        "starts_at": read_time(begins) if begins else None,
    }


@transaction.atomic
def create_from_template(*, template: ClubTemplate, **changes: Any) -> Event:
    """Create an event with the settings of a template and these changes. Raises as `create_event`."""
    new_partners = template.settings.get(NEW_PARTNERS, False)
    event = create_event(
        club=template.club, new_partners=new_partners, **{**settings_of(template), **changes}
    )
    DrawConstraint.objects.bulk_create(
        DrawConstraint(event=event, kind=CAPACITY, table=table, number=number)
        for table, number in template.capacities
    )
    return event


def delete_template(*, template: ClubTemplate) -> None:
    """Delete a template; events that began with it stay as they are."""
    template.delete()
