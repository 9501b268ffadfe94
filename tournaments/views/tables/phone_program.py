"""The rules as a program for phones: a worker script per game and language, and Brython."""

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
    """Return 404 for an unknown game or language, and for a game that phones cannot run."""

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
    """Return the files that this game's pages cache, in the reader's language: `{"worker", "files"}`."""
    worker = worker_address(key, str(get_language()))
    answer = JsonResponse({"worker": worker, "files": [worker, brython_address()]})
    answer["Cache-Control"] = "no-cache"
    patch_vary_headers(answer, ["Accept-Language", "Cookie"])
    return answer


@require_safe
@csp_replace({"script-src": [SELF, UNSAFE_EVAL]})
@if_there_is_one
def worker(request: HttpRequest, key: str, language: str, digest: str) -> HttpResponseBase:
    """Return the worker script. Brython compiles by eval, which the CSP allows only here."""
    return script_response(request, program(key, language), digest, worker_address(key, language))


@require_safe
def python(request: HttpRequest, digest: str) -> HttpResponseBase:
    """Return Brython."""
    return script_response(request, brython(), digest, brython_address())


def script_response(request: HttpRequest, script: Script, digest: str, address: str) -> HttpResponseBase:
    """Return a script at its own URL; redirect to it from the URL of an older version."""
    if digest != script.digest:
        answer = redirect(address)
        answer["Cache-Control"] = "no-cache"
        return answer
    return cached_for_ever(request, script)


def cached_for_ever(request: HttpRequest, script: Script) -> HttpResponse:
    """Return the precompressed bytes with an immutable cache header."""
    is_compressed = "gzip" in request.headers.get("Accept-Encoding", "")
    body = script.compressed if is_compressed else script.text
    answer = HttpResponse(body, content_type="text/javascript; charset=utf-8")
    answer["Cache-Control"] = FOR_EVER
    answer["ETag"] = f'"{script.digest}"'
    if is_compressed:
        answer["Content-Encoding"] = "gzip"
    patch_vary_headers(answer, ["Accept-Encoding"])
    return answer
