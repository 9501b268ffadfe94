"""Public endpoints of published events. Any origin may read them, so they use no cookie and no account."""

from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.events import schema
from tournaments.api.http.answering import JsonView, is_known
from tournaments.models import Event as EventRow
from tournaments.selectors.clubs.permissions import get_public_event
from tournaments.selectors.events.event_lists import visible_events
from tournaments.selectors.publishing.publications import Visibility, standings_shown, visibility_of
from tournaments.selectors.publishing.rulings import notes_json, notes_shown
from tournaments.selectors.rounds.progress import RoundProgress, public_rounds
from tournaments.selectors.standings.ranking_rules import standings_version
from tournaments.serving.caching import FOR_ALL
from tournaments.wording.sheet_json import event_json

NEWEST = 200
LINE_KEYS = ("rank", "number", "name", "total", "values", "rounds", "tie_breaks")
HEAD_KEYS = ("version", "deals_counted", "ranked_by", "house_scoring")
OPEN_TO_ALL = {"Access-Control-Allow-Origin": "*", "Access-Control-Expose-Headers": "ETag"}
SAME_FOR_ALL = {**OPEN_TO_ALL, "Cache-Control": FOR_ALL}


class Events(JsonView):
    """The published events."""

    @extend_schema(**schema.EVENTS)
    def get(self, request: Request) -> Response:
        """List published events, newest first."""
        events = visible_events(AnonymousUser())[:NEWEST]
        return Response({"events": [event_json(event) for event in events]}, headers=SAME_FOR_ALL)


class Event(JsonView):
    """One event."""

    @extend_schema(**schema.EVENT)
    def get(self, request: Request, slug: str) -> Response:
        """Return a published event and the progress of its tables."""
        event = published(slug)
        secret_after = visibility_of(event).last_round
        rounds = [round_json(each) for each in public_rounds(event, secret_after=secret_after)]
        return Response({**event_json(event), "rounds": rounds}, headers=SAME_FOR_ALL)


class Standings(JsonView):
    """The standings of one event."""

    @extend_schema(**schema.STANDINGS)
    def get(self, request: Request, slug: str) -> Response:
        """Return the standings as last computed; 304 while their version is unchanged."""
        event = published(slug)
        visibility = visibility_of(event)
        etag = f'"{standings_version(event)}{list_mark(visibility)}"'
        headers = {**SAME_FOR_ALL, "ETag": etag}
        if is_known(request, etag):
            return Response(status=304, headers=headers)
        return Response(standings_json(event, visibility), headers=headers)


def round_json(drawn: RoundProgress) -> dict[str, Any]:
    """Return a released round and the progress of its tables."""
    tables = [
        {
            "number": table.number,
            "id": str(table.public_id),
            "seats": list(table.seats),
            "deals_counted": None if table.is_secret else table.deals_counted,
            "deals_expected": table.deals_expected,
        }
        for table in drawn.tables
    ]
    return {"number": drawn.number, "status": drawn.status, "tables": tables}


def list_mark(visibility: Visibility) -> str:
    """Return a mark that distinguishes a published list from computed standings and from other lists."""
    return (
        f"-{visibility.publication.number if visibility.publication else 0}"
        if visibility.is_published
        else ""
    )


def standings_json(event: EventRow, visibility: Visibility) -> dict[str, Any]:
    """Return the standings in the API's field names, and the published list they are, if any."""
    standings = standings_shown(event, visibility)
    rows = [{name: row[name] for name in LINE_KEYS} for row in standings["rows"]]
    return {
        **{name: standings[name] for name in HEAD_KEYS},
        "state": standings["state"],
        "list": list_json(standings["list"]),
        "rows": rows,
        "notes": notes_json(notes_shown(event, visibility)),
    }


def list_json(facts: dict[str, Any] | None) -> dict[str, Any] | None:
    """Return a published list's number, time and digest; None while the standings are as computed."""
    if facts is None:
        return None
    plain = {name: facts[name] for name in ("number", "stage", "version", "digest", "last_round")}
    return {**plain, "id": str(facts["public_id"]), "at": facts["at"].isoformat()}


def published(slug: str) -> EventRow:
    """Return a published event. Raises Http404."""
    event = get_public_event(AnonymousUser(), slug)
    if event is None:
        raise Http404
    return event
