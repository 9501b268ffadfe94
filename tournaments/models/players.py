"""Players, whom a club ranks, and records of one person that were merged."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.accounts import User
from tournaments.models.clubs import Club
from tournaments.models.constraints import YEARS, not_empty, one_of, within

BIRTH_YEARS = YEARS


class ShownAs(models.TextChoices):
    """How a player's name appears on public pages."""

    FULL = "full", _("full name")
    SHORT = "short", _("short: Anna K.")
    NUMBER = "number", _("start number only")


class Player(models.Model):
    """A person the club ranks, over many events; not an account.

    `categories` are the club's own keys (women, juniors). A player whose name was removed keeps the
    numbers only. Data from the member register (numbers, home club, e-mail, year of birth) appears on no
    public page. A duplicate that was merged into another record (`PlayerMerge`) has no entries of its own;
    its name and numbers still lead lists to that record.
    """

    club = models.ForeignKey(Club, models.CASCADE, related_name="players")
    name = models.CharField(_("name"), max_length=120)
    reading = models.CharField(_("reading"), max_length=120, blank=True)  # sorts Japanese names
    shown_as = models.CharField(_("shown as"), max_length=10, choices=ShownAs, default=ShownAs.FULL)
    categories = models.JSONField(_("categories"), default=list, blank=True)
    member_number = models.CharField(_("member number"), max_length=40, blank=True)
    federation_number = models.CharField(_("federation number"), max_length=40, blank=True)
    home_club = models.CharField(_("club of the player"), max_length=120, blank=True)
    email = models.EmailField(_("e-mail"), blank=True)
    birth_year = models.PositiveSmallIntegerField(_("year of birth"), null=True, blank=True)
    is_guest = models.BooleanField(_("guest of the club"), default=False)
    is_forgotten = models.BooleanField(_("name removed"), default=False)
    merged_into = models.ForeignKey(
        "self",
        models.PROTECT,
        null=True,
        blank=True,
        related_name="duplicates",
        verbose_name=_("merged into"),
    )

    class Meta:
        ordering = ("name", "id")
        verbose_name = _("player")
        indexes = [models.Index(fields=("club", "name"), name="player_by_name")]
        constraints = [
            not_empty("player_named", _("A player has a name.")),
            one_of(
                "shown_as",
                ShownAs,
                "player_shown_as_known",
                _("A player is shown by the full name, by a short one or by the start number."),
            ),
            within(
                "birth_year",
                *BIRTH_YEARS,
                "player_birth_year_possible",
                _("A year of birth lies between 1900 and 2099; leave it empty where it is not known."),
                or_null=True,
            ),
        ]

    def __str__(self) -> str:
        return self.name


class PlayerMerge(models.Model):
    """Two records of one person made one, with everything that undoing it needs.

    `entries` and `shared` are the IDs of the entrants that were the duplicate's, as player and as partner;
    `changes` maps a field of the kept record to its values before and after. Removing the person's name
    deletes `changes`.
    """

    kept = models.ForeignKey(Player, models.CASCADE, related_name="merges")
    duplicate = models.ForeignKey(Player, models.CASCADE, related_name="+")
    entries = models.JSONField(default=list)
    shared = models.JSONField(default=list)
    changes = models.JSONField(default=dict)
    author = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField(auto_now_add=True)
    undone_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("kept", "id")
        verbose_name = _("merge of players")
        verbose_name_plural = _("merges of players")
        constraints = [
            models.UniqueConstraint(
                fields=("duplicate",), condition=Q(undone_at=None), name="one_merge_per_duplicate_stands"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kept}: {self.duplicate}"
