"""OpenAPI descriptions of the endpoints of published series."""

from typing import Any

from drf_spectacular.utils import OpenApiParameter

from tournaments.api.http.schema import AWAY, KNOWN
from tournaments.api.http.shapes_refused import Refusal
from tournaments.api.series import shapes

ALL_SERIES: dict[str, Any] = {
    "operation_id": "all_series",
    "tags": ["series"],
    "responses": {200: shapes.SeriesList, 503: AWAY},
}
SERIES: dict[str, Any] = {
    "operation_id": "series",
    "tags": ["series"],
    "parameters": [KNOWN, OpenApiParameter("category", str, description="Return the list of one category.")],
    "responses": {200: shapes.SeriesShape, 304: None, 404: Refusal, 503: AWAY},
}
