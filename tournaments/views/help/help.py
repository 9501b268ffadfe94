"""Help: six short pages for organisers and scorers, one question each."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from rules import get_game
from tournaments.serving.caching import same_for_all
from tournaments.views.help.pad_picture import pad_picture
from tournaments.views.pages.permissions import found
from tournaments.wording.help import HELP

PICTURED = "fipsen-prisdorf"


@require_safe
@same_for_all
def index(request: HttpRequest) -> HttpResponse:
    """List the questions."""
    return render(request, "help/index.html", {"pages": list(HELP.values()), "program": settings.VERSION})


@require_safe
@same_for_all
def page(request: HttpRequest, key: str) -> HttpResponse:
    """Answer one question."""
    shown = found(HELP.get(key))
    others = [each for each in HELP.values() if each is not shown]
    context: dict[str, Any] = {"page": shown, "pages": others}
    if shown.key == "table":
        context["picture"] = pad_picture(get_game(PICTURED), seats=4)
    return render(request, f"help/{shown.key}.html", context)
