"""Beside the accounts: what was guessed at, links that set a new password, and who changed whose password."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.people import User


class Tries(models.Model):
    """How often something was tried lately: a password, a PIN, a registration (services/tries.py).

    `key` is a keyed digest of what was tried and who tried it: no name and no address is stored.
    """

    key = models.CharField(max_length=64, unique=True)
    count = models.PositiveIntegerField(default=0)
    last_at = models.DateTimeField(db_index=True)

    class Meta:
        ordering = ("id",)
        verbose_name = _("tries")
        verbose_name_plural = _("tries")

    def __str__(self) -> str:
        return f"{self.key[:8]}: {self.count}"


class PasswordLink(models.Model):
    """Lets the holder choose a new password for one account, once; a newer link replaces it.

    The token is random and shown once; only its SHA-256 is stored. `auth_hash` is the account's session hash
    when the link was made: another password, or another SECRET_KEY, ends the link.
    """

    user = models.OneToOneField(User, models.CASCADE, related_name="password_link")
    token_digest = models.CharField(max_length=64, unique=True)
    auth_hash = models.CharField(max_length=64)
    expires_at = models.DateTimeField()

    class Meta:
        ordering = ("user",)
        verbose_name = _("password link")

    def __str__(self) -> str:
        return f"password link of {self.user}"


class AccountEntryKind(models.TextChoices):
    """What was done to an account by somebody else than its holder."""

    LINK_MADE = "link_made", _("link for a new password made")
    LINK_USED = "link_used", _("new password chosen by a link")
    PASSWORD_SET = "password_set", _("new password set at the computer")


class AccountEntry(models.Model):
    """One entry of an account's history. `author` is the owner who made a link; nobody at the computer."""

    user = models.ForeignKey(User, models.CASCADE, related_name="account_entries")
    kind = models.CharField(max_length=20, choices=AccountEntryKind)
    author = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("user", "id")
        verbose_name = _("account history entry")
        verbose_name_plural = _("account history entries")
        constraints = [
            models.CheckConstraint(
                condition=Q(kind__in=AccountEntryKind.values), name="account_entry_kind_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user}: {self.kind}"
