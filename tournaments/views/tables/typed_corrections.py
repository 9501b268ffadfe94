"""Show the consequences of a typed correction before it is stored."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.http import HttpResponse
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext

from tournaments.models import Event, Settlement, Table
from tournaments.selectors.tables.consequences import Consequences
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
    effect = rehearse(event=event, act=act)
    table.refresh_from_db()
    return None if effect.is_empty else {**effect_json(request, event, effect), "conflict": sent["conflict"]}


def effect_json(request: MemberRequest, event: Event, effect: Consequences) -> dict[str, str]:
    """Return the effect of a correction as the grid shows it."""
    facts = consequence_facts(request, event, effect)
    return {
        "code": "effect_unseen",
        "message": gettext("This correction changes results; it is not stored yet."),
        "effect": render_to_string("pages/_consequences.html", facts, request),
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
    decision = Decision(
        title=gettext("Correct the sheet"),
        facts=[table_words(table), *changed_words(changed)],
        button=gettext("Store all lines"),
        back_url=reverse("sheet_entry", args=[table.round.event.slug, table.public_id]),
        may_edit=True,
    )
    event = table.round.event
    return show_consequences(request, event, rehearse(event=event, act=act), decision)


def changed_words(changed: Mapping[int, tuple[str, str]]) -> list[str]:
    """Return the stored and the typed line of every row that changes."""
    message = gettext("Row %(number)s: %(before)s → %(after)s")
    return [
        message % {"number": number, "before": before, "after": after}
        for number, (before, after) in changed.items()
    ]
