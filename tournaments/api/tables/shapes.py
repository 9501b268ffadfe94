"""Responses to a table: its sheet, its players, its open decisions."""

from typing import Any

from rest_framework import serializers as s

from tournaments.api.http.shapes_refused import Version, Violation
from tournaments.api.tables.shapes_of_results import WrittenDeal
from tournaments.api.tables.shapes_of_round import (
    AccountShape,
    BannerShape,
    CallState,
    ClockShape,
    RulingShape,
    TimetableShape,
)


class Row(WrittenDeal):
    """A row as the sheet shows it."""

    sheet_revision = None  # type: ignore[assignment]
    breaks = None  # type: ignore[assignment]
    dealer = s.IntegerField()
    record = s.DictField()
    counts = s.BooleanField()
    line = s.CharField()
    partners = s.ListField(
        child=s.IntegerField(), help_text="the seats that played together, where the record says so"
    )
    facts = s.DictField()
    made = s.BooleanField(allow_null=True)
    violations = Violation(many=True)


class SeatShape(s.Serializer[Any]):
    """A seat and its player."""

    seat = s.IntegerField()
    name = s.CharField()
    number = s.IntegerField()
    account = s.IntegerField(help_text="the start number whose points these are")


class PartShape(s.Serializer[Any]):
    """A part of a sheet."""

    seats = SeatShape(many=True)
    sides = s.ListField(child=s.ListField(child=s.IntegerField()), help_text="the seats of each side")
    first_dealer = s.IntegerField()
    first_number = s.IntegerField()
    list_deals = s.IntegerField(
        allow_null=True,
        help_text="the deals of a list, if the rules of a deal depend on them and it was agreed",
    )


class HintShape(s.Serializer[Any]):
    """The availability of a choice for the next deal."""

    field = s.CharField()
    value = s.JSONField()
    is_open = s.BooleanField()
    left = s.IntegerField(allow_null=True, help_text="how often the choice remains available, if limited")


class BoardLineShape(s.Serializer[Any]):
    """A status line shown beside the totals, ready for display."""

    label = s.CharField()  # type: ignore[assignment]
    scope = s.ChoiceField(
        choices=["called", "table", "side", "seat"], help_text="called: the values are seats, counted from 0"
    )
    values = s.ListField(child=s.CharField())
    contracts = s.ListField(
        child=s.CharField(), help_text="the contracts that the line is about; empty for all"
    )


class Place(s.Serializer[Any]):
    """A player's next seat."""

    name = s.CharField()
    table = s.IntegerField()
    seat = s.IntegerField()


class SenderShape(s.Serializer[Any]):
    """The phone that wrote a version, and when."""

    phone = s.CharField(help_text="the first letters of its random ID; empty if no phone sent it")
    at = s.DateTimeField(help_text="on its clock, if it told")


class ConflictShape(s.Serializer[Any]):
    """Two versions of one deal."""

    conflict = s.IntegerField()
    cause = s.CharField()
    number = s.IntegerField()
    replaces = s.BooleanField(help_text="accepted, it replaces the row; if false, it is inserted before it")
    stored = Row(allow_null=True)
    sent = Version()
    sent_by = SenderShape()
    stored_by = SenderShape(allow_null=True)


class LateDealShape(s.Serializer[Any]):
    """A deal that came after the round was closed: waiting for the director, or with its outcome."""

    conflict = s.IntegerField()
    number = s.IntegerField(help_text="the row it was sent for")
    settlement = s.ChoiceField(
        choices=["open", "sent", "stored"],
        help_text="open: the director decides; sent: it was accepted; stored: it was rejected",
    )
    sent = Version()


class ConfirmationState(s.Serializer[Any]):
    """How results are confirmed at this event, what awaits confirmation, and who signed the sheet."""

    confirms = s.ChoiceField(choices=["never", "deals", "sheets"])
    unconfirmed = s.ListField(child=s.IntegerField())
    signed_by = s.ListField(child=s.IntegerField())


class TableShape(s.Serializer[Any]):
    """A table and its sheet."""

    id = s.UUIDField()
    event = s.DictField()
    round = s.IntegerField()
    table = s.IntegerField()
    game = s.DictField()
    options = s.DictField()
    is_open = s.BooleanField()
    is_abandoned = s.BooleanField()
    parts = PartShape(many=True)
    fields = s.ListField(child=s.DictField())  # type: ignore[assignment]
    hints = HintShape(many=True)
    board = BoardLineShape(many=True)
    has_auction = s.BooleanField()
    marks_later_deals = s.BooleanField(help_text="a correction may make later deals impossible")
    deals = Row(many=True)
    totals = s.ListField(child=s.FloatField())
    dealer = s.IntegerField()
    next_number = s.IntegerField()
    deals_counted = s.IntegerField()
    deals_expected = s.IntegerField(allow_null=True)
    is_complete = s.BooleanField()
    may_set_first_dealer = s.BooleanField()
    conflicts = ConflictShape(many=True)
    late_deals = LateDealShape(many=True)
    revision = s.IntegerField(help_text="the sheet's revision, for If-Match")
    next_table = Place(many=True, allow_null=True)
    confirmation = ConfirmationState()
    rulings = RulingShape(many=True)
    accounts = AccountShape(many=True)
    call = CallState(allow_null=True)
    clock = ClockShape(allow_null=True)
    banner = BannerShape(allow_null=True)
    timetable = TimetableShape(many=True)
