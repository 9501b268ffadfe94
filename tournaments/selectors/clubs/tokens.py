"""Personal tokens: the one that a program sends, and those of an account."""

from collections.abc import Collection

from django.db.models import QuerySet
from django.utils import timezone

from tournaments.models import PersonalToken, User
from tournaments.storage.link_keys import PERSONAL, digest_of, key_fingerprint


def get_token(secret: str) -> PersonalToken | None:
    """Return the token with this secret if it opens anything, else None.

    It has not expired, is not revoked, was made under this SECRET_KEY, and its account may sign in.
    """
    return valid_tokens([secret]).first() if secret.startswith(PERSONAL) else None


def valid_tokens(secrets: Collection[str]) -> QuerySet[PersonalToken]:
    """Return those of the tokens with these secrets that open anything."""
    return PersonalToken.objects.select_related("user").filter(
        token_digest__in=[digest_of(each) for each in secrets],
        key_fingerprint=key_fingerprint(),
        revoked_at=None,
        expires_at__gt=timezone.now(),
        user__is_active=True,
    )


def open_tokens(user: User) -> QuerySet[PersonalToken]:
    """Return the account's tokens that open something, newest first."""
    valid = {"revoked_at": None, "expires_at__gt": timezone.now(), "key_fingerprint": key_fingerprint()}
    return user.tokens.filter(**valid).order_by("-pk")


def ended_tokens(user: User) -> QuerySet[PersonalToken]:
    """Return the account's tokens that were revoked, expired or ended with their key, newest first."""
    return user.tokens.exclude(pk__in=open_tokens(user).values("pk")).order_by("-pk")
