"""Before play: the open door of an event, and imported lists of players."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.clubs import Club
from tournaments.models.constraints import one_of
from tournaments.models.event import Event
from tournaments.models.history import AuthorKind


class Door(models.Model):
    """The door of an event while it is open: people check themselves in."""

    event = models.OneToOneField(Event, models.CASCADE, related_name="door")
    opened_at = models.DateTimeField()

    class Meta:
        ordering = ("event_id",)
        verbose_name = _("open door")
        verbose_name_plural = _("open doors")

    def __str__(self) -> str:
        return str(self.event)


class ListColumns(models.Model):
    """The meanings of columns in lists with the same headings, as last chosen by the club.

    `headings_digest` is the SHA-256 of the headings, in order; `columns` maps a heading to the name of a
    column (services/entry/lists/headings.py), as JSON; a heading missing there is not imported.
    """

    club = models.ForeignKey(Club, models.CASCADE, related_name="list_columns")
    headings_digest = models.CharField(max_length=64)
    columns = models.JSONField(default=dict)

    class Meta:
        ordering = ("club", "id")
        verbose_name = _("columns of a list")
        constraints = [
            models.UniqueConstraint(fields=("club", "headings_digest"), name="list_columns_once_per_club"),
        ]

    def __str__(self) -> str:
        return f"columns of {self.club}: {', '.join(self.columns)}"


class ListImport(models.Model):
    """A list that was imported in one step, with all data for undoing the import.

    `entrants` and `players` are the IDs of those it created; `changes` maps the ID of a player to the
    values it changed, each before and after, as JSON. Removing a player's name deletes their changes.
    """

    event = models.ForeignKey(Event, models.CASCADE, related_name="list_imports")
    at = models.DateTimeField()
    author_kind = models.CharField(max_length=10, choices=AuthorKind)
    author_id = models.BigIntegerField(null=True)
    entrants = models.JSONField(default=list)
    players = models.JSONField(default=list)
    changes = models.JSONField(default=dict)
    taken_back_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("event_id", "id")
        verbose_name = _("list that was taken over")
        verbose_name_plural = _("lists that were taken over")
        constraints = [
            one_of("author_kind", AuthorKind, "list_author_known", _("A list comes from a known author."))
        ]

    def __str__(self) -> str:
        return f"{self.event}, list of {len(self.entrants)} entrants"
