"""Clubs, their members (accounts with a role), invitations, templates of events, the history of a club."""

import uuid

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.models.accounts import User
from tournaments.models.constraints import not_empty


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
        constraints = [not_empty("club_named", _("A club has a name."))]

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


class Invitation(models.Model):
    """A link that gives one account a role in a club, once, until it expires or is revoked.

    Its token is derived from the random public ID (services/clubs/joining.py); only its SHA-256 is
    stored. A role for one evening ends a day and a half after the invitation is accepted.
    """

    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    club = models.ForeignKey(Club, models.CASCADE, related_name="invitations")
    role = models.CharField(_("role"), max_length=20, choices=Role)
    name = models.CharField(_("for whom"), max_length=80, blank=True)
    is_for_one_evening = models.BooleanField(_("for one evening"), default=False)
    token_digest = models.CharField(max_length=64, unique=True)
    key_fingerprint = models.CharField(max_length=16)
    made_by = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+")
    made_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField()
    used_by = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+")
    used_at = models.DateTimeField(null=True)
    revoked_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("club", "id")
        verbose_name = _("invitation")
        constraints = [
            models.CheckConstraint(condition=Q(role__in=Role.values), name="invitation_role_known"),
            models.CheckConstraint(
                condition=~Q(role=Role.OWNER, is_for_one_evening=True), name="owner_invited_for_good"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.get_role_display()} of {self.club}"


class Emblem(models.Model):
    """The picture that a club shows on its pages and papers: PNG, at most 600 pixels wide and high.

    `digest` is the SHA-256 of the picture, and a part of its address.
    """

    club = models.OneToOneField(Club, models.CASCADE, related_name="emblem")
    picture = models.BinaryField()
    digest = models.CharField(max_length=64)

    class Meta:
        ordering = ("club",)
        verbose_name = _("emblem")
        verbose_name_plural = _("emblems")

    def __str__(self) -> str:
        return str(self.club)


class ClubChangeKind(models.TextChoices):
    """The kind of a change to a club."""

    INVITED = "invited", _("invitation created")
    UNINVITED = "uninvited", _("invitation revoked")
    JOINED = "joined", _("invitation accepted")
    MERGED = "merged", _("players merged")
    UNMERGED = "unmerged", _("merge of players undone")
    RENAMED = "renamed", _("club renamed")
    EVENT_DELETED = "event_deleted", _("event deleted")


class ClubChange(models.Model):
    """One entry of a club's history; `facts` are IDs and keys, and names of clubs and events only."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="entries")
    kind = models.CharField(max_length=20, choices=ClubChangeKind)
    facts = models.JSONField(default=dict)
    author = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("club", "id")
        verbose_name = _("club history entry")
        verbose_name_plural = _("club history entries")
        constraints = [
            models.CheckConstraint(condition=Q(kind__in=ClubChangeKind.values), name="club_entry_kind_known"),
        ]

    def __str__(self) -> str:
        return f"{self.club}: {self.kind}"


class ClubTemplate(models.Model):
    """The settings of an event under a name, as they were when they were saved.

    `settings` maps the fields of services/events/copying.py to their values as JSON; `capacities` are pairs
    of a table and the number of players it holds.
    """

    club = models.ForeignKey(Club, models.CASCADE, related_name="templates")
    name = models.CharField(_("name"), max_length=120)
    game = models.CharField(_("game"), max_length=40)
    settings = models.JSONField(default=dict)
    capacities = models.JSONField(default=list)

    class Meta:
        ordering = ("club", "name")
        verbose_name = _("template of the club")
        verbose_name_plural = _("templates of the club")
        constraints = [
            models.UniqueConstraint(fields=("club", "name"), name="template_once_per_club"),
            not_empty("template_named", _("A template has a name.")),
        ]

    def __str__(self) -> str:
        return self.name
