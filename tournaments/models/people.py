"""Who is who: accounts, clubs, their members (accounts with a role) and players (people a club ranks)."""

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy


class User(AbstractUser):
    """An account. Tables and spectators never have one."""


class Club(models.Model):
    """A card club; everything else belongs to one."""

    name = models.CharField(_("name"), max_length=120)
    slug = models.SlugField(unique=True, allow_unicode=True)

    class Meta:
        ordering = ("name", "id")
        verbose_name = pgettext_lazy("card club", "club")

    def __str__(self) -> str:
        return self.name


class Role(models.TextChoices):
    """What a member may do. Owners manage the club; directors run events."""

    OWNER = "owner", _("owner")
    DIRECTOR = "director", _("director")


class Member(models.Model):
    """An account with a role in a club."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="members")
    user = models.ForeignKey(User, models.CASCADE, related_name="memberships")
    role = models.CharField(_("role"), max_length=20, choices=Role, default=Role.DIRECTOR)

    class Meta:
        ordering = ("club", "user")
        verbose_name = _("member")
        constraints = [
            models.UniqueConstraint(fields=("club", "user"), name="member_once_per_club"),
            models.CheckConstraint(condition=Q(role__in=Role.values), name="member_role_known"),
        ]

    def __str__(self) -> str:
        return f"{self.user} ({self.get_role_display()}, {self.club})"


class Player(models.Model):
    """A person the club ranks, over many events; not an account."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="players")
    name = models.CharField(_("name"), max_length=120)
    reading = models.CharField(_("reading"), max_length=120, blank=True)  # sorts Japanese names

    class Meta:
        ordering = ("name", "id")
        verbose_name = _("player")
        indexes = [models.Index(fields=("club", "name"), name="player_by_name")]

    def __str__(self) -> str:
        return self.name
