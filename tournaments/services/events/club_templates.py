"""Templates of a club: save an event's settings, begin an event with them, delete them."""

from typing import Any

from django.db import transaction
from django.utils.translation import gettext

from scoring.sheet.refusals import NotPossible
from tournaments.models import Club, ClubTemplate, DrawConstraint, DrawConstraintKind, Event
from tournaments.services.events.copying import SETTINGS, with_one_list
from tournaments.services.events.lifecycle import create_event
from tournaments.wording.days import read_time

MOST_TEMPLATES = 50  # per club; the form of a new event shows all of them
CAPACITY = DrawConstraintKind.CAPACITY
NEW_PARTNERS = "new_partners"


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
