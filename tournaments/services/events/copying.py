"""Copy an event: the same game and settings, and the regular players."""

import datetime
from collections.abc import Sequence

from django.db import transaction

from tournaments.models import Admission, Entrant, Event
from tournaments.services.entry.check_in import NEVER_CAME
from tournaments.services.entry.entrants import enter
from tournaments.services.events.lifecycle import create_event
from tournaments.services.history.event_chain import SYSTEM
from tournaments.services.history.sheet_chain import Author, lock_event

SETTINGS = (
    "place", "game", "options", "policy", "deals_per_table", "marks_later_deals", "starts_at", "description",
    "fee_cents", "places", "is_registration_open", "planned_rounds", "round_minutes", "missing_deals",
    "leaver_rule", "prizes", "lost_deal_money", "language", "keeps_teams_apart", "confirms", "is_published",
)  # fmt: skip


@transaction.atomic
def copy_event(
    *, event: Event, name: str, date: datetime.date, with_regulars: bool = True, by: Author = SYSTEM
) -> Event:
    """Create an event with the settings of another; its regulars are entered, absent until check-in."""
    settings = {field: getattr(event, field) for field in SETTINGS}
    copied = create_event(club=event.club, name=name, date=date, **settings)
    if with_regulars:
        enter_regulars(lock_event(copied), regulars_of(event), by)
    return copied


def enter_regulars(copied: Event, regulars: Sequence[Entrant], by: Author) -> None:
    """Enter the regulars, absent, each with their previous team or club."""
    entrants = enter(copied, [each.player for each in regulars], are_present=False, by=by)
    for entrant, before in zip(entrants, regulars, strict=True):
        entrant.team = before.team
    Entrant.objects.bulk_update(entrants, ["team"])


def regulars_of(event: Event) -> list[Entrant]:
    """The entrants who played, without guests of the club, the waiting list and those who never came."""
    came = event.entrants.exclude(admission=Admission.WAITING).exclude(left_after=NEVER_CAME)
    here = came.filter(player__is_guest=False, player__is_forgotten=False).select_related("player")
    return list(here.order_by("number"))
