"""Response bodies of entrants."""

from typing import Any

from rest_framework import serializers as s

from tournaments.api.http.bodies import Body, FilePart
from tournaments.models import Admission
from tournaments.services.entry.lists import NEW, SAME, Action
from tournaments.storage.uploads.encodings import ENCODINGS


class EntrantShape(s.Serializer[Any]):
    """An entrant."""

    number = s.IntegerField()
    name = s.CharField(allow_blank=True, help_text="the whole name, whatever its person shows in public")
    reading = s.CharField(allow_blank=True, help_text="how a Japanese name is read")
    partner = s.CharField(allow_null=True, help_text="who shares the start number")
    team = s.CharField(allow_blank=True)
    is_present = s.BooleanField()
    admission = s.ChoiceField(choices=Admission.values)
    left_after = s.IntegerField(allow_null=True, help_text="the last round played; 0 if they never came")


class EntrantList(s.Serializer[Any]):
    """Entrants, in the order of the request."""

    results = EntrantShape(many=True)


class Present(s.Serializer[Any]):
    """The number of entrants present."""

    present = s.IntegerField()


class Changed(s.Serializer[Any]):
    """The number of entrants that a step changed."""

    changed = s.IntegerField()


class ImportShape(s.Serializer[Any]):
    """A list that was imported."""

    list = s.IntegerField()
    at = s.DateTimeField()
    entered = s.IntegerField(help_text="how many entrants it made")
    is_taken_back = s.BooleanField()


class ListSent(Body):
    """A list of players, as multipart/form-data."""

    file = FilePart(help_text="CSV, tab-separated or XLSX")
    dry_run = s.ChoiceField(choices=["true", "false"], required=False, help_text="true: store nothing")
    are_present = s.ChoiceField(choices=["true", "false"], required=False, help_text="true: check them in")
    columns = s.CharField(
        required=False, help_text='the meaning of each heading as JSON: {"Spieler": "name", "Ort": null}'
    )
    has_headings = s.ChoiceField(
        choices=["true", "false"], required=False, help_text="true: the first row, though none is known"
    )
    sheet = s.CharField(required=False, help_text="of a workbook; without it, the first with names")
    encoding = s.ChoiceField(choices=list(ENCODINGS), required=False, help_text="the likeliest without it")
    answers = s.CharField(required=False, help_text='for doubtful rows, as JSON: {"3": "same", "4": "new"}')
    plan = s.CharField(required=False, help_text="of a dry run: refused if another one was made of it since")


class ListRow(s.Serializer[Any]):
    """The action of an import for one row."""

    line = s.IntegerField()
    name = s.CharField(allow_blank=True)
    action = s.ChoiceField(choices=[each.value for each in Action])
    why = s.CharField(allow_blank=True)
    is_entered = s.BooleanField(help_text="in the event already")
    known = s.CharField(allow_null=True, help_text="the player of the club that it is, or may be")
    answers = s.ListField(
        child=s.ChoiceField(choices=[SAME, NEW]), help_text="what a doubtful row can be; left out without one"
    )


class ListProblemShape(s.Serializer[Any]):
    """A problem of one line, or of the whole file."""

    line = s.IntegerField(allow_null=True)
    column = s.CharField(allow_null=True)
    code = s.CharField()
    message = s.CharField()


class ListAnswer(s.Serializer[Any]):
    """The result of an import, or of its rehearsal."""

    plan = s.CharField()
    columns = s.DictField(child=s.CharField(allow_null=True), help_text="the meaning of each heading")
    rows = ListRow(many=True)
    problems = ListProblemShape(many=True)
    list = s.IntegerField(allow_null=True, help_text="for undoing it; null if nothing was stored")
    entered = s.IntegerField(help_text="how many entrants it made")
