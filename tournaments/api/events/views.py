"""Endpoints of events. Any origin may read published ones; a token may read others, and change them."""

from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.urls import reverse
from django.utils.translation import gettext
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from rules import get_game
from server.addresses import wants_csv
from server.streams import digest_of
from tournaments.api.events import shapes
from tournaments.api.events.shapes_of_settings import (
    Copy,
    EventChanges,
    FromTemplate,
    NewEvent,
    NewTemplate,
    SettingsShape,
    StateChange,
    StateShape,
    TemplateShape,
)
from tournaments.api.http.answering import is_known
from tournaments.api.http.bodies import read_as
from tournaments.api.http.files import stream_piece
from tournaments.api.http.objects import directed_club, event_for, visible_event
from tournaments.api.http.reading import bad_request
from tournaments.api.http.schema import A_STREAM, KNOWN, LAST_EVENT
from tournaments.api.http.schema_of_programs import open_reading, writing
from tournaments.api.http.shapes_refused import Refusal
from tournaments.api.http.views import Editable, OfClub, OfEvent, OpenView
from tournaments.api.http.writing import answer_with_etag, by_person, person_of, refuse_unmatched
from tournaments.models import ClubTemplate
from tournaments.models import Event as EventRow
from tournaments.publications.spreadsheets import as_csv, standings_table
from tournaments.selectors.clubs.permissions import Right
from tournaments.selectors.events.event_lists import cancellation_of, visible_events
from tournaments.selectors.publishing.public_event import PublicEvent, Visibility, notes_json
from tournaments.selectors.rounds.progress import RoundProgress
from tournaments.services.events.copying import (
    copy_event,
    create_from_template,
    delete_template,
    save_template,
)
from tournaments.services.events.lifecycle import change_event, create_event
from tournaments.services.events.states import change_state
from tournaments.services.installation.event_deletion import delete_unplayed
from tournaments.serving.caching import FOR_ALL
from tournaments.wording.sheet_json import event_json

EVENTS = open_reading("events", "events", {200: shapes.EventList})
EVENT = open_reading("event", "events", {200: shapes.EventDetail})
FORMAT = OpenApiParameter("format", str, enum=["json", "csv"], description="Instead of the header Accept.")
STANDINGS = open_reading(
    "standings",
    "events",
    {
        (200, "application/json"): shapes.StandingsShape,
        (200, "text/csv"): OpenApiTypes.STR,
        304: None,
        400: OpenApiResponse(Refusal, "The format is not known."),
    },
    parameters=[KNOWN, FORMAT],
)
STREAM = open_reading("event_stream", "events", A_STREAM, parameters=[LAST_EVENT])
CREATE = writing("create_event", "events", SettingsShape, body=NewEvent, status=201)
CHANGE = writing("change_event", "events", SettingsShape, body=EventChanges, is_matched=True)
DELETE = writing("delete_event", "events", None, status=204, is_matched=True)


NEWEST = 200
LINE_KEYS = ("rank", "unranked", "number", "name", "total", "values", "rounds", "tie_breaks")
HEAD_KEYS = ("version", "deals_counted", "ranked_by", "house_scoring")
CSV = "text/csv; charset=utf-8"
FORMATS = {"name": "format", "words": "json, csv"}
OPEN_TO_ALL = {"Access-Control-Allow-Origin": "*", "Access-Control-Expose-Headers": "ETag"}
SAME_FOR_ALL = {**OPEN_TO_ALL, "Cache-Control": FOR_ALL}


class Events(OpenView):
    """The published events."""

    @extend_schema(**EVENTS)
    def get(self, request: Request) -> Response:
        """List published events, newest first."""
        events = visible_events(AnonymousUser())[:NEWEST]
        facts = {"events": [event_json(event) for event in events], "next": None}
        return Response(facts, headers=SAME_FOR_ALL)

    @extend_schema(**CREATE)
    def post(self, request: Request) -> Response:
        """Set up an event."""
        body = read_as(NewEvent, request)
        club, game = directed_club(request, body.pop("club")), get_game(body.pop("game")).key
        return set_up(create_event(club=club, game=game, **body))


class Event(OpenView):
    """One event."""

    @extend_schema(**EVENT)
    def get(self, request: Request, slug: str) -> Response:
        """Return a published event and the progress of its tables."""
        return Response(event_told(visible_event(request, slug)), headers=headers_for(request))

    @extend_schema(**CHANGE)
    def patch(self, request: Request, slug: str) -> Response:
        """Change settings; the game's options only until deals exist."""
        event = event_for(request, slug, Right.DIRECT)
        refuse_unmatched(request, SettingsShape(event).data)
        changes = {"options": event.options, **read_as(EventChanges, request)}
        return answer_with_etag(
            SettingsShape(change_event(event=event, by=by_person(request), **changes)).data
        )

    @extend_schema(**DELETE)
    def delete(self, request: Request, slug: str) -> Response:
        """Delete an event without rounds."""
        event = event_for(request, slug, Right.DIRECT)
        refuse_unmatched(request, SettingsShape(event).data)
        delete_unplayed(event=event, by=person_of(request))
        return Response(status=204)


class Standings(OpenView):
    """The standings of one event."""

    @extend_schema(**STANDINGS)
    def get(self, request: Request, slug: str) -> HttpResponseBase:
        """Return the standings as last computed; 304 while their version is unchanged."""
        event = visible_event(request, slug)
        public = PublicEvent(event)
        is_csv = asks_for_csv(request)
        etag = f'"{public.stored.version}{list_mark(public.visibility)}{"-csv" if is_csv else ""}"'
        headers = {**headers_for(request), "ETag": etag, "Vary": "Accept"}
        if is_known(request, etag):
            return Response(status=304, headers=headers)
        if is_csv:
            rows = as_csv(standings_table(public.standings))
            return HttpResponse(rows, content_type=CSV, headers=headers)
        return Response(standings_json(public), headers=headers)


