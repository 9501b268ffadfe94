"""Writing requests of programs: each key is carried out once, and objects are changed only as seen."""

import hashlib
from collections.abc import Callable
from typing import Any

from django.db import transaction
from django.utils.translation import gettext
from rest_framework.request import Request
from rest_framework.response import Response

from scoring.not_possible import NotPossible
from tournaments.api.http.bodies import refuse_unread
from tournaments.api.http.errors import Unreadable
from tournaments.api.http.reading import read_key, refuse_large
from tournaments.models import AuthorKind, PersonalToken, User
from tournaments.services.clubs.tokens import keep_response, stored_response
from tournaments.services.history.sheet_chain import Author, canonical

KEPT_HEADERS = ("ETag", "Location")


def once(
    request: Request, longest: int, act: Callable[[], Response], *, in_portions: bool = False
) -> Response:
    """Carry out a request with its key once, in one transaction; a repeated one gets the same response.

    A refused request stores nothing and may be repeated with the same key. A body that the endpoint did not
    read is refused too. What stores `in_portions` must change nothing where it was stored before: its key is
    kept after the last portion.
    """
    key, token = read_key(request), token_of(request)
    refuse_large(request._request, longest)
    whole = f"{request.method} {request.get_full_path()}\n".encode() + request._request.body
    digest = hashlib.sha256(whole).hexdigest()
    if in_portions:
        with transaction.atomic():
            is_new = stored_response(token=token, key=key, digest=digest) is None
        done = act() if is_new else None
    with transaction.atomic():
        before = stored_response(token=token, key=key, digest=digest)
        if before:
            return Response(before.body, before.status, headers=before.headers)
        response = done if in_portions and done else act()
        refuse_unread(request)
        headers = {name: response.headers[name] for name in KEPT_HEADERS if name in response.headers}
        keep_response(
            token=token, key=key, digest=digest,
            status=response.status_code, body=response.data, headers=headers,
        )  # fmt: skip
    return response


def token_of(request: Request) -> PersonalToken:
    """Return the token that authenticated the request."""
    assert isinstance(request.auth, PersonalToken)
    return request.auth


def person_of(request: Request) -> User:
    """Return the token's person."""
    return token_of(request).user


def by_person(request: Request) -> Author:
    """Return the author that the history records: the token's person."""
    return Author(AuthorKind.MEMBER, request.user.pk)


def etag_of(facts: Any) -> str:
    """Return the ETag of an object that can be edited."""
    return f'"{hashlib.sha256(canonical(facts).encode()).hexdigest()[:16]}"'


def answer_with_etag(facts: dict[str, Any], status: int = 200, **headers: str) -> Response:
    """Return an object that can be edited, with its ETag."""
    return Response(facts, status, headers={"ETag": etag_of(facts), **headers})


def refuse_unmatched(request: Request, current: dict[str, Any]) -> None:
    """Raise Unreadable (`if_match_missing`), NotPossible (`stale`) if the object is not as it was seen."""
    match = request.headers.get("If-Match")
    if match is None:
        raise Unreadable("if_match_missing", gettext("Send the ETag that you saw in If-Match."), 428)
    if match.strip() not in (etag_of(current), "*"):
        message = gettext("This was changed in the meantime; “current” has it as it is now.")
        raise NotPossible("stale", message, current=current)
