"""Responses to a table: what it wrote, its sheet, the round around it, its open decisions, previews."""

from typing import Any

from rest_framework import serializers as s

from tournaments.api.http.shapes_refused import Version, Violation
from tournaments.api.rounds.shapes import CallState


class WrittenDeal(s.Serializer[Any]):
    """A row that was stored."""

    number = s.IntegerField(help_text="the row's position on the sheet")
    deal = s.IntegerField(help_text="the number of the deal among those that count")
    deltas = s.ListField(child=s.FloatField())
    totals = s.ListField(child=s.FloatField())
    revision = s.IntegerField(help_text="the row's revision, for If-Match")
    row = s.IntegerField(help_text="the row's id, which does not change when it moves")
    sheet_revision = s.IntegerField()
    breaks = s.ListField(child=s.IntegerField(), required=False, help_text="later rows marked as impossible")


class Struck(s.Serializer[Any]):
    """A row was struck; later rows moved up."""

    number = s.IntegerField()
    totals = s.ListField(child=s.FloatField())
    sheet_revision = s.IntegerField()
    breaks = s.ListField(child=s.IntegerField(), required=False, help_text="later rows marked as impossible")


class Settled(WrittenDeal):
    """A conflict was settled; if the sent version was accepted, the row as it stands now."""

    deal = s.IntegerField(required=False)
    deltas = s.ListField(child=s.FloatField(), required=False)
    totals = s.ListField(child=s.FloatField(), required=False)
    revision = s.IntegerField(required=False, help_text="the row's revision, for If-Match")
    row = s.IntegerField(required=False, help_text="the row's id, which does not change when it moves")


class FirstDealer(s.Serializer[Any]):
    """The current first dealer."""

    first_dealer = s.IntegerField()
    sheet_revision = s.IntegerField()


class Confirmed(s.Serializer[Any]):
    """A deal that an opponent confirmed."""

    number = s.IntegerField()
    confirmed_by = s.IntegerField()
    sheet_revision = s.IntegerField()


class Signed(s.Serializer[Any]):
    """A sheet, and the start numbers that signed its current state."""

    signed_by = s.ListField(child=s.IntegerField())
    sheet_revision = s.IntegerField()


class RulingShape(s.Serializer[Any]):
    """A deal that counts with other points than recorded."""

    number = s.IntegerField()
    points = s.ListField(child=s.FloatField(), help_text="the points that count for each seat")
    reason = s.CharField()


class AccountShape(s.Serializer[Any]):
    """An account's points for the whole sheet, over all its parts and with rulings; often not needed."""

    number = s.IntegerField()
    name = s.CharField()
    total = s.IntegerField()


class ClockShape(s.Serializer[Any]):
    """The round's clock for this table; null if none was started or the round is closed."""

    ends_at = s.IntegerField(allow_null=True, help_text="milliseconds since 1970; null while paused")
    left = s.IntegerField(
        allow_null=True, help_text="milliseconds left at the time of the response; negative after the end"
    )
    is_last_deal = s.BooleanField()
    extra_minutes = s.IntegerField(help_text="extra minutes of this table, already included")
    now = s.IntegerField(help_text="the server's time of the response, in milliseconds since 1970")


class BannerShape(s.Serializer[Any]):
    """What the director tells all tables; null without it."""

    text = s.CharField()
    ends = s.IntegerField(allow_null=True, help_text="milliseconds since 1970; null until it is taken down")


class TimetableShape(s.Serializer[Any]):
    """A time of the event's day, and what happens then."""

    at = s.IntegerField(help_text="milliseconds since 1970")
    time = s.CharField(help_text="in the time zone of the server, such as 20:15")
    what = s.CharField()


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
    called = s.CharField(help_text="a short name that no other player of the table has")
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


class CallAnswer(s.Serializer[Any]):
    """The newest call of a table, and the clock of its round."""

    call = CallState(allow_null=True)
    clock = ClockShape(allow_null=True, required=False)


class CallShape(s.Serializer[Any]):
    """A call that is legal now."""

    call = s.CharField()
    contract = s.CharField(allow_null=True)
    bid = s.IntegerField(allow_null=True)
    announced = s.ListField(child=s.CharField())
    label = s.CharField()  # type: ignore[assignment]
    group = s.CharField(help_text="the call's label without the options")


class SaidCall(s.Serializer[Any]):
    """A call that was made."""

    seat = s.IntegerField()
    label = s.CharField()  # type: ignore[assignment]


class AuctionShape(s.Serializer[Any]):
    """The state of an auction; `result` is null while calls are due."""

    turn = s.IntegerField(allow_null=True)
    legal = CallShape(many=True)
    calls = SaidCall(many=True)
    result = s.DictField(allow_null=True)
    label = s.CharField(allow_null=True, help_text="the result in words")  # type: ignore[assignment]
    violations = Violation(many=True)


class PreviewShape(s.Serializer[Any]):
    """The effect of a deal; `deltas` is null while the rules refuse it."""

    violations = Violation(many=True)
    deltas = s.ListField(child=s.FloatField(), allow_null=True)
    totals = s.ListField(child=s.FloatField(), allow_null=True)
    line = s.CharField(allow_null=True)
    notes = s.ListField(child=s.CharField(), help_text="how the points of the deal are computed")
    facts = s.DictField()
    breaks = s.ListField(child=s.IntegerField())


class ImpactLine(s.Serializer[Any]):
    """One row of the standings before and after a correction."""

    number = s.IntegerField()
    name = s.CharField()
    rank_before = s.IntegerField(help_text="without a rank, the position in the list")
    rank_after = s.IntegerField(help_text="without a rank, the position in the list")
    is_ranked_before = s.BooleanField()
    is_ranked_after = s.BooleanField()
    total_before = s.JSONField()
    total_after = s.JSONField()


class CorrectionImpactShape(s.Serializer[Any]):
    """Every row that a correction would change, in the order of the new ranks."""

    correction_impact = ImpactLine(many=True)
