"""Type a sheet a second time, blindly: the page stops only at the rows in which the two typings differ."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from scoring.not_possible import NotPossible
from tournaments.models import Table
from tournaments.selectors.rounds.past_rounds import past_round
from tournaments.selectors.sheets.writing_locks import writing_lock
from tournaments.selectors.tables.sheet_entry import (
    FIRST,
    SECOND,
    Difference,
    SecondTyping,
    has_typed,
    load_typed,
    next_to_type_again,
    seats_typed,
)
from tournaments.services.tables.sheet_entry import IllegalLines, compared_lines, refuse_long, type_again
from tournaments.views.pages.decisions import EDIT
from tournaments.views.pages.descriptions import event_facts
from tournaments.views.pages.permissions import REFUSED, UNREADABLE, MemberRequest
from tournaments.views.tables.sheet_entry import (
    examples_of,
    key_of,
    lines_in,
    paper,
    released_table,
    seen_revision,
    table_facts,
    typed_table,
)
from tournaments.views.tables.typed_corrections import whole_sheet_effect

CHOICE = "row-"  # and the number of a row that differs
AGAIN = "again"  # the button that goes back to the lines


@require_http_methods(["GET", "HEAD", "POST"])
@typed_table
def second_typing(request: MemberRequest, table: Table) -> HttpResponse:
    """Show an empty sheet to type; compare what was typed, ask about the differences, store the choices."""
    released_table(table)
    if request.method != "POST":
        return show(request, table)
    lines = lines_in(request.POST)
    if AGAIN in request.POST:
        return show(request, table, lines)
    try:
        refuse_long(lines)
        compared = compared_lines(table, lines)
        chosen = chosen_rows(request, compared.differences)
        if EDIT in request.POST or len(chosen) < len(compared.differences):
            return show(request, table, lines, differences=differences_shown(compared.differences, chosen))
        return store(request, table, lines, compared, chosen)
    except NotPossible as refusal:
        return show(request, table, lines, refusal=refusal, status=REFUSED)
    except IllegalLines as illegal:
        return show(request, table, lines, findings=illegal.findings, status=UNREADABLE)


def chosen_rows(request: MemberRequest, differences: Sequence[Difference]) -> dict[int, str]:
    """Return which typing was chosen, by row."""
    sent = {each.number: request.POST.get(f"{CHOICE}{each.number}", "") for each in differences}
    return {number: choice for number, choice in sent.items() if choice in (FIRST, SECOND)}


def differences_shown(differences: Sequence[Difference], chosen: Mapping[int, str]) -> list[dict[str, Any]]:
    """Return the rows that differ, each with what was chosen already."""
    return [
        {"row": each, "name": f"{CHOICE}{each.number}", "chosen": chosen.get(each.number)}
        for each in differences
    ]


def store(
    request: MemberRequest,
    table: Table,
    lines: list[str],
    compared: SecondTyping,
    chosen: Mapping[int, str],
) -> HttpResponse:
    """Store the second typing after its effect was seen; go on to the next sheet of the pile."""
    typed: dict[str, Any] = {"lines": lines, "chosen": chosen, "seen": seen_revision(request)}
    act = partial(type_again, table=table, **typed, key=key_of(request), by=paper(request))
    if effect := whole_sheet_effect(request, table, compared.lines_with(chosen), act):
        return effect
    act()
    messages.success(request, stored_words(table, len(lines), len(chosen)))
    following = next_to_type_again(table)
    if following is None:
        return redirect("sheet_entry", table.round.event.slug, table.public_id)
    return redirect("second_typing", table.round.event.slug, following.public_id)


def stored_words(table: Table, rows: int, differed: int) -> str:
    """Return that a sheet was typed a second time, and how many rows differed."""
    sentence = ngettext(
        "Table %(table)s: %(rows)s row typed a second time, %(differed)s different.",
        "Table %(table)s: %(rows)s rows typed a second time, %(differed)s different.",
        rows,
    )
    return sentence % {"table": table.number, "rows": rows, "differed": differed}


def show(
    request: MemberRequest,
    table: Table,
    lines: Sequence[str] = (),
    status: int = 200,
    **results: Any,
) -> HttpResponse:
    """Render the page with what was typed, and the differences, problems or the refusal."""
    sheet = load_typed(table)
    context = {
        "event": event_facts(table.round.event),
        "round": {"number": table.round.number},
        "past": past_round(table.round),
        "table": table_facts(table),
        "rows": len(sheet.loaded.deals),
        "players": [seat["name"] for seat in seats_typed(sheet)],
        "examples": examples_of(sheet)[:1],
        "lines": "\n".join(lines),
        "locked": writing_lock(table.round),
        "is_own": has_typed(table, request.user.pk),
        **results,
    }
    return render(request, "tables/second_typing.html", context, status=status)
