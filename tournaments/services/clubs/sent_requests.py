"""Requests of programs that were carried out, so that a repeated one gets the same response."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext

from scoring.sheet.refusals import NotPossible
from tournaments.models import PersonalToken, SentRequest

KEPT = timedelta(days=7)


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
