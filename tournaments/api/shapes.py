"""What is sent and answered, described for the API's documents. Descriptions only; nothing here runs."""

from typing import Any

from rest_framework import serializers as s

from tournaments.api import evening_shapes


class Violation(s.Serializer[Any]):
    """One broken rule."""

    code = s.CharField()
    field = s.CharField(allow_null=True)
    message = s.CharField()


class Refusal(s.Serializer[Any]):
    """Why not. Further keys depend on the code: `expected`, `breaks`, `conflict`, `stored`, `sent`."""

    code = s.CharField()
    message = s.CharField()


class IllegalRecord(Refusal):
    """A record the rules refuse, with every violation; or later deals that would become impossible."""

    violations = Violation(many=True, required=False)
    breaks = s.ListField(child=s.IntegerField(), required=False)


class Version(s.Serializer[Any]):
    """A record in the words of the sheet."""

    record = s.DictField()
    line = s.CharField()
    deltas = s.ListField(child=s.IntegerField(), allow_null=True, required=False)


class StoredVersion(Version):
    """The row that stands."""

    number = s.IntegerField()
    revision = s.IntegerField(help_text="of this row, for If-Match")


class Gap(Refusal):
    """A row that cannot be the next one."""

    expected = s.IntegerField(required=False, help_text="of a gap: the number that comes next")


class TwoVersions(Gap):
    """Two versions of one deal; settle them at `conflicts/{conflict}/`."""

    conflict = s.IntegerField(required=False)
    number = s.IntegerField(required=False)
    stored = StoredVersion(allow_null=True, required=False)
    sent = Version(required=False)
    revision = s.IntegerField(required=False, help_text="of the sheet, where If-Match named another one")


class WrittenDeal(s.Serializer[Any]):
    """A row that was stored."""

    number = s.IntegerField(help_text="its place on the sheet")
    deal = s.IntegerField(help_text="the counting deal it is")
    deltas = s.ListField(child=s.IntegerField())
    totals = s.ListField(child=s.IntegerField())
    revision = s.IntegerField(help_text="of this row, for If-Match")
    row = s.IntegerField(help_text="its id, wherever it moves")
    sheet_revision = s.IntegerField()
    breaks = s.ListField(child=s.IntegerField(), required=False, help_text="later rows that are marked")


class Struck(s.Serializer[Any]):
    """A row was struck out; later ones moved up."""

    number = s.IntegerField()
    totals = s.ListField(child=s.IntegerField())
    sheet_revision = s.IntegerField()
    breaks = s.ListField(child=s.IntegerField(), required=False, help_text="later rows that are marked")


class Settled(WrittenDeal):
    """A conflict was settled; with the sent version, the row as it stands now."""

    deal = s.IntegerField(required=False)
    deltas = s.ListField(child=s.IntegerField(), required=False)
    totals = s.ListField(child=s.IntegerField(), required=False)
    revision = s.IntegerField(required=False, help_text="of this row, for If-Match")
    row = s.IntegerField(required=False, help_text="its id, wherever it moves")


class FirstDealer(s.Serializer[Any]):
    """Who deals first now."""

    first_dealer = s.IntegerField()
    sheet_revision = s.IntegerField()


class Row(WrittenDeal):
    """A row as the sheet shows it."""

    sheet_revision = None  # type: ignore[assignment]
    breaks = None  # type: ignore[assignment]
    dealer = s.IntegerField()
    record = s.DictField()
    counts = s.BooleanField()
    line = s.CharField()
    facts = s.DictField()
    made = s.BooleanField(allow_null=True)
    violations = Violation(many=True)


class SeatShape(s.Serializer[Any]):
    """Who sits where."""

    seat = s.IntegerField()
    name = s.CharField()
    number = s.IntegerField()
    account = s.IntegerField(help_text="the number of whoever's points they are")


class HintShape(s.Serializer[Any]):
    """How a choice of a field stands before the next deal."""

    field = s.CharField()
    value = s.JSONField()
    is_open = s.BooleanField()
    left = s.IntegerField(allow_null=True, help_text="how often still, where that is counted")


class BoardLineShape(s.Serializer[Any]):
    """A line of what the table looks at besides its totals, ready to be shown."""

    label = s.CharField()  # type: ignore[assignment]
    scope = s.ChoiceField(choices=["table", "side", "seat"])
    values = s.ListField(child=s.CharField())


