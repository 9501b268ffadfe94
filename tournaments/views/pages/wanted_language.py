"""A page in the language that its address names."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import translation

View = Callable[..., HttpResponse]


def in_wanted_language(view: View) -> View:
    """Use the language in the URL, as a television has no user to choose one."""

    @wraps(view)
    def run(request: HttpRequest, *arguments: Any, **more: Any) -> HttpResponse:
        return in_language(request.GET.get("lang", ""), view, request, *arguments, **more)

    return run


def in_language(code: str, view: View, request: HttpRequest, *arguments: Any, **more: Any) -> HttpResponse:
    """Return the response of a view in this language, if there is such a one."""
    if code not in dict(settings.LANGUAGES):
        return view(request, *arguments, **more)
    with translation.override(code):
        response = view(request, *arguments, **more)
    response.headers["Content-Language"] = code
    return response