class Stream(OpenView):
    """Changes of one event, as server-sent events."""

    @extend_schema(**STREAM)
    def get(self, request: Request, slug: str) -> HttpResponse:
        """Return the event's state and end; the front of the server goes on telling changes."""
        event = visible_event(request, slug)
        standings = standings_json(PublicEvent(event))  # not their version: it counts in secret too
        digests = {"event": digest_of(event_told(event)), "standings": digest_of(standings)}
        return stream_piece(request, digests, OPEN_TO_ALL)


def asks_for_csv(request: Request) -> bool:
    """Return whether the standings are wanted as CSV. Raises Unreadable (`bad_request`)."""
    form = request.query_params.get("format")
    if form not in (None, "json", "csv"):
        raise bad_request(gettext("“%(name)s” must be one of: %(words)s.") % FORMATS)
    return form == "csv" if form else wants_csv(request.headers.get("Accept", ""))


def event_told(event: EventRow) -> dict[str, Any]:
    """Return a published event and the progress of its tables."""
    rounds = [round_json(each) for each in PublicEvent(event).rounds]
    return {**event_json(event), "cancellation": cancellation_of(event), "rounds": rounds}


def round_json(round: RoundProgress) -> dict[str, Any]:
    """Return a released round and the progress of its tables."""
    tables = [
        {
            "number": table.number,
            "id": str(table.public_id),
            "seats": list(table.seats),
            "deals_counted": None if table.is_secret else table.deals_counted,
            "deals_expected": table.deals_expected,
        }
        for table in round.tables
    ]
    return {"number": round.number, "status": round.status, "tables": tables}


def list_mark(visibility: Visibility) -> str:
    """Return a mark that distinguishes a published list from computed standings and from other lists."""
    return (
        f"-{visibility.publication.number if visibility.publication else 0}"
        if visibility.is_published
        else ""
    )


def standings_json(public: PublicEvent) -> dict[str, Any]:
    """Return the standings in the API's field names, and the published list they are, if any."""
    standings = public.standings
    rows = [{name: row[name] for name in LINE_KEYS} for row in standings["rows"]]
    return {
        **{name: standings[name] for name in HEAD_KEYS},
        "state": standings["state"],
        "list": list_json(standings["list"]),
        "rows": rows,
        "notes": notes_json(public.notes),
    }


def list_json(facts: dict[str, Any] | None) -> dict[str, Any] | None:
    """Return a published list's number, time and digest; None while the standings are as computed."""
    if facts is None:
        return None
    plain = {name: facts[name] for name in ("number", "stage", "version", "digest", "last_round")}
    return {**plain, "id": str(facts["public_id"]), "at": facts["at"].isoformat()}


def headers_for(request: Request) -> dict[str, str]:
    """Return the headers of a public response, or of one that a token opened."""
    return OPEN_TO_ALL if request.auth else SAME_FOR_ALL


# As organisers see it: settings, copies, its state; and a club's templates


def set_up(event: EventRow) -> Response:
    """Answer an event that was set up, with its address."""
    place = reverse("api_event", args=[event.slug])
    return answer_with_etag(SettingsShape(event).data, 201, Location=place)


@extend_schema(tags=["events"])
class SettingsViewSet(OfEvent, Editable):
    """One event as its organisers see it."""

    serializer_class = SettingsShape

    @extend_schema(operation_id="event_settings")
    def retrieve(self, request: Request, slug: str) -> Response:
        """Return the settings as organisers see them, with the ETag that a change needs."""
        return self.answer(self.event)

    @extend_schema(request=Copy, responses={201: SettingsShape})
    def copy_event(self, request: Request, slug: str) -> Response:
        """Set up an event with the settings of another, and its regular players."""
        return set_up(copy_event(event=self.event, by=self.author, **self.sent(Copy)))

    @extend_schema(request=NewTemplate, responses={201: TemplateShape})
    def save_template(self, request: Request, slug: str) -> Response:
        """Save the settings as a template of the club; one of the same name is replaced."""
        return Response(TemplateShape(save_template(event=self.event, **self.sent(NewTemplate))).data, 201)

    @extend_schema(responses=StateShape)
    def event_state(self, request: Request, slug: str) -> Response:
        """Return the state."""
        return Response(StateShape(self.event).data)

    @extend_schema(request=StateChange, responses=StateShape)
    def change_event_state(self, request: Request, slug: str) -> Response:
        """Cancel an event or let it take place, hide it from lists or show it there, close or reopen it."""
        event = change_state(event=self.event, by=self.author, **self.sent(StateChange))
        return Response(StateShape(event).data)


@extend_schema(tags=["events"])
class TemplateViewSet(OfClub):
    """The templates of a club."""

    queryset = ClubTemplate.objects.select_related("club")
    serializer_class = TemplateShape
    lookup_url_kwarg = "template_id"

    @extend_schema(operation_id="templates", responses=TemplateShape(many=True))
    def list(self, request: Request, slug: str) -> Response:
        """List them."""
        return self.page()

    @extend_schema(operation_id="delete_template")
    def destroy(self, request: Request, slug: str, template_id: int) -> Response:
        """Delete it; events that began with it stay as they are."""
        delete_template(template=self.get_object())
        return Response(status=204)

    @extend_schema(request=FromTemplate, responses={201: SettingsShape})
    @action(detail=True, methods=["post"], url_path="events", url_name="create_from_template")
    def create_from_template(self, request: Request, slug: str, template_id: int) -> Response:
        """Set up an event with the settings of the template."""
        template = self.get_object()
        return set_up(create_from_template(template=template, **self.sent(FromTemplate)))
