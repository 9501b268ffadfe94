"""Help: six short pages for organisers and scorers, one question each."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.serving.caching import same_for_all
from tournaments.views.pages.permissions import found
from tournaments.wording.help import HELP


@require_safe
@same_for_all
def index(request: HttpRequest) -> HttpResponse:
    """List the questions."""
    return render(request, "help/index.html", {"pages": list(HELP.values())})


@require_safe
@same_for_all
def page(request: HttpRequest, key: str) -> HttpResponse:
    """Answer one question."""
    shown = found(HELP.get(key))
    others = [each for each in HELP.values() if each is not shown]
    return render(request, f"help/{shown.key}.html", {"page": shown, "pages": others})
