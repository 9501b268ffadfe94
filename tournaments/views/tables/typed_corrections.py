"""Show the consequences of a typed correction before it is stored."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.http import HttpResponse
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext

from tournaments.models import Event, Settlement, Table
from tournaments.selectors.rounds.past_rounds import Act, is_shown_first
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

    `SAFETY` says which: by the age of its round, and whether it is new or a correction that changes a result.
    So is one whose effect was seen, and any while the standings are secret to the reader. Raises as `act`.
    """
    event, keeps_stored = table.round.event, sent["conflict"] and sent["choose"] != Settlement.SENT
    if keeps_stored or SURE in request.POST or consequence_facts(request, event, None)["is_secret"]:
        return None
    kind = Act.CORRECTED_ROW if sent["conflict"] or sent["revision"] else Act.NEW_ROW
    if not is_shown_first(kind, table.round, changes_results=True):
        return None
    effect = rehearse(event=event, act=act)
    table.refresh_from_db()
    if not is_shown_first(kind, table.round, changes_results=not effect.is_empty):
        return None
    return {**effect_json(request, event, effect), "conflict": sent["conflict"]}


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
    """Return the page with the effect of lines that change stored rows, in a published round of all lines;
    None if it was seen or there is none to see.

    Raises as `rewritten_lines` and `act`.
    """
    changed = {} if SURE in request.POST else rewritten_lines(table, lines)
    kind = Act.CORRECTED_SHEET if changed else Act.NEW_ROW
    if SURE in request.POST or not is_shown_first(kind, table.round, changes_results=True):
        return None
    decision = Decision(
        title=gettext("Correct the sheet"),
        facts=[table_words(table), *changed_words(changed)],
        button=gettext("Store all lines"),
        back_url=reverse("sheet_entry", args=[table.round.event.slug, table.public_id]),
        round=table.round,
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
