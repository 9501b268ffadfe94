"""OpenAPI descriptions of the endpoints of series."""

from drf_spectacular.utils import OpenApiParameter

from tournaments.api.http.schema import KNOWN
from tournaments.api.http.schema_of_programs import open_reading, reading, writing
from tournaments.api.series import shapes, shapes_sent

ALL_SERIES = open_reading("all_series", "series", {200: shapes.SeriesList})
CATEGORY = OpenApiParameter("category", str, description="Return the list of one category.")
SERIES = open_reading("series", "series", {200: shapes.SeriesShape, 304: None}, parameters=[KNOWN, CATEGORY])
NEW = {"club": "kartenrunde", "name": "Season 2026/27", "events": ["autumn"], "is_published": True}
CREATE = writing(
    "create_series", "series", shapes.SeriesSettingsShape, status=201, body=shapes_sent.NewSeries, example=NEW
)
CHANGE = writing(
    "change_series", "series", shapes.SeriesSettingsShape, is_matched=True,
    body=shapes_sent.SeriesChanges, example={"events": ["autumn", "winter"]},
)  # fmt: skip
SETTINGS = reading("series_settings", "series", shapes.SeriesSettingsShape)
COPY = writing(
    "copy_series", "series", shapes.SeriesSettingsShape, status=201,
    body=shapes_sent.NextSeries, example={"name": "Season 2027/28"},
)  # fmt: skip
