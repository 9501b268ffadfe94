"""The rules as a program for phones: a worker's script for a game and a language, and Brython beside it."""

from collections.abc import Callable
from functools import wraps

from csp.constants import SELF, UNSAFE_EVAL
from csp.decorators import csp_replace
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import redirect
from django.utils.cache import patch_vary_headers
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from rules.reading import Refused
from tournaments.phone.modules import NotOnThePhone
from tournaments.phone.program import Script, brython, brython_address, program, worker_address

FOR_EVER = "public, max-age=31536000, immutable"
LANGUAGES = dict(settings.LANGUAGES)

View = Callable[..., HttpResponseBase]


def if_there_is_one(view: View) -> View:
    """A view that is a 404 where a game or a language is unknown, or where phones cannot have a game."""

    @wraps(view)
    def answer(request: HttpRequest, **names: str) -> HttpResponseBase:
        if names.get("language", "en") not in LANGUAGES:
            raise Http404
        try:
            return view(request, **names)
        except (Refused, NotOnThePhone) as error:
            raise Http404 from error

    return answer


@require_safe
@if_there_is_one
def files(request: HttpRequest, key: str) -> JsonResponse:
    """What a page of this game in the reader's language keeps: `{"worker", "files"}`."""
    worker = worker_address(key, str(get_language()))
    answer = JsonResponse({"worker": worker, "files": [worker, brython_address()]})
    answer["Cache-Control"] = "no-cache"
    patch_vary_headers(answer, ["Accept-Language", "Cookie"])
    return answer


@require_safe
@csp_replace({"script-src": [SELF, UNSAFE_EVAL]})
@if_there_is_one
def worker(request: HttpRequest, key: str, language: str, digest: str) -> HttpResponseBase:
    """The worker's script. Brython compiles by eval; the policy of this answer lets the worker, no page."""
    return sent(request, program(key, language), digest, worker_address(key, language))


@require_safe
def python(request: HttpRequest, digest: str) -> HttpResponseBase:
    """Brython."""
    return sent(request, brython(), digest, brython_address())


def sent(request: HttpRequest, script: Script, digest: str, address: str) -> HttpResponseBase:
    """A script under its own address; from the address of an older one the way to it."""
    if digest != script.digest:
        answer = redirect(address)
        answer["Cache-Control"] = "no-cache"
        return answer
    return kept_for_ever(request, script)


def kept_for_ever(request: HttpRequest, script: Script) -> HttpResponse:
    """The bytes, compressed once for all, and never asked for again."""
    is_compressed = "gzip" in request.headers.get("Accept-Encoding", "")
    body = script.compressed if is_compressed else script.text
    answer = HttpResponse(body, content_type="text/javascript; charset=utf-8")
    answer["Cache-Control"] = FOR_EVER
    answer["ETag"] = f'"{script.digest}"'
    if is_compressed:
        answer["Content-Encoding"] = "gzip"
    patch_vary_headers(answer, ["Accept-Encoding"])
    return answer
