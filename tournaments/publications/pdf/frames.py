"""Header and footer of documents about an event: title, date, place, and what makes a list verifiable."""

from collections.abc import Mapping
from typing import Any

from django.utils.formats import date_format
from django.utils.translation import get_language, gettext

from tournaments.models import Event
from tournaments.publications.pdf.pages import Paper
from tournaments.selectors.clubs.members import emblem_picture

FINAL = "final"


def page_frame(
    event: Event,
    title: str,
    standings: Mapping[str, Any] | None = None,
    *,
    is_wide: bool = False,
    has_emblem: bool = True,
) -> Paper:
    """Return header and footer of a document about an event; sheets need the emblem's room for their rows."""
    return Paper(
        title=title,
        event=event.name,
        facts=facts_of(event),
        mark=mark_of(standings) if standings else "",
        language=get_language() or "en",
        is_wide=is_wide,
        emblem=emblem_picture(event.club) if has_emblem else b"",
    )


def facts_of(event: Event) -> str:
    """Return date, place and club."""
    return " · ".join(filter(None, (date_format(event.date, "DATE_FORMAT"), event.place, event.club.name)))


def is_final(standings: Mapping[str, Any]) -> bool:
    """Return whether the results are final, by their state or by the list that is shown."""
    listed = standings["list"]
    return standings["state"] == FINAL or bool(listed and listed["stage"] == FINAL)


def mark_of(standings: Mapping[str, Any]) -> str:
    """Return the published list with its short hash, else the state; a secret list is marked as such."""
    listed = standings["list"]
    if listed:
        text = gettext("List %(number)s, %(stage)s, hash %(hash)s, version %(version)s")
        values = {
            "stage": listed["stage_name"],
            **{name: listed[name] for name in ("number", "hash", "version")},
        }
        return text % values
    stage = gettext("final") if standings["state"] == FINAL else gettext("provisional")
    version = gettext("%(stage)s, version %(version)s") % {"stage": stage, "version": standings["version"]}
    return f"{version} · {gettext('secret until prize-giving')}" if standings["is_secret"] else version
