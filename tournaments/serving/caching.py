"""Cache headers of pages that are the same for all anonymous visitors."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers

FOR_ALL = "public, max-age=1"


def same_for_all(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Mark a page as the same for all anonymous visitors: public for a second; private for other readers."""

    @wraps(view)
    def run(request: HttpRequest, *arguments: Any, **named: Any) -> HttpResponse:
        response = view(request, *arguments, **named)
        is_anybody = not request.COOKIES.keys() - {settings.LANGUAGE_COOKIE_NAME}
        response["Cache-Control"] = FOR_ALL if is_anybody else "private, no-cache"
        patch_vary_headers(response, ["Cookie"])
        return response

    return run
