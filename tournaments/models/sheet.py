"""A table's sheet: its parts, the seats, the rows recorded so far, and the links that open it.

Values derived by the rules (dealer, points, pots) are never stored as truth; the few derived values stored
for speed are documented as such. The history of a sheet is in tournaments/models/history.py.
"""

import uuid

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.constraints import within
from tournaments.models.event import MOST_MINUTES, Entrant, Round


class Table(models.Model):
    """A table in a round, with its sheet.

    `revision` counts everything ever written to the sheet; `head` is the digest of the newest history
    entry, so that equal heads mean equal sheets.
    """

    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    round = models.ForeignKey(Round, models.CASCADE, related_name="tables")
    number = models.PositiveIntegerField(_("number"))
    revision = models.PositiveIntegerField(default=0)
    head = models.CharField(max_length=64, blank=True)
    last_activity = models.DateTimeField(null=True, blank=True)
    extra_minutes = models.PositiveIntegerField(_("extra minutes"), default=0)
    is_broken_off = models.BooleanField(_("abandoned"), default=False)

    class Meta:
        ordering = ("round_id", "number")
        verbose_name = _("table")
        constraints = [
            models.UniqueConstraint(fields=("round", "number"), name="table_number_once_per_round"),
            models.CheckConstraint(condition=Q(number__gte=1), name="table_number_from_one"),
            within(
                "extra_minutes",
                0,
                MOST_MINUTES,
                "table_minutes_possible",
                _("A table has 0 to 1440 extra minutes."),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.round}, table {self.number}"


class Part(models.Model):
    """A part of a sheet that is folded by itself: seats, first dealer, deals. A table usually has one.

    `tallies` (name to one integer per seat), `deals_counted`, `deals_marked` (rows that a correction made
    impossible) and `is_over` (the game itself has ended) are derived from the deals and stored so that lists
    need not fold every sheet; `accounts` (the start number that each seat's points go to) is derived from the
    seats and stored so that standings need not read them. `verify_event` derives all of them again.
    """

    table = models.ForeignKey(Table, models.CASCADE, related_name="parts")
    position = models.PositiveIntegerField(default=1)
    first_dealer = models.PositiveIntegerField(default=0)
    accounts = models.JSONField(default=list, blank=True)
    tallies = models.JSONField(default=dict, blank=True)
    deals_counted = models.PositiveIntegerField(default=0)
    deals_marked = models.PositiveIntegerField(default=0)
    is_over = models.BooleanField(default=False)

    class Meta:
        ordering = ("table_id", "position")
        verbose_name = _("part of a sheet")
        constraints = [
            models.UniqueConstraint(fields=("table", "position"), name="part_position_once_per_table"),
        ]

    def __str__(self) -> str:
        return f"{self.table}, part {self.position}"


class Seat(models.Model):
    """The entrant on a seat of a part, and the account that receives the seat's points."""

    part = models.ForeignKey(Part, models.CASCADE, related_name="seats")
    position = models.PositiveIntegerField(_("seat"))
    entrant = models.ForeignKey(Entrant, models.PROTECT, related_name="seats")
    account = models.ForeignKey(Entrant, models.PROTECT, related_name="accounts")

    class Meta:
        ordering = ("part_id", "position")
        verbose_name = _("seat")
        constraints = [
            models.UniqueConstraint(fields=("part", "position"), name="seat_taken_once"),
            models.UniqueConstraint(fields=("part", "entrant"), name="entrant_sits_once"),
        ]

    def __str__(self) -> str:
        return f"{self.part}, seat {self.position + 1}: {self.entrant}"


class Deal(models.Model):
    """One recorded row of a sheet. `number` is its place among the rows that are not struck out.

    `number` is null for a struck-out row. `revision` counts the versions of this row; the history has the
    older ones.
    """

    table = models.ForeignKey(Table, models.CASCADE, related_name="deals")
    part = models.ForeignKey(Part, models.CASCADE, related_name="deals")
    number = models.PositiveIntegerField(_("number"), null=True)
    record = models.JSONField()
    revision = models.PositiveIntegerField(default=1)

    class Meta:
        ordering = ("table_id", "number")
        verbose_name = _("deal")
        constraints = [
            models.UniqueConstraint(fields=("table", "number"), name="deal_number_once_per_sheet"),
            models.CheckConstraint(
                condition=Q(number__isnull=True) | Q(number__gte=1), name="deal_number_from_one"
            ),
            within("revision", 1, None, "deal_revision_from_one", _("The versions of a deal count from 1.")),
        ]

    def __str__(self) -> str:
        return f"{self.table}, deal {self.number}"


class TableLink(models.Model):
    """A link that opens one table for any number of phones, until it is revoked or the event closes.

    The token is derived from ID and generation (services/sheets/table_links.py); only its SHA-256 is
    stored.
    """

    table = models.ForeignKey(Table, models.CASCADE, related_name="links")
    generation = models.PositiveIntegerField(default=1)
    token_digest = models.CharField(max_length=64, unique=True, null=True)  # noqa: DJ001 null until the id is known
    key_fingerprint = models.CharField(max_length=16, blank=True)  # of the token's key; empty: unknown
    is_revoked = models.BooleanField(default=False)

    class Meta:
        ordering = ("table_id", "id")
        verbose_name = _("table link")
        constraints = [
            within("generation", 1, None, "table_link_from_one", _("The tokens of a link count from 1.")),
        ]

    def __str__(self) -> str:
        return f"link of {self.table}"
