"""Personal tokens of programs: made, revoked, each use noted; a repeated request gets the same response."""

from collections.abc import Collection, Mapping
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.crypto import get_random_string
from django.utils.translation import gettext

from scoring.not_possible import NotPossible
from tournaments.models import PersonalToken, SentRequest, TokenScope, User
from tournaments.models.lengths import longest
from tournaments.selectors.clubs.tokens import open_tokens
from tournaments.storage.link_keys import PERSONAL, digest_of, key_fingerprint
from tournaments.wording.lists import in_a_list
from tournaments.wording.refusals import QUOTED

LENGTH, HINT = 40, 8  # letters behind the prefix: 238 random bits
USUAL_DAYS, MOST_DAYS = 90, 366
MOST_TOKENS = 20  # of an account, at once
NAME_LENGTH = longest(PersonalToken, "name")
EXACT_TO = timedelta(minutes=1)  # of the last use, so that a busy program does not write with each request
KEPT = timedelta(days=7)


@transaction.atomic
def create_token(
    *, user: User, name: str, scopes: Collection[str], days: int = USUAL_DAYS
) -> tuple[PersonalToken, str]:
    """Create a token; return it with its secret, which is returned once and not stored.

    Raises NotPossible: `name_missing`, `name_too_long`, `scope_unknown`, `days_out_of_range`,
    `too_many_tokens`.
    """
    name = " ".join(name.split())
    refuse_name(name)
    refuse_scopes(scopes)
    if not 1 <= days <= MOST_DAYS:
        message = gettext("A token lasts 1 to %(most)s days, not %(found)s.")
        raise NotPossible("days_out_of_range", message % {"most": MOST_DAYS, "found": days}, field="days")
    User.objects.select_for_update().get(pk=user.pk)
    if open_tokens(user).count() >= MOST_TOKENS:
        message = gettext("An account has at most %(most)s tokens. Revoke one that is not used any more.")
        raise NotPossible("too_many_tokens", message % {"most": MOST_TOKENS})
    secret = PERSONAL + get_random_string(LENGTH)
    token = PersonalToken.objects.create(
        user=user,
        name=name,
        hint=secret[:HINT],
        token_digest=digest_of(secret),
        key_fingerprint=key_fingerprint(),
        scopes=[scope for scope in TokenScope.values if scope in scopes],
        expires_at=timezone.now() + timedelta(days=days),
    )
    return token, secret


def refuse_name(name: str) -> None:
    """Raise NotPossible (`name_missing`, `name_too_long`)."""
    if not name:
        message = gettext("Give the token a name: the program or machine that uses it.")
        raise NotPossible("name_missing", message, field="name")
    if len(name) > NAME_LENGTH:
        message = gettext("A name has at most %(most)s characters; “%(name)s…” has %(found)s.")
        values = {"most": NAME_LENGTH, "name": name[:QUOTED], "found": len(name)}
        raise NotPossible("name_too_long", message % values, field="name")


def refuse_scopes(scopes: Collection[str]) -> None:
    """Raise NotPossible (`scope_unknown`) for an unknown scope, or none at all."""
    unknown = [scope for scope in scopes if scope not in TokenScope.values]
    if unknown or not scopes:
        message = gettext("A token needs one or more of these scopes: %(known)s; not “%(found)s”.")
        values = {"known": in_a_list(TokenScope.values), "found": in_a_list(unknown)}
        raise NotPossible("scope_unknown", message % values, field="scopes")


@transaction.atomic
def revoke_token(*, token: PersonalToken) -> PersonalToken:
    """Revoke a token; it opens nothing from the next request on. Revoking it again changes nothing."""
    PersonalToken.objects.filter(pk=token.pk, revoked_at=None).update(revoked_at=timezone.now())
    token.refresh_from_db()
    return token


def revoke_all(user: User) -> None:
    """Revoke all tokens of an account whose password was changed: who knew it could have made them."""
    user.tokens.filter(revoked_at=None).update(revoked_at=timezone.now())


def note_use(token: PersonalToken) -> None:
    """Note that the token is used now."""
    now = timezone.now()
    if token.last_used_at is None or now - token.last_used_at >= EXACT_TO:
        PersonalToken.objects.filter(pk=token.pk).update(last_used_at=now)


def stored_response(*, token: PersonalToken, key: str, digest: str) -> SentRequest | None:
    """Return the response to a repeated request, else None; its token is locked until the transaction ends.

    Raises NotPossible (`key_reused`).
    """
    PersonalToken.objects.select_for_update().get(pk=token.pk)
    before = token.sent_requests.filter(key=key).first()
    if before and before.digest != digest:
        message = gettext("This idempotency key was used for another request; use a new one.")
        raise NotPossible("key_reused", message)
    return before


def keep_response(
    *, token: PersonalToken, key: str, digest: str, status: int, body: Any, headers: Mapping[str, str]
) -> None:
    """Keep a response for a week; older ones of the token are deleted."""
    token.sent_requests.filter(at__lt=timezone.now() - KEPT).delete()
    SentRequest.objects.create(
        token=token, key=key, digest=digest, status=status, body=body, headers=dict(headers)
    )
