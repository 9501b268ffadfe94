"""History of a sheet and an event, append-only; pending deals; stored responses."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.constraints import one_of, within
from tournaments.models.event import Event
from tournaments.models.sheet import Deal, Table


class AuthorKind(models.TextChoices):
    """The kind of author of a change."""

    LINK = "link", _("table link")
    MEMBER = "member", _("member")
    PAPER = "paper", _("typed from paper")
    PHOTO = "photo", _("read from a photo")
    DEMO = "demo", _("demonstration")
    ENTRANT = "entrant", _("entrant, by PIN")
    HELPER = "helper", _("helper of the evening")


class SheetChangeKind(models.TextChoices):
    """The kind of a change to a sheet."""

    RECORDED = "recorded", _("recorded")
    CORRECTED = "corrected", _("corrected")
    STRUCK = "struck", _("struck out")
    INSERTED = "inserted", _("inserted")
    FIRST_DEALER = "first_dealer", _("first dealer set")
    CONFIRMED = "confirmed", _("confirmed")
    SIGNED = "signed", _("sheet signed")
    RESEATED = "reseated", _("seats changed")
    SETTLED = "settled", _("conflict settled, the stored version kept")
    COMPARED = "compared", _("compared with the totals on paper")
    UPHELD = "upheld", _("confirmed against the totals on paper")
    TYPED_TWICE = "typed_twice", _("typed a second time")


class ChainEntry(models.Model):
    """Fields of every chain entry: its number, author and time, and the digests that link it to the previous.

    `digest` covers the previous digest, IDs, kinds, numbers and times only: no name, no address, no free
    text (a reason is covered by a salted digest; its text is stored in a `ReasonText`).
    """

    number = models.PositiveIntegerField()
    author_kind = models.CharField(max_length=10, choices=AuthorKind)
    author_id = models.BigIntegerField(null=True)
    at = models.DateTimeField()
    reason_digest = models.CharField(max_length=64, blank=True)
    previous = models.CharField(max_length=64, blank=True)
    digest = models.CharField(max_length=64)

    class Meta:
        abstract = True


class ReasonText(models.Model):
    """A reason as free text; can be deleted without breaking the chain."""

    text = models.TextField(_("reason"), max_length=500)
    salt = models.CharField(max_length=32)

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return self.text


class SheetChange(ChainEntry):
    """One accepted change of a sheet; its `number` is the sheet's revision after it.

    `device` is the random ID a phone chose for itself, `device_at` the time on its clock. `record` is the
    row, the first dealer, the seats or (`COMPARED`) the totals on paper; for `UPHELD` the sheet's own totals
    that a director confirmed although the paper says otherwise; for `TYPED_TWICE` how many rows were typed
    again, and the numbers of those that differed.
    """

    table = models.ForeignKey(Table, models.CASCADE, related_name="entries")
    kind = models.CharField(max_length=20, choices=SheetChangeKind)
    deal = models.ForeignKey(Deal, models.CASCADE, null=True, related_name="entries")
    deal_number = models.PositiveIntegerField(null=True)
    deal_revision = models.PositiveIntegerField(null=True)
    record = models.JSONField(null=True)
    device = models.CharField(max_length=40, blank=True)
    device_at = models.DateTimeField(null=True)

    class Meta:
        db_table = "tournaments_entry"
        ordering = ("table_id", "number")
        verbose_name = _("history entry")
        verbose_name_plural = _("history entries")
        constraints = [
            models.UniqueConstraint(fields=("table", "number"), name="entry_number_once_per_sheet"),
            models.CheckConstraint(condition=Q(kind__in=SheetChangeKind.values), name="entry_kind_known"),
        ]

    def __str__(self) -> str:
        return f"{self.table}, entry {self.number}: {self.kind}"


class Reason(ReasonText):
    """The reason of a change to a sheet."""

    entry = models.OneToOneField(SheetChange, models.CASCADE, related_name="reason")

    class Meta:
        ordering = ("entry",)
        verbose_name = _("reason")


class EventChangeKind(models.TextChoices):
    """The kind of a change to an event, by the director or by others."""

    SEED_COMMITTED = "seed_committed", _("registration closed, seed committed")
    DRAWN = "drawn", _("drawn")
    DRAW_DISCARDED = "draw_discarded", _("draw discarded")
    SWAPPED = "swapped", _("seats swapped by hand")
    ROUND_RELEASED = "round_released", _("round opened")
    ROUND_CLOSED = "round_closed", _("round closed")
    ROUND_REOPENED = "round_reopened", _("round reopened")
    LINK_RENEWED = "link_renewed", _("table link renewed")
    LINK_REVOKED = "link_revoked", _("table link revoked")
    ENTERED = "entered", _("entered")
    WITHDRAWN = "withdrawn", _("taken out")
    CHECKED_IN = "checked_in", _("checked in")
    CHECKED_OUT = "checked_out", _("check-in undone")
    PIN_RENEWED = "pin_renewed", _("new PIN created")
    LEFT = "left", _("left early")
    PAID = "paid", _("money taken or given")
    ADJUSTED = "adjusted", _("points adjusted")
    RULED = "ruled", _("ruling on a deal")
    TAKEN_BACK = "taken_back", _("adjustment or ruling undone")
    RESEATED = "reseated", _("seats changed at a table")
    BROKEN_OFF = "broken_off", _("table abandoned")
    CLOCK = "clock", _("round clock")
    HELPER = "helper", _("helper let in or out")
    SETTINGS = "settings", _("settings changed")
    SIGNED_OFF = "signed_off", _("signed off")
    PUBLISHED = "published", _("standings published")
    FORGOTTEN = "forgotten", _("name removed")
    MERGED = "merged", _("players merged")
    UNMERGED = "unmerged", _("merge of players undone")
    CANCELLED = "cancelled", _("event cancelled")
    UNCANCELLED = "uncancelled", _("cancellation undone")
    LISTED = "listed", _("listed or hidden")
    HALL = "hall", _("told to the hall")
    EVENT_CLOSED = "event_closed", _("event closed")
    EVENT_REOPENED = "event_reopened", _("event reopened")


class EventChange(ChainEntry):
    """A change of an event beside its sheets; `facts` are IDs, numbers and keys."""

    event = models.ForeignKey(Event, models.CASCADE, related_name="entries")
    kind = models.CharField(max_length=20, choices=EventChangeKind)
    facts = models.JSONField(default=dict)

    class Meta:
        db_table = "tournaments_evententry"
        ordering = ("event_id", "number")
        indexes = [models.Index(fields=("kind", "at"), name="event_change_kind_at")]
        verbose_name = _("event history entry")
        verbose_name_plural = _("event history entries")
        constraints = [
            models.UniqueConstraint(fields=("event", "number"), name="event_entry_number_once"),
            models.CheckConstraint(
                condition=Q(kind__in=EventChangeKind.values), name="event_entry_kind_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.event}, entry {self.number}: {self.kind}"


class EventReason(ReasonText):
    """The reason of a change to an event."""

    entry = models.OneToOneField(EventChange, models.CASCADE, related_name="reason")

    class Meta:
        ordering = ("entry",)
        verbose_name = _("reason of an event's entry")


class Cause(models.TextChoices):
    """Why a deal is pending instead of stored."""

    TAKEN = "taken", _("another record stands under this number")
    STALE = "stale", _("the deal was changed in the meantime")
    LATE = "late", _("the round was closed")


class Settlement(models.TextChoices):
    """How a pending deal was settled."""

    OPEN = "open", _("open")
    STORED = "stored", _("the stored version was kept")
    SENT = "sent", _("the sent version was taken")


class PendingDeal(models.Model):
    """A version that was sent but not accepted: a conflict for the table, or a late deal for the director.

    `device` is the random ID of the phone that sent it, `device_at` the time on its clock.
    """

    table = models.ForeignKey(Table, models.CASCADE, related_name="parked")
    cause = models.CharField(max_length=10, choices=Cause)
    deal = models.ForeignKey(Deal, models.CASCADE, null=True, related_name="parked")
    number = models.PositiveIntegerField()
    record = models.JSONField()
    settlement = models.CharField(max_length=10, choices=Settlement, default=Settlement.OPEN)
    author_kind = models.CharField(max_length=10, choices=AuthorKind)
    author_id = models.BigIntegerField(null=True)
    device = models.CharField(max_length=40, blank=True, default="")
    device_at = models.DateTimeField(null=True)
    at = models.DateTimeField()

    class Meta:
        db_table = "tournaments_parkeddeal"
        ordering = ("table_id", "id")
        verbose_name = _("pending deal")
        constraints = [
            models.CheckConstraint(condition=Q(cause__in=Cause.values), name="parked_cause_known"),
            models.CheckConstraint(
                condition=Q(settlement__in=Settlement.values), name="parked_settlement_known"
            ),
            one_of("author_kind", AuthorKind, "parked_author_known", _("A deal is sent by a known author.")),
            within("number", 1, None, "parked_number_from_one", _("The deals of a sheet count from 1.")),
        ]

    def __str__(self) -> str:
        return f"{self.table}, deal {self.number}, pending: {self.cause}"


class ResponseResult(models.TextChoices):
    """The result of a writing request, in the words of scoring/sheet/operations.py."""

    WRITTEN = "written", _("written as a new row")
    DONE = "done", _("done")
    TAKEN = "taken", _("kept: another record stands under this number")
    STALE = "stale", _("kept: the deal was changed in the meantime")
    LATE = "late", _("kept: the round was closed")


class StoredResponse(models.Model):
    """The response to a writing request, stored with its key: a repeated request gets the same response."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="replies")
    key = models.CharField(max_length=255)
    body_digest = models.CharField(max_length=64)
    result = models.CharField(max_length=10, choices=ResponseResult, default=ResponseResult.DONE)
    body = models.JSONField()

    class Meta:
        db_table = "tournaments_reply"
        ordering = ("table_id", "id")
        verbose_name = _("stored response")
        verbose_name_plural = _("stored responses")
        constraints = [
            models.UniqueConstraint(fields=("table", "key"), name="reply_key_once_per_sheet"),
            models.CheckConstraint(condition=Q(result__in=ResponseResult.values), name="reply_result_known"),
        ]

    def __str__(self) -> str:
        return f"{self.table}, response: {self.result}"
