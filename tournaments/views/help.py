"""Help: six short pages for organisers and scorers, one question each."""

from typing import NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from tournaments.snapshots import same_for_all
from tournaments.views.doors import found


class HelpPage(NamedTuple):
    """A page of the help; its steps are the template of its key."""

    key: str
    title: str | Promise
    question: str | Promise
    about: tuple[str, ...] = ()  # the names of the pages that lead to it


BEFORE = ("new_club", "new_event", "event_settings", "people", "members", "copy_event")
DOOR = ("door", "start_cards", "helpers", "check_in", "add_late")
DRAW = ("draw", "drawing", "draw_again", "open_round", "draft", "cards", "blank_sheets")
ROUND = (
    "board",
    "round",
    "table_desk",
    "rulings",
    "seats",
    "swap_seats",
    "entrant",
    "paper",
    "type_paper",
    "rule",
    "close_round",
)
AFTER = ("gate", "prizes", "cash", "cash_sheet", "publish", "sign_off", "new_series", "series_settings")

HELP = {
    page.key: page
    for page in (
        HelpPage("before", _("Before the evening"), _("How do I set up an evening?"), BEFORE),
        HelpPage("door", _("At the door"), _("How do players get in?"), DOOR),
        HelpPage("draw", _("Draw and seats"), _("How does everybody find a table?"), DRAW),
        HelpPage("round", _("While a round is played"), _("What does the director do now?"), ROUND),
        HelpPage("after", _("After the last deal"), _("How does the evening end well?"), AFTER),
        HelpPage("table", _("What do I enter if …"), _("What does a table write down?")),
    )
}


def chapter_of(page_name: str) -> HelpPage | None:
    """The chapter about a page of the organiser, by the name of the page."""
    return next((each for each in HELP.values() if page_name in each.about), None)


@require_safe
@same_for_all
def index(request: HttpRequest) -> HttpResponse:
    """Which questions are answered."""
    return render(request, "help/index.html", {"pages": list(HELP.values())})


@require_safe
@same_for_all
def page(request: HttpRequest, key: str) -> HttpResponse:
    """The answer to one question."""
    shown = found(HELP.get(key))
    others = [each for each in HELP.values() if each is not shown]
    return render(request, f"help/{shown.key}.html", {"page": shown, "pages": others})
