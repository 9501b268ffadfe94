"""Bodies of the paper import."""

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
