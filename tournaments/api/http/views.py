"""The base classes of endpoints for programs: a token with its scope, each key once."""

from collections.abc import Sequence
from functools import partial
from typing import Any

from rest_framework.authentication import BaseAuthentication
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.http.answering import PRIVATE, JsonView
from tournaments.api.http.personal_tokens import HasScope, TokenAuthentication, TokenPace
from tournaments.api.http.reading import MAX_BODY
from tournaments.api.http.writing import once
from tournaments.models import TokenScope


class ProgramView(JsonView):
    """An endpoint for programs with a token; its refusals are problem details.

    A request that writes is carried out once for its key.
    """

    authentication_classes: Sequence[type[BaseAuthentication]] = (TokenAuthentication,)
    permission_classes: Sequence[Any] = (HasScope,)
    throttle_classes = [TokenPace]
    caching = PRIVATE
    tells_problems = True
    reads, writes = TokenScope.READ, TokenScope.DIRECT  # the scopes that a token needs
    is_open = False  # to read without a token
    runs_once = True
    longest_body = MAX_BODY

    def initial(self, request: Request, *args: Any, **place: Any) -> None:
        """Check who asks; from here on, a method that writes runs once for its key."""
        super().initial(request, *args, **place)
        method = str(request.method).lower()
        if self.runs_once and method in ("post", "put", "patch", "delete") and hasattr(self, method):
            setattr(self, method, partial(self.carry_out, getattr(self, method)))

    def carry_out(self, handler: Any, request: Request, **place: Any) -> Response:
        """Answer a request that writes; a repeated one gets the stored answer."""
        response = once(request, self.longest_body, partial(handler, request, **place))
        response.data = self.with_secrets(response.data)
        return response

    def with_secrets(self, told: Any) -> Any:
        """Return an answer with the secrets and links that are not stored with it."""
        return told


class OpenView(ProgramView):
    """An endpoint that is public to read and needs a token to write."""

    is_open = True

    @property
    def tells_problems(self) -> bool:  # type: ignore[override]
        """Return whether refusals are problem details; public endpoints keep their own form."""
        return self.request.method not in ("GET", "HEAD")
