"""Bodies of a director's endpoints at a table."""

from typing import Any

from rest_framework import serializers as s

from scoring.foot.paper_totals import Standing
from tournaments.api.http.bodies import Body, Points, Whole, text_of
from tournaments.api.http.dry_runs import DryRun
from tournaments.models import EventReason, Reason, SheetChangeKind
from tournaments.models.event import MOST_MINUTES

MOST_SEATS = 20
MOST_ROWS = 10_000
MOST_TOTAL = 9_999_999


class NewSeat(Body):
    """The entrant to seat, and the account that gets the points."""

    number = Whole(help_text="the start number")
    account = Whole(
        required=False,
        help_text="who gets the points; as it is for who stays, else their own",
    )


class NewSeats(DryRun):
    """The seats of a table from a row on."""

    seats = NewSeat(many=True, allow_empty=False, max_length=MOST_SEATS)  # type: ignore[call-arg]
    first_number = Whole(
        required=False, min_value=1, max_value=MOST_ROWS, help_text="the first row; without it, the next one"
    )
    first_dealer = Whole(required=False, max_value=MOST_SEATS, help_text="a seat, counted from 0")
    reason = text_of(EventReason, "text")


class FromRow(Body):
    """A table and the first row there."""

    table = Whole(min_value=1, help_text="its number in the round")
    first_number = Whole(min_value=1, max_value=MOST_ROWS)


class PlayerSwap(DryRun):
    """Two seated players who change places."""

    one = Whole(help_text="a start number")
    two = Whole(help_text="a start number")
    from_rows = FromRow(  # type: ignore[call-arg]
        many=True,
        required=False,
        max_length=2,
        help_text="without it, all rows; a table that is not named: from its next row on",
    )
    reason = text_of(EventReason, "text")


class SeatNow(s.Serializer[Any]):
    """The entrant on a seat now, and the account that gets the points."""

    number = s.IntegerField()
    account = s.IntegerField()


class SeatedTable(s.Serializer[Any]):
    """A table and its entrants now."""

    id = s.UUIDField()
    number = s.IntegerField()
    seats = SeatNow(many=True)


class SwappedPlayers(s.Serializer[Any]):
    """The tables after the swap."""

    tables = SeatedTable(many=True)


class ExtraMinutes(Body):
    """Extra time of one table."""

    minutes = Whole(max_value=MOST_MINUTES, help_text="all together; 0 for none")


class RowShape(s.Serializer[Any]):
    """A row of a sheet."""

    row = s.IntegerField(help_text="its id")
    number = s.IntegerField(allow_null=True, help_text="its place on the sheet; null if it is struck out")
    revision = s.IntegerField()


class VersionShape(s.Serializer[Any]):
    """One entry of a row's history."""

    version = s.IntegerField()
    kind = s.ChoiceField(choices=SheetChangeKind.values)
    at = s.DateTimeField()
    who = s.CharField(allow_blank=True)
    phone = s.CharField(allow_blank=True)
    reason = s.CharField(allow_blank=True)
    record = s.DictField(allow_null=True)
    line = s.CharField(allow_null=True, help_text="the record as the sheet shows it")
    is_now = s.BooleanField(help_text="the sheet shows this version")


class VersionsOfRow(RowShape):
    """A row and its versions, the newest first."""

    versions = VersionShape(many=True)


class VersionWanted(DryRun):
    """The version to return to."""

    version = Whole()
    reason = text_of(Reason, "text", required=False, allow_blank=True)


class PaperTotals(Body):
    """Totals as they were read from the paper."""

    totals = s.ListField(
        child=Points(allow_null=True, min_value=-MOST_TOTAL, max_value=MOST_TOTAL),
        allow_empty=False,
        max_length=MOST_SEATS,
        help_text="by seat; null where nothing was read",
    )
    deals = Whole(required=False, allow_null=True, max_value=MOST_ROWS, help_text="how many deals count")


class Upholding(Body):
    """Why the sheet is right although its paper differs."""

    reason = text_of(EventReason, "text")
    sheet_revision = Whole(required=False, help_text="of the sheet as it was seen")


class PaperShape(s.Serializer[Any]):
    """A sheet beside the totals on its paper."""

    standing = s.ChoiceField(choices=[each.value for each in Standing])
    totals = s.ListField(child=s.FloatField(allow_null=True), help_text="on the paper, by seat")
    deals = s.IntegerField(allow_null=True)
    differences = s.ListField(child=s.FloatField(), help_text="the paper minus the sheet; 0 where not read")
    deals_differ = s.BooleanField()
    is_changed = s.BooleanField(help_text="rows were written after the comparison")
    who = s.CharField(allow_blank=True)
    reason = s.CharField(allow_blank=True, help_text="of who confirmed the sheet")