class CallShape(s.Serializer[Any]):
    """A call that may be made now."""

    call = s.CharField()
    contract = s.CharField(allow_null=True)
    bid = s.IntegerField(allow_null=True)
    announced = s.ListField(child=s.CharField())
    label = s.CharField()  # type: ignore[assignment]
    group = s.CharField(help_text="its label without the options")


class SaidCall(s.Serializer[Any]):
    """A call that was made."""

    seat = s.IntegerField()
    label = s.CharField()  # type: ignore[assignment]


class AuctionShape(s.Serializer[Any]):
    """Where an auction stands; `result` is null while calls are due."""

    turn = s.IntegerField(allow_null=True)
    legal = CallShape(many=True)
    calls = SaidCall(many=True)
    result = s.DictField(allow_null=True)
    label = s.CharField(allow_null=True, help_text="the result in words")  # type: ignore[assignment]
    violations = Violation(many=True)


class PartShape(s.Serializer[Any]):
    """A part of a sheet."""

    seats = SeatShape(many=True)
    sides = s.ListField(child=s.ListField(child=s.IntegerField()), help_text="who plays together")
    first_dealer = s.IntegerField()
    first_number = s.IntegerField()


class Place(s.Serializer[Any]):
    """Where a player sits next."""

    name = s.CharField()
    table = s.IntegerField()
    seat = s.IntegerField()


class ConflictShape(s.Serializer[Any]):
    """Two versions of one deal."""

    conflict = s.IntegerField()
    cause = s.CharField()
    number = s.IntegerField()
    stored = Row(allow_null=True)
    sent = Version()


class LateDealShape(s.Serializer[Any]):
    """A deal that came after the round was closed: what waits for the director, or what became of it."""

    conflict = s.IntegerField()
    number = s.IntegerField(help_text="the row it was sent for")
    settlement = s.ChoiceField(
        choices=["open", "sent", "stored"],
        help_text="open: the director decides; sent: it was taken; stored: it was not",
    )
    sent = Version()


class ConfirmationState(s.Serializer[Any]):
    """How results are confirmed at this event, what waits for it, and who signed the sheet."""

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
    parts = PartShape(many=True)
    fields = s.ListField(child=s.DictField())  # type: ignore[assignment]
    hints = HintShape(many=True)
    board = BoardLineShape(many=True)
    has_auction = s.BooleanField()
    marks_later_deals = s.BooleanField(help_text="a correction may make later deals impossible")
    deals = Row(many=True)
    totals = s.ListField(child=s.IntegerField())
    dealer = s.IntegerField()
    next_number = s.IntegerField()
    deals_counted = s.IntegerField()
    deals_expected = s.IntegerField(allow_null=True)
    is_complete = s.BooleanField()
    may_set_first_dealer = s.BooleanField()
    conflicts = ConflictShape(many=True)
    late_deals = LateDealShape(many=True)
    revision = s.IntegerField(help_text="of the sheet, for If-Match")
    next_table = Place(many=True, allow_null=True)
    confirmation = ConfirmationState()
    rulings = evening_shapes.RulingShape(many=True)
    accounts = evening_shapes.AccountShape(many=True)
    call = evening_shapes.CallState(allow_null=True)
    clock = evening_shapes.ClockShape(allow_null=True)


class PreviewShape(s.Serializer[Any]):
    """What a deal would do; `deltas` is null while the rules refuse it."""

    violations = Violation(many=True)
    deltas = s.ListField(child=s.IntegerField(), allow_null=True)
    totals = s.ListField(child=s.IntegerField(), allow_null=True)
    line = s.CharField(allow_null=True)
    facts = s.DictField()
    breaks = s.ListField(child=s.IntegerField())


class RippleLine(s.Serializer[Any]):
    """One line of the standings before and after a correction."""

    number = s.IntegerField()
    name = s.CharField()
    rank_before = s.IntegerField()
    rank_after = s.IntegerField()
    total_before = s.JSONField()
    total_after = s.JSONField()


class RippleShape(s.Serializer[Any]):
    """Every line that a correction would change, in the order of the ranks after it."""

    ripple = RippleLine(many=True)


class DealSent(s.Serializer[Any]):
    """The next deal."""

    number = s.IntegerField(min_value=1)
    record = s.DictField()


class RecordSent(s.Serializer[Any]):
    """A record; what belongs into it the `fields` of the table say."""

    record = s.DictField()


