"""Responses of all endpoints: always JSON, with conditional requests."""

from collections.abc import Iterable
from typing import Any

from django.utils.http import parse_etags
from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.parsers import BaseParser
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from scoring.sheet.operations import Result
from tournaments.services.history.sheet_chain import Answer

PRIVATE = "private, no-store"  # the answer concerns one person: no cache on the way keeps it


class JsonAlways(BaseContentNegotiation):
    """Selects the first parser and renderer: a mistyped Accept header must not lose a deal."""

    def select_parser(self, request: Request, parsers: Iterable[BaseParser]) -> BaseParser:
        """Return the only parser."""
        return next(iter(parsers))

    def select_renderer(
        self, request: Request, renderers: Iterable[BaseRenderer], format_suffix: str | None = None
    ) -> tuple[BaseRenderer, str]:
        """Return the only renderer."""
        renderer = next(iter(renderers))
        return renderer, renderer.media_type or ""


class JsonView(APIView):
    """The base class of the endpoints."""

    content_negotiation_class = JsonAlways
    caching = ""  # of an answer that does not say itself whether it may be kept

    def finalize_response(self, request: Request, response: Any, *args: Any, **more: Any) -> Any:
        """Say whether the answer may be kept."""
        finished = super().finalize_response(request, response, *args, **more)
        if self.caching:
            finished.headers.setdefault("Cache-Control", self.caching)
        return finished


STATUS_BY_RESULT = {
    Result.WRITTEN: 201,
    Result.DONE: 200,
    Result.TAKEN: 409,
    Result.STALE: 412,
    Result.LATE: 202,
}


def response_to(answer: Answer) -> Response:
    """Return a service's result as a response; the ETag is the deal's revision."""
    revision = answer.body.get("revision")
    headers = {"ETag": f'"{revision}"'} if revision is not None else {}
    return Response(answer.body, status=STATUS_BY_RESULT[answer.result], headers=headers)


def is_known(request: Request, etag: str) -> bool:
    """Return whether the client has this version already; a proxy may have weakened its ETag."""
    known: list[Any] = parse_etags(request.headers.get("If-None-Match", ""))
    return "*" in known or etag in [each.removeprefix("W/") for each in known]
