"""Show the consequences of a typed correction before it is stored."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.http import HttpResponse
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext

from tournaments.models import Settlement, Table
from tournaments.services.tables.rehearsal import rehearse
from tournaments.services.tables.sheet_entry import rewritten_lines
from tournaments.views.pages.decisions import (
    SURE,
    Decision,
    consequence_facts,
    show_consequences,
    table_words,
)
from tournaments.views.pages.permissions import MemberRequest


def unseen_effect(
    request: MemberRequest, table: Table, act: Callable[[], object], sent: Mapping[str, Any]
) -> dict[str, Any] | None:
    """Return what the grid shows before it stores a line; None for a line that can be stored at once.

    That is a new line, a correction that changes no result, one whose effect was seen, and any while the
    standings are secret to the reader. Raises as `act`.
    """
    event = table.round.event
    is_correction = sent["choose"] == Settlement.SENT if sent["conflict"] else bool(sent["revision"])
    if not is_correction or SURE in request.POST or consequence_facts(request, event, None)["is_secret"]:
        return None
    found = rehearse(event=event, act=act)
    table.refresh_from_db()
    if found.is_empty:
        return None
    return {
        "code": "effect_unseen",
        "message": gettext("This correction changes results; it is not stored yet."),
        "effect": render_to_string(
            "pages/_consequences.html", consequence_facts(request, event, found), request
        ),
        "conflict": sent["conflict"],
    }


def whole_sheet_effect(
    request: MemberRequest, table: Table, lines: Sequence[str], act: Callable[[], object]
) -> HttpResponse | None:
    """Return the page with the effect of lines that change stored rows; None if it was seen or none does.

    Raises as `rewritten_lines` and `act`.
    """
    changed = {} if SURE in request.POST else rewritten_lines(table, lines)
    if not changed:
        return None
    said = gettext("Row %(number)s: %(before)s → %(after)s")
    rows = [
        said % {"number": number, "before": before, "after": after}
        for number, (before, after) in changed.items()
    ]
    decision = Decision(
        title=gettext("Correct the sheet"),
        facts=[table_words(table), *rows],
        button=gettext("Store all lines"),
        back_url=reverse("sheet_entry", args=[table.round.event.slug, table.public_id]),
        may_edit=True,
    )
    event = table.round.event
    return show_consequences(request, event, rehearse(event=event, act=act), decision)
