"""The chapters of the help, and the organiser's pages that each one covers."""

from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


class HelpPage(NamedTuple):
    """A page of the help; the template named by its key holds its steps."""

    key: str
    title: str | Promise
    question: str | Promise
    about: tuple[str, ...] = ()  # the names of the pages that link to it


BEFORE = ("new_club", "new_event", "event_settings", "players", "members", "copy_event")
CHECK_IN = ("check_in_list", "start_cards", "helpers", "check_in", "add_late")
DRAW = ("draw", "drawing", "draw_again", "open_round", "draft", "cards", "blank_sheets")
ROUND = (
    "dashboard",
    "round",
    "director_table",
    "rulings",
    "seat_changes",
    "swap_seats",
    "entrant",
    "paper_import",
    "sheet_entry",
    "second_typing",
    "rule",
    "close_round",
)
AFTER = (
    "sign_off_checklist",
    "prizes",
    "cash",
    "cash_sheet",
    "publish",
    "sign_off",
    "new_series",
    "series_settings",
)

HELP = {
    page.key: page
    for page in (
        HelpPage("before", _("Before the event"), _("How do I set up an event?"), BEFORE),
        HelpPage("check-in", _("Check-in"), _("How do I check players in?"), CHECK_IN),
        HelpPage("draw", _("Draw and seats"), _("How do players get their seats?"), DRAW),
        HelpPage("round", _("During a round"), _("What does the director do now?"), ROUND),
        HelpPage("after", _("After the last deal"), _("How do I finish the event?"), AFTER),
        HelpPage("table", _("What do I enter if …"), _("What does a table record?")),
    )
}


def chapter_of(page_name: str) -> HelpPage | None:
    """Return the chapter about an organiser's page, by the name of the page; None if no chapter covers it."""
    return next((each for each in HELP.values() if page_name in each.about), None)
