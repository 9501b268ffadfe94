"""Personal tokens, and who the program knows by what their requests show."""

from collections.abc import Collection, Sequence

from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.models import Session
from django.db.models import QuerySet
from django.utils import timezone

from server.visitors import LINK, SESSION, TOKEN
from tournaments.models import PersonalToken, User
from tournaments.selectors.clubs.permissions import helper_links
from tournaments.storage.link_keys import PERSONAL, digest_of, key_fingerprint

Shown = tuple[str, str]  # kind and value


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


def get_own_token(user: User, pk: int) -> PersonalToken | None:
    """Return a token of the account by ID, or None."""
    return user.tokens.filter(pk=pk).first()


def known_visitors(shown: Sequence[Sequence[str]]) -> list[Shown]:
    """Return those of these pairs of kind and value that somebody got from the program; three queries."""
    values = {kind: [value for each, value in shown if each == kind] for kind in (SESSION, LINK, TOKEN)}
    sessions = Session.objects.filter(session_key__in=values[SESSION], expire_date__gt=timezone.now())
    signed_in = [each.session_key for each in sessions if SESSION_KEY in each.get_decoded()]
    links = {each.token_digest for each in helper_links(values[LINK])} if values[LINK] else set()
    tokens = {each.token_digest for each in valid_tokens(values[TOKEN])} if values[TOKEN] else set()
    return [
        *((SESSION, key) for key in signed_in),
        *((LINK, value) for value in values[LINK] if digest_of(value) in links),
        *((TOKEN, value) for value in values[TOKEN] if digest_of(value) in tokens),
    ]
