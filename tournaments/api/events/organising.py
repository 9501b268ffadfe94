"""Endpoints that set up events: create, change, delete, copy."""

from typing import Any

from django.urls import reverse
from django.utils.translation import gettext
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from rules import get_game
from scoring.sheet.refusals import NotPossible
from tournaments.api.events import schema, shapes_sent
from tournaments.api.http.bodies import read_as
from tournaments.api.http.objects import directed_club, event_for
from tournaments.api.http.views import ProgramView
from tournaments.api.http.writing import by_person, person_of, refuse_unmatched, told_with_etag
from tournaments.models import Event
from tournaments.selectors.clubs.permissions import Right
from tournaments.services.events.copying import copy_event
from tournaments.services.events.lifecycle import change_event, create_event
from tournaments.services.installation.event_deletion import delete_event
from tournaments.wording.sheet_json import event_json

FIELDS = {"rounds_planned": "planned_rounds"}  # the names of ours that differ
OTHERS = (
    "is_published", "description", "fee_cents", "places", "is_registration_open", "round_minutes",
    "missing_deals", "leaver_rule", "lost_deal_money", "language", "confirms", "marks_later_deals",
    "shows_corrections", "hides_unplayed",
)  # fmt: skip


def create(view: Any, request: Request) -> Response:
    """Set up an event."""
    body = in_our_names(read_as(shapes_sent.NewEvent, request))
    club, game = directed_club(request, body.pop("club")), get_game(body.pop("game")).key
    event = create_event(club=club, game=game, **body)
    return told_with_etag(settings_json(event), 201, Location=reverse("api_event", args=[event.slug]))


def change(view: Any, request: Request, slug: str) -> Response:
    """Change settings; the game's options only until deals exist."""
    event = event_for(request, slug, Right.DIRECT)
    refuse_unmatched(request, settings_json(event))
    body = in_our_names(read_as(shapes_sent.EventChanges, request))
    options = body.pop("options", event.options)
    return told_with_etag(
        settings_json(change_event(event=event, options=options, by=by_person(request), **body))
    )


def delete(view: Any, request: Request, slug: str) -> Response:
    """Delete an event without rounds."""
    event = event_for(request, slug, Right.DIRECT)
    refuse_unmatched(request, settings_json(event))
    if event.rounds.exists():
        message = gettext(
            "%(event)s has rounds and cannot be deleted by a program; cancel it, or delete it on its page."
        )
        raise NotPossible("event_has_rounds", message % {"event": event.name})
    delete_event(event=event, by=person_of(request))
    return Response(status=204)


class EventSettings(ProgramView):
    """The settings of one event."""

    @extend_schema(**schema.SETTINGS)
    def get(self, request: Request, slug: str) -> Response:
        """Return the settings as organisers see them, with the ETag that a change needs."""
        return told_with_etag(settings_json(event_for(request, slug, Right.LOOK)))


class EventCopy(ProgramView):
    """Copies of one event."""

    @extend_schema(**schema.COPY)
    def post(self, request: Request, slug: str) -> Response:
        """Set up an event with the settings of another, and its regular players."""
        event = event_for(request, slug, Right.DIRECT)
        copied = copy_event(event=event, by=by_person(request), **read_as(shapes_sent.Copy, request))
        return told_with_etag(settings_json(copied), 201, Location=reverse("api_event", args=[copied.slug]))


def in_our_names(body: dict[str, Any]) -> dict[str, Any]:
    """Return a body with the names of our own fields."""
    return {FIELDS.get(name, name): value for name, value in body.items()}


def settings_json(event: Event) -> dict[str, Any]:
    """Return an event as organisers set it up."""
    return {
        **event_json(event),
        "options": event.options,
        "policy": event.policy,
        "deals_per_table": event.deals_per_table,
        "rounds_planned": event.planned_rounds,
        **{name: getattr(event, name) for name in OTHERS},
        "starts_at": event.starts_at and event.starts_at.isoformat("minutes"),
    }
