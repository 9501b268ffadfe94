"""OpenAPI descriptions of the endpoints of series."""

from drf_spectacular.utils import OpenApiParameter

from tournaments.api.http.schema import KNOWN
from tournaments.api.http.schema_of_programs import open_reading, writing
from tournaments.api.series import shapes
from tournaments.api.series.shapes_of_settings import NewSeries, SeriesChanges, SeriesSettingsShape

ALL_SERIES = open_reading("all_series", "series", {200: shapes.SeriesList})
CATEGORY = OpenApiParameter("category", str, description="Return the list of one category.")
SERIES = open_reading("series", "series", {200: shapes.SeriesShape, 304: None}, parameters=[KNOWN, CATEGORY])
CREATE = writing("create_series", "series", SeriesSettingsShape, status=201, body=NewSeries)
CHANGE = writing("change_series", "series", SeriesSettingsShape, body=SeriesChanges, is_matched=True)
