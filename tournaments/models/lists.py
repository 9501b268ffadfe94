"""Players' lists that were taken over: what their columns say in a club, and what one list changed."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.constraints import known
from tournaments.models.event import Event
from tournaments.models.history import AuthorKind
from tournaments.models.people import Club


class ListColumns(models.Model):
    """What the columns of lists with the same headings say, as the club decided it last.

    `headings_digest` is the SHA-256 of the headings in their order; `columns` maps a heading to the name of
    a column (services/lists/headings.py), as JSON; a heading that is missing there is not taken.
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
    """A list that was taken over in one step, with everything that taking it back needs.

    `entrants` and `players` are the ids of those it made; `changes` maps the id of a player to the values it
    changed, each before and after, as JSON. A forgotten player's changes go.
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
        ordering = ("event", "id")
        verbose_name = _("list that was taken over")
        verbose_name_plural = _("lists that were taken over")
        constraints = [
            known("author_kind", AuthorKind, "list_author_known", _("A list comes from a known author."))
        ]

    def __str__(self) -> str:
        return f"{self.event}, list of {len(self.entrants)} entrants"
