"""A draw: its committed seed, its request, the search's progress, and the director's constraints."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.constraints import within
from tournaments.models.event import Entrant, Event, Round


class DrawStatus(models.TextChoices):
    """From the committed seed to tables; discarded draws are kept, so that repeated drawing is visible."""

    COMMITTED = "committed", _("seed committed")
    SEARCHING = "searching", _("being drawn")
    DONE = "done", _("drawn")
    REFUSED = "refused", _("not possible")
    DISCARDED = "discarded", _("discarded")


class DrawMode(models.TextChoices):
    """How rounds are drawn: all at once, or only the next one by one of the other modes."""

    ALL = "all", _("all rounds at once, as few repeat meetings as can be")
    RANDOM = "random", _("by lot, repeat meetings avoided")
    STANDINGS = "standings", _("by standings: leaders together, repeat meetings avoided")
    SNAKE = "snake", _("balanced tables: strong and weak mixed by standings")
    WINNERS_STAY = "winners_stay", _("winners stay, the others move on by one table")
    FIXED = "fixed", _("the same seats again")


class Draw(models.Model):
    """One draw of an event, for one round or several.

    `seed` (16 random bytes, hexadecimal) stays secret until a round of the draw is released; its hash and
    the hash of `committed_numbers`, the start numbers at that time, are published before. `numbers` are the
    start numbers drawn from, `sizes` those allowed with the standard one first; `wishes` as
    selectors/draw/constraints.py reads them. `steps` is the limit of the search, `steps_done` the steps
    taken; `searched_at` is when a worker last reported on its search.
    """

    event = models.ForeignKey(Event, models.CASCADE, related_name="draws")
    number = models.PositiveIntegerField(_("number"))
    status = models.CharField(_("status"), max_length=10, choices=DrawStatus, default=DrawStatus.COMMITTED)
    seed = models.CharField(max_length=32)
    committed_numbers = models.JSONField(default=list)
    committed_at = models.DateTimeField()
    revealed_at = models.DateTimeField(null=True)
    mode = models.CharField(_("how"), max_length=12, choices=DrawMode, default=DrawMode.RANDOM)
    first_round = models.PositiveIntegerField(default=1)
    rounds_wanted = models.PositiveIntegerField(_("rounds"), default=1)
    numbers = models.JSONField(default=list)
    ranking = models.JSONField(default=list)
    sizes = models.JSONField(default=list)
    sit_outs = models.PositiveIntegerField(default=0)
    wishes = models.JSONField(default=dict)
    steps = models.PositiveIntegerField(default=0)
    steps_done = models.PositiveIntegerField(default=0)
    searched_at = models.DateTimeField(null=True)
    repeats = models.PositiveIntegerField(null=True)
    is_stopped = models.BooleanField(default=False)
    problem = models.TextField(blank=True)

    class Meta:
        ordering = ("event_id", "number")
        verbose_name = _("draw")
        constraints = [
            models.UniqueConstraint(fields=("event", "number"), name="draw_number_once_per_event"),
            models.CheckConstraint(condition=Q(status__in=DrawStatus.values), name="draw_status_known"),
            models.CheckConstraint(condition=Q(mode__in=DrawMode.values), name="draw_mode_known"),
            within("first_round", 1, None, "draw_first_round_from_one", _("Rounds count from 1.")),
            within("rounds_wanted", 1, None, "draw_rounds_from_one", _("A draw has one round at least.")),
        ]

    def __str__(self) -> str:
        return f"Draw {self.number}"


class DrawConstraintKind(models.TextChoices):
    """The kinds of constraints for every draw."""

    APART = "apart", _("keep apart")
    PARTNERS = "partners", _("partners, opposite each other")
    NEW_PARTNERS = "anew", _("a new partner in each round, by lot")
    TABLE = "table", _("always at this table")
    SEAT = "seat", _("always on this seat")
    CAPACITY = "capacity", _("at most so many players at this table")


MOST_TABLES, MOST_SEATS = 9999, 99  # of a constraint


class DrawConstraint(models.Model):
    """What every draw keeps: two entrants, one and a number, a table and its room, or a kind alone."""

    event = models.ForeignKey(Event, models.CASCADE, related_name="wishes")
    kind = models.CharField(_("kind"), max_length=10, choices=DrawConstraintKind)
    entrant = models.ForeignKey(Entrant, models.CASCADE, null=True, related_name="wishes")
    other = models.ForeignKey(Entrant, models.CASCADE, null=True, related_name="wishes_of_others")
    table = models.PositiveIntegerField(_("table"), null=True)
    number = models.PositiveIntegerField(_("number"), null=True)

    class Meta:
        db_table = "tournaments_wish"
        ordering = ("event_id", "kind", "id")
        verbose_name = _("draw constraint")
        verbose_name_plural = _("draw constraints")
        constraints = [
            models.CheckConstraint(condition=Q(kind__in=DrawConstraintKind.values), name="wish_kind_known"),
        ]

    def __str__(self) -> str:
        whom = self.entrant or f"table {self.table}"
        return f"{whom}, {self.kind} {self.other or self.number or ''}".strip()


class SitOut(models.Model):
    """A present entrant who sits out a round, so that the others fill whole tables."""

    round = models.ForeignKey(Round, models.CASCADE, related_name="sit_outs")
    entrant = models.ForeignKey(Entrant, models.CASCADE, related_name="sit_outs")

    class Meta:
        ordering = ("round_id", "entrant__number")
        verbose_name = _("player sitting out")
        constraints = [
            models.UniqueConstraint(fields=("round", "entrant"), name="sits_out_once_per_round"),
        ]

    def __str__(self) -> str:
        return f"{self.round}: {self.entrant} sits out"
