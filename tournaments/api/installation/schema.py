"""OpenAPI descriptions of the endpoints of archives."""

from typing import Any

from drf_spectacular.types import OpenApiTypes
from rest_framework import serializers as s

from tournaments.api.http.bodies import Body, FilePart
from tournaments.api.http.schema_of_programs import reading, writing

TAG = "archives"


class ArchiveSent(Body):
    """An archive, as multipart/form-data."""

    club = s.CharField(help_text="the club's slug")
    file = FilePart(help_text="the file of `export_event`")


class ImportedShape(s.Serializer[Any]):
    """The imported event."""

    slug = s.CharField()
    name = s.CharField()


EXPORT = reading("export_event", TAG, OpenApiTypes.BINARY)
EXPORT["responses"] = {
    **{status: answer for status, answer in EXPORT["responses"].items() if status != 200},
    (200, "application/zip"): OpenApiTypes.BINARY,
}
IMPORT = writing(
    "import_event",
    TAG,
    ImportedShape,
    status=201,
    body={"multipart/form-data": ArchiveSent},
    example={"club": "prisdorfer-kartenrunde", "file": "autumn.zip"},
)
