"""OpenAPI descriptions of the endpoints of published events."""

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse

from tournaments.api.events import shapes
from tournaments.api.events.shapes_of_settings import EventChanges, NewEvent, SettingsShape
from tournaments.api.http.schema import A_STREAM, KNOWN, LAST_EVENT
from tournaments.api.http.schema_of_programs import open_reading, writing
from tournaments.api.http.shapes_refused import Refusal

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
