"""OpenAPI descriptions of the endpoints of published events."""

from typing import Any

from tournaments.api.events import shapes
from tournaments.api.http.schema import AWAY, KNOWN
from tournaments.api.http.shapes_refused import Refusal

EVENTS: dict[str, Any] = {
    "operation_id": "events",
    "tags": ["events"],
    "responses": {200: shapes.EventList, 503: AWAY},
}
EVENT: dict[str, Any] = {
    "operation_id": "event",
    "tags": ["events"],
    "responses": {200: shapes.EventDetail, 404: Refusal, 503: AWAY},
}
STANDINGS: dict[str, Any] = {
    "operation_id": "standings",
    "tags": ["events"],
    "parameters": [KNOWN],
    "responses": {200: shapes.StandingsShape, 304: None, 404: Refusal, 503: AWAY},
}
