"""Accounts, and beside them throttled attempts, password links and tokens, the history of passwords."""

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class User(AbstractUser):
    """A user account. Tables and spectators never have one."""


class Tries(models.Model):
    """Recent attempts at a password, a PIN or a registration (services/clubs/throttling.py).

    `key` is a keyed digest of the subject and the client: no name and no address is stored.
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
    """A link for choosing a new password for one account, once; a newer link replaces it.

    The token is random and shown once; only its SHA-256 is stored. `auth_hash` is the account's session
    hash when the link was made: another password, or another SECRET_KEY, ends the link.
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


class TokenScope(models.TextChoices):
    """The rights of a personal token; it never has more rights than its account."""

    READ = "read", _("read what you may see, unpublished events too")
    WRITE = "write", _("change people, check-in and sheets")
    DIRECT = "direct", _("set up events, draw, close, rule, publish")


class PersonalToken(models.Model):
    """A token by which a program acts for one account, until it expires or is revoked.

    The token is random and shown once; only its SHA-256 is stored. `hint` is its beginning, by which its
    person tells it from others. It ends with the SECRET_KEY it was made under. `last_used_at` is exact to a
    minute.
    """

    user = models.ForeignKey(User, models.CASCADE, related_name="tokens")
    name = models.CharField(_("name"), max_length=80)
    hint = models.CharField(max_length=12)
    token_digest = models.CharField(max_length=64, unique=True)
    key_fingerprint = models.CharField(max_length=16, default="")
    scopes = models.JSONField(default=list)
    made_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField()
    last_used_at = models.DateTimeField(null=True)
    revoked_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("user", "-id")
        verbose_name = _("personal token")
        verbose_name_plural = _("personal tokens")
        constraints = [
            models.CheckConstraint(condition=~Q(name=""), name="token_named"),
        ]

    def __str__(self) -> str:
        return f"{self.user}, token {self.name}"


class SentRequest(models.Model):
    """A writing request of a program that was carried out, and its response, kept for a week."""

    token = models.ForeignKey(PersonalToken, models.CASCADE, related_name="sent_requests")
    key = models.CharField(max_length=255)
    digest = models.CharField(max_length=64)
    status = models.PositiveSmallIntegerField()
    body = models.JSONField(null=True)
    headers = models.JSONField(default=dict)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("token", "id")
        verbose_name = _("request of a program")
        verbose_name_plural = _("requests of programs")
        constraints = [
            models.UniqueConstraint(fields=("token", "key"), name="request_key_once_per_token"),
        ]

    def __str__(self) -> str:
        return f"{self.token}, {self.status}"


class AccountChangeKind(models.TextChoices):
    """A change to an account made by someone other than its holder."""

    LINK_MADE = "link_made", _("link for a new password created")
    LINK_USED = "link_used", _("new password chosen by a link")
    PASSWORD_SET = "password_set", _("new password set at the computer")


class AccountChange(models.Model):
    """One entry of an account's history. `author` is the owner who made a link; null at the computer."""

    user = models.ForeignKey(User, models.CASCADE, related_name="account_entries")
    kind = models.CharField(max_length=20, choices=AccountChangeKind)
    author = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        db_table = "tournaments_accountentry"
        ordering = ("user", "id")
        verbose_name = _("account history entry")
        verbose_name_plural = _("account history entries")
        constraints = [
            models.CheckConstraint(
                condition=Q(kind__in=AccountChangeKind.values), name="account_entry_kind_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user}: {self.kind}"