class CorrectionSent(RecordSent):
    """A record, which row it is for, and why it replaces the other."""

    row = s.IntegerField(
        required=False, help_text="the row's id: one that moved meanwhile is not overwritten"
    )

    reason = s.CharField(required=False, max_length=500)


class FirstDealerSent(s.Serializer[Any]):
    """A seat, 0 the first."""

    first_dealer = s.IntegerField(min_value=0)


class Choice(s.Serializer[Any]):
    """Which version is right."""

    choose = s.ChoiceField(choices=["stored", "sent"])


class PinSent(s.Serializer[Any]):
    """An entrant in person: start number and PIN of his start card."""

    number = s.IntegerField(min_value=1)
    pin = s.CharField()
    row = s.IntegerField(required=False, help_text="of a deal: the row's id, as it was seen")


class Confirmed(s.Serializer[Any]):
    """A deal that an opponent confirmed."""

    number = s.IntegerField()
    confirmed_by = s.IntegerField()
    sheet_revision = s.IntegerField()


class Signed(s.Serializer[Any]):
    """A sheet, and the start numbers that signed it as it stands."""

    signed_by = s.ListField(child=s.IntegerField())
    sheet_revision = s.IntegerField()


class EventShape(s.Serializer[Any]):
    """A published event."""

    slug = s.CharField()
    name = s.CharField()
    date = s.DateField()
    place = s.CharField()
    club = s.CharField()
    game = s.DictField()
    is_closed = s.BooleanField()


class EventList(s.Serializer[Any]):
    """What is on."""

    events = EventShape(many=True)


class TableOfRound(s.Serializer[Any]):
    """How far a table is."""

    number = s.IntegerField()
    id = s.UUIDField()
    seats = s.ListField(child=s.CharField())
    deals_counted = s.IntegerField(allow_null=True, help_text="null while it is secret")
    deals_expected = s.IntegerField(allow_null=True)


class RoundShape(s.Serializer[Any]):
    """A released round."""

    number = s.IntegerField()
    status = s.CharField()
    tables = TableOfRound(many=True)


class EventDetail(EventShape):
    """A published event and its rounds."""

    rounds = RoundShape(many=True)


class Line(s.Serializer[Any]):
    """One line of the standings; whole numbers, or exact fractions as text."""

    rank = s.IntegerField(allow_null=True, help_text="null for whoever has played too few rounds")
    number = s.IntegerField()
    name = s.CharField()
    total = s.JSONField(help_text="the first of `values`")
    values = s.DictField(child=s.JSONField(), help_text="what the line is ranked by, by name")
    rounds = s.ListField(child=s.JSONField(allow_null=True))
    tie_breaks = s.DictField(child=s.JSONField(allow_null=True), help_text="in their order, by name")


class RankingShape(s.Serializer[Any]):
    """One value that players are ranked by."""

    name = s.CharField()
    label = s.CharField()  # type: ignore[assignment]
    unit = s.ChoiceField(choices=["points", "count", "cents", "bread"])
    high_is_better = s.BooleanField()


class ListShape(s.Serializer[Any]):
    """A published list."""

    number = s.IntegerField()
    stage = s.ChoiceField(choices=["provisional", "final"])
    version = s.IntegerField(help_text="of the standings it was made from")
    digest = s.CharField(help_text="SHA-256; see /lists/{id}/")
    last_round = s.IntegerField()
    id = s.UUIDField()
    at = s.DateTimeField()


class NoteShape(s.Serializer[Any]):
    """Why a line is not what the sheets alone say: an adjustment, or a ruling on a deal."""

    number = s.IntegerField()
    name = s.CharField()
    points = s.IntegerField(help_text="added or taken; of a ruling, what the deal counts")
    reason = s.CharField()
    round = s.IntegerField(allow_null=True)
    table = s.IntegerField(allow_null=True)
    deal = s.IntegerField(allow_null=True)


class StandingsShape(s.Serializer[Any]):
    """The standings as last computed, or the published list that stands for them."""

    version = s.IntegerField()
    deals_counted = s.IntegerField()
    ranked_by = RankingShape(many=True, help_text="in the order of ranking")
    house_scoring = s.CharField(help_text="not empty where the points are the house's and not the source's")
    state = s.ChoiceField(choices=["provisional", "frozen", "final"])
    list = ListShape(allow_null=True, help_text="null while the standings are shown as computed")
    rows = Line(many=True)
    notes = NoteShape(many=True)
