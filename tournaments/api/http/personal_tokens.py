"""Authentication by a personal token: `Authorization: Bearer sti_...`. No cookie opens these endpoints."""

from typing import Any

from django.core.cache import caches
from django.utils.translation import gettext
from rest_framework.authentication import BaseAuthentication
from rest_framework.exceptions import AuthenticationFailed, NotAuthenticated, PermissionDenied
from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.throttling import SimpleRateThrottle

from server.streams import LOOK
from tournaments.models import PersonalToken, User
from tournaments.selectors.clubs.tokens import get_token
from tournaments.services.clubs.tokens import note_use

SCHEME = "Bearer"


class TokenInvalid(AuthenticationFailed):
    """The token is unknown, revoked or expired, or its account has ended."""

    default_code = "token_invalid"


class TokenMissing(NotAuthenticated):
    """The request has no token."""

    default_code = "token_missing"


class ScopeMissing(PermissionDenied):
    """The token lacks the scope of this request."""

    default_code = "scope_missing"


class TokenAuthentication(BaseAuthentication):
    """A personal token; a request without one is anonymous."""

    def authenticate(self, request: Request) -> tuple[User, PersonalToken] | None:
        """Return the account and its token. Raises TokenInvalid."""
        scheme, _, secret = request.headers.get("Authorization", "").partition(" ")
        if scheme.lower() != SCHEME.lower():
            return None
        token = get_token(secret.strip())
        if token is None:
            raise TokenInvalid(gettext("This token is unknown, revoked or expired; make a new one."))
        note_use(token)
        return token.user, token

    def authenticate_header(self, request: Request) -> str:
        """Return the challenge of a 401."""
        return SCHEME


class HasScope(BasePermission):
    """Permits a request whose token has the scope that the view asks for; every token a refused method."""

    def has_permission(self, request: Request, view: Any) -> bool:
        """Return True. Raises TokenMissing, ScopeMissing."""
        reads, is_answered = request.method in ("GET", "HEAD"), hasattr(view, str(request.method).lower())
        writes = is_answered and not reads and request.method != "OPTIONS"
        if view.is_open and not writes:
            return True
        if not isinstance(request.auth, PersonalToken):
            raise TokenMissing(gettext("Send a personal token: “Authorization: Bearer sti_...”."))
        scope = view.reads if reads and is_answered else view.writes if writes else None
        if scope and scope not in request.auth.scopes:
            message = gettext("This token lacks the scope “%(scope)s”.") % {"scope": scope}
            raise ScopeMissing(message)
        return True


class TokenPace(SimpleRateThrottle):
    """The number of requests that one token may send; counted in the database, as Redis may be away.

    A stream is one request, however long it lasts.
    """

    rate = "600/min"

    def __init__(self) -> None:
        super().__init__()
        self.cache = caches["database"]

    def get_cache_key(self, request: Request, view: Any) -> str | None:
        """Return the key of the token; None where there is none."""
        is_counted = isinstance(request.auth, PersonalToken) and LOOK not in request.META
        return f"token-{request.auth.pk}" if is_counted else None
