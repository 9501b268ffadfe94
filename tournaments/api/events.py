"""What everybody may read of published events; any site may, so there is no cookie and no account in it."""

from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api import schema
from tournaments.api.answering import JsonView, is_known
from tournaments.models import Event as EventRow
from tournaments.presenting import event_json
from tournaments.selectors.access import get_public_event
from tournaments.selectors.events import visible_events
from tournaments.selectors.publications import Sight, sight_of, standings_shown
from tournaments.selectors.rounds import RoundProgress, public_rounds
from tournaments.selectors.rulings import notes_json, notes_shown
from tournaments.selectors.standings import standings_version
from tournaments.snapshots import FOR_ALL

NEWEST = 200
LINE_KEYS = ("rank", "number", "name", "total", "values", "rounds", "tie_breaks")
HEAD_KEYS = ("version", "deals_counted", "ranked_by", "house_scoring")
OPEN_TO_ALL = {"Access-Control-Allow-Origin": "*", "Access-Control-Expose-Headers": "ETag"}
SAME_FOR_ALL = {**OPEN_TO_ALL, "Cache-Control": FOR_ALL}


class Events(JsonView):
    """The published events."""

    @extend_schema(**schema.EVENTS)
    def get(self, request: Request) -> Response:
        """Published events, newest first."""
        events = visible_events(AnonymousUser())[:NEWEST]
        return Response({"events": [event_json(event) for event in events]}, headers=SAME_FOR_ALL)


class Event(JsonView):
    """One event."""

    @extend_schema(**schema.EVENT)
    def get(self, request: Request, slug: str) -> Response:
        """A published event and how far its tables are."""
        event = published(slug)
        secret_after = sight_of(event).last_round
        rounds = [round_json(each) for each in public_rounds(event, secret_after=secret_after)]
        return Response({**event_json(event), "rounds": rounds}, headers=SAME_FOR_ALL)


class Standings(JsonView):
    """How it stands."""

    @extend_schema(**schema.STANDINGS)
    def get(self, request: Request, slug: str) -> Response:
        """The standings as last computed; 304 while their version is the same."""
        event = published(slug)
        sight = sight_of(event)
        etag = f'"{standings_version(event)}{list_mark(sight)}"'
        headers = {**SAME_FOR_ALL, "ETag": etag}
        if is_known(request, etag):
            return Response(status=304, headers=headers)
        return Response(standings_json(event, sight), headers=headers)


def round_json(drawn: RoundProgress) -> dict[str, Any]:
    """A released round and how far its tables are."""
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


def list_mark(sight: Sight) -> str:
    """What tells a list from the standings that are computed, and one list from another."""
    return f"-{sight.publication.number if sight.publication else 0}" if sight.is_published else ""


def standings_json(event: EventRow, sight: Sight) -> dict[str, Any]:
    """The standings in the contract's words, and which list they are, if one was published."""
    standings = standings_shown(event, sight)
    rows = [{name: row[name] for name in LINE_KEYS} for row in standings["rows"]]
    return {
        **{name: standings[name] for name in HEAD_KEYS},
        "state": standings["state"],
        "list": list_json(standings["list"]),
        "rows": rows,
        "notes": notes_json(notes_shown(event, sight)),
    }


def list_json(facts: dict[str, Any] | None) -> dict[str, Any] | None:
    """A published list in figures; None while the standings are as computed."""
    if facts is None:
        return None
    plain = {name: facts[name] for name in ("number", "stage", "version", "digest", "last_round")}
    return {**plain, "id": str(facts["public_id"]), "at": facts["at"].isoformat()}


def published(slug: str) -> EventRow:
    """A published event. Raises Http404."""
    event = get_public_event(AnonymousUser(), slug)
    if event is None:
        raise Http404
    return event
