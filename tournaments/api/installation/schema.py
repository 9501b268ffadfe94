"""OpenAPI descriptions of the endpoints of archives."""

from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter
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


class SentShape(s.Serializer[Any]):
    """An archive that a worker imports."""

    id = s.IntegerField()
    phase = s.ChoiceField(["waiting", "checking", "importing", "imported", "refused"])
    ahead = s.IntegerField(allow_null=True, help_text="the archives before it; null if it does not wait")
    done = s.IntegerField(help_text="steps of `all`")
    all = s.IntegerField()
    slug = s.CharField(
        help_text="the imported event's, or that of the event which is here already; else empty"
    )
    name = s.CharField(help_text="the event's, as soon as it was checked")
    code = s.CharField(allow_null=True, help_text="why it was refused")
    detail = s.CharField(allow_null=True, help_text="the same as a sentence")


PREFER = OpenApiParameter(
    "Prefer",
    str,
    OpenApiParameter.HEADER,
    description="“respond-async” (RFC 7240): a worker imports it; 202 with its `Location`, as above 100 KB.",
)
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
IMPORT["parameters"].append(PREFER)
IMPORT["responses"][202] = SentShape
SENT = reading("sent_archive", TAG, SentShape)
