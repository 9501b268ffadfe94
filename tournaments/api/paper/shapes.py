"""Request and response bodies of sheets typed from paper, and of photographs."""

from typing import Any

from rest_framework import serializers as s

from tournaments.api.http.bodies import Body, FilePart


class PaperSent(Body):
    """The files of an evening, as multipart/form-data."""

    seating = FilePart(help_text="round,table,seat,player")
    sheets = FilePart(help_text="round,table,deal and the game's columns")
    totals = FilePart(required=False, help_text="round,table,seat,total")
    dry_run = s.ChoiceField(choices=["true", "false"], required=False, help_text="true: store nothing")


class PaperAnswer(s.Serializer[Any]):
    """As `manage import_sheets --format json`."""

    stored = s.IntegerField(help_text="rows stored")
    problems = s.ListField(child=s.DictField(), help_text="each with file, row, column, code and message")
    disputed = s.ListField(child=s.DictField(), required=False)


class PhotosSent(Body):
    """Photographs of pages, in any order."""

    photos = s.ListField(child=FilePart(), help_text="1 to 8 pictures: JPEG, PNG, WebP, TIFF, BMP")
    dry_run = s.BooleanField(required=False, help_text="read them and store nothing")


class DoubtShape(s.Serializer[Any]):
    """Why a line is not stored by itself."""

    field = s.CharField(allow_null=True)
    seen = s.ListField(child=s.JSONField(), help_text="the values that were marked")
    why = s.CharField(help_text="two_marks, faint, ..., or the code of a rule")


class PhotoRowShape(s.Serializer[Any]):
    """A line with marks."""

    row = s.IntegerField(help_text="counts on over pages")
    record = s.DictField(allow_null=True, help_text="of a doubtful line the proposal")
    void = s.BooleanField(required=False, help_text="the line does not count")
    doubts = DoubtShape(many=True)


class PhotoPageShape(s.Serializer[Any]):
    """The page that a photograph shows."""

    page = s.IntegerField()
    event = s.CharField()
    round = s.IntegerField()
    table = s.IntegerField()
    part = s.IntegerField()


class PhotoShape(s.Serializer[Any]):
    """A photograph and its reading."""

    file = s.CharField()
    page = PhotoPageShape(allow_null=True)
    rows = PhotoRowShape(many=True)
    problems = s.ListField(child=s.CharField())
    hint = s.CharField(allow_null=True, help_text="why most lines are in doubt: page_folded, page_dark, ...")


class PhotosRead(s.Serializer[Any]):
    """The readings of the photographs and the number of stored rows."""

    photos = PhotoShape(many=True)
    stored = s.IntegerField(required=False)
    known = s.IntegerField(required=False, help_text="there already, and equal")
    conflicts = s.IntegerField(required=False, help_text="there already, and different: both are kept")


class KeptSent(Body):
    """Photographs of pages of a round, in any order."""

    photos = s.ListField(child=FilePart(), help_text="1 to 8 pictures: JPEG, PNG, WebP, TIFF, BMP")


class PhotosKept(s.Serializer[Any]):
    """Photographs that wait to be read."""

    ids = s.ListField(child=s.IntegerField())
    waiting = s.IntegerField(help_text="of the round")


class KeptPhoto(PhotoShape):
    """A stored photograph and its reading."""

    id = s.IntegerField()


class KeptPhotos(s.Serializer[Any]):
    """The photographs of a round."""

    waiting = s.IntegerField(help_text="not read yet")
    storable = s.IntegerField(help_text="rows before the first doubt of each table")
    photos = KeptPhoto(many=True)


class LineAnswer(Body):
    """The answer for a doubtful line."""

    record = s.DictField(allow_null=True, help_text="null: the line does not count")


class PhotosStored(s.Serializer[Any]):
    """The number of stored rows."""

    stored = s.IntegerField()
    known = s.IntegerField(help_text="there already, and equal")
    conflicts = s.IntegerField(help_text="there already, and different: both are kept")
