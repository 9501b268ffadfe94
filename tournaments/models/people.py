"""People: accounts, clubs, their members (accounts with a role) and players (ranked by a club)."""

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.models.constraints import YEARS, known, named, within

BIRTH_YEARS = YEARS


class User(AbstractUser):
    """A user account. Tables and spectators never have one."""


class Club(models.Model):
    """A card club; all other objects belong to one.

    `revision` counts changes of what its events show of the club: its names, players, teams and series.
    """

    name = models.CharField(_("name"), max_length=120)
    slug = models.SlugField(unique=True, allow_unicode=True)
    revision = models.PositiveIntegerField(default=0)

    class Meta:
        ordering = ("name", "id")
        verbose_name = pgettext_lazy("card club", "club")
        constraints = [named("club_named", _("A club has a name."))]

    def __str__(self) -> str:
        return self.name


class Role(models.TextChoices):
    """The rights of a member, or of a helper at one event (selectors/clubs/permissions.py).

    Owners manage the club; directors run events; scorers enter and correct sheets; cashiers check entrants
    in and take fees; referees rule on deals.
    """

    OWNER = "owner", _("owner")
    DIRECTOR = "director", _("director")
    SCORER = "scorer", _("scorer")
    CASHIER = "cashier", _("cashier")
    REFEREE = "referee", _("referee")


class Member(models.Model):
    """An account with a role in a club, for good or until `ends_at`; an owner is one for good."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="members")
    user = models.ForeignKey(User, models.CASCADE, related_name="memberships")
    role = models.CharField(_("role"), max_length=20, choices=Role, default=Role.DIRECTOR)
    ends_at = models.DateTimeField(_("ends"), null=True, blank=True)

    class Meta:
        ordering = ("club", "user")
        verbose_name = _("member")
        constraints = [
            models.UniqueConstraint(fields=("club", "user"), name="member_once_per_club"),
            models.CheckConstraint(condition=Q(role__in=Role.values), name="member_role_known"),
            models.CheckConstraint(
                condition=~Q(role=Role.OWNER) | Q(ends_at__isnull=True), name="owner_for_good"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user} ({self.get_role_display()}, {self.club})"


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
            named("player_named", _("A player has a name.")),
            known(
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
