"""The way between the parts of an event on every organiser's page: a row on a desktop, a bar on a phone."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django import template
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.selectors.rounds.progress import newest_round

register = template.Library()

PEOPLE = {
    "players",
    "entrant",
    "check_in_list",
    "player_list",
    "pasted_players",
    "start_cards",
    "teams",
    "team",
    "competitions",
    "competition",
}
TABLES = {
    *("draw", "drawing", "round", "director_table", "seat_changes", "sheet_entry", "deal_versions", "cards"),
    *("blank_sheets", "paper_import"),
}
MONEY = {"cash", "cash_sheet", "prizes"}
PUBLISHING = {"publish"}
DASHBOARD = {"dashboard"}


@dataclass(frozen=True, slots=True)
class Stop:
    """A link of the bar; `is_current` if the page belongs to it."""

    key: str
    label: str
    url: str
    is_current: bool


@register.inclusion_tag("pages/_organiser_bar.html", takes_context=True)
def organiser_bar(context: Mapping[str, Any], slug: str) -> dict[str, Any]:
    """Return the links that the reader may follow; `request.may` has their rights at the event."""
    request = context["request"]
    return {"stops": list(stops(slug, getattr(request, "may", {}), request.resolver_match.url_name))}


def stops(slug: str, may: Mapping[str, bool], page: str) -> Iterator[Stop]:
    """Yield the links in the order of an evening."""
    people = "players" if may.get("direct") else "check_in_list"
    yield Stop("dashboard", _("Dashboard"), reverse("dashboard", args=[slug]), page in DASHBOARD)
    if may.get("direct") or may.get("cash"):
        yield Stop("people", pgettext("event", "Players"), reverse(people, args=[slug]), page in PEOPLE)
    if number := newest_round(slug, with_drafts=may.get("direct", False)):
        yield Stop("tables", _("Tables"), reverse("round", args=[slug, number]), page in TABLES)
    elif may.get("direct"):
        yield Stop("tables", _("Tables"), reverse("draw", args=[slug]), page in TABLES)
    if may.get("cash"):
        yield Stop("cash", _("Cash desk"), reverse("cash", args=[slug]), page in MONEY)
    if may.get("direct"):
        yield Stop("publish", _("Results"), reverse("publish", args=[slug]), page in PUBLISHING)
