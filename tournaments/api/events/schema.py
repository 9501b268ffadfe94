"""OpenAPI descriptions of the endpoints of published events."""

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse

from tournaments.api.events import shapes, shapes_sent
from tournaments.api.http.schema import A_STREAM, KNOWN, LAST_EVENT
from tournaments.api.http.schema_of_programs import listing, open_reading, reading, writing
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
NEW = {
    "club": "prisdorfer-kartenrunde",
    "name": "Autumn Fipsen",
    "date": "2026-11-28",
    "game": "fipsen-prisdorf",
}
CREATE = writing(
    "create_event", "events", shapes.SettingsShape, body=shapes_sent.NewEvent, example=NEW, status=201
)
CHANGE = writing(
    "change_event",
    "events",
    shapes.SettingsShape,
    body=shapes_sent.EventChanges,
    example={"place": "Village hall"},
    is_matched=True,
)
DELETE = writing("delete_event", "events", None, status=204, is_matched=True)
SETTINGS = reading("event_settings", "events", shapes.SettingsShape)
COPY = writing(
    "copy_event",
    "events",
    shapes.SettingsShape,
    body=shapes_sent.Copy,
    example={"name": "Winter Fipsen", "date": "2027-01-16"},
    status=201,
)
STATE = reading("event_state", "events", shapes.StateShape)
CHANGE_STATE = writing(
    "change_event_state",
    "events",
    shapes.StateShape,
    body=shapes_sent.StateChange,
    example={"is_cancelled": True, "reason": "The hall is closed."},
)
TEMPLATES = listing("templates", "events", shapes.TemplateShape)
SAVE_TEMPLATE = writing(
    "save_template", "events", shapes.TemplateShape, status=201,
    body=shapes_sent.NewTemplate, example={"name": "Club night"},
)  # fmt: skip
DELETE_TEMPLATE = writing("delete_template", "events", None, status=204)
CREATE_FROM_TEMPLATE = writing(
    "create_from_template", "events", shapes.SettingsShape, status=201,
    body=shapes_sent.FromTemplate, example={"name": "Club night", "date": "2026-12-05"},
)  # fmt: skip
