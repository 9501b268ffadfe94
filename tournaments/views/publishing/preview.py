"""The preview of a shared event link: a title, a sentence, the leaders as an image."""

from typing import Any

from django.http import HttpRequest
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext

from tournaments.models import Event
from tournaments.selectors.sheets.folded_sheets import game_of
from tournaments.views.pages.table_addresses import base_address


def preview_facts(request: HttpRequest, event: Event) -> dict[str, Any]:
    """Return the preview's texts and absolute URLs; empty for an unpublished event."""
    if not event.is_published:
        return {"preview": None}
    base = base_address(request)
    return {
        "preview": {
            "title": event.name,
            "description": description_of(event),
            "url": base + reverse("event", args=[event.slug]),
            "picture_url": base + reverse("preview", args=[event.slug]),
        }
    }


def description_of(event: Event) -> str:
    """Return the event in one line."""
    facts = [gettext(game_of(event).name), date_format(event.date), event.place, event.club.name]
    return " · ".join(fact for fact in facts if fact)
