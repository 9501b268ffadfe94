"""Typing a paper sheet at a desk: a grid that checks as one types, a form that works without script."""

import secrets
from collections.abc import Mapping
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse, JsonResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from rules.notation import grammar
from scoring.cross_foot import Foot, Slip
from scoring.sheet import IllegalDeal
from scoring.telling import illegal_json
from tournaments.errors import NotPossible
from tournaments.models import AuthorKind, Event, RoundStatus, Table
from tournaments.presenting import said, spoken
from tournaments.selectors.example_lines import Example, example_lines
from tournaments.selectors.typing import (
    TypedSheet,
    foot_facts,
    load_typed,
    seats_typed,
    typed_json,
)
from tournaments.services.history import Answer, Author, Request
from tournaments.services.rounds import refuse_decided
from tournaments.services.typing import (
    NOT_TAKEN,
    Finding,
    IllegalLines,
    Seen,
    settle_typed,
    type_row,
    type_sheet,
)
from tournaments.typed_numbers import WholeField, signed_number, whole_number
from tournaments.views.doors import REFUSED, UNREADABLE, MemberRequest, for_scorer, found, table_of
from tournaments.views.rulebook import sign_facts
from tournaments.views.showing import event_facts

MOST_LINES, LONGEST_LINE = 500, 300
MOST_DIGITS = 7  # of a total
MOST_QUOTED = 20  # letters of a cell that is no number
MOST_SLIPS = 5
typed_table = table_of(for_scorer)


class LineForm(forms.Form):
    """One line of the grid; a revision and the row's id where it corrects one."""

    number = WholeField(min_value=1)
    line = forms.CharField(max_length=LONGEST_LINE, required=False)
    revision = WholeField(min_value=1, required=False)
    row = WholeField(min_value=1, required=False)
    key = forms.CharField(max_length=100)
    conflict = WholeField(required=False)
    choose = forms.ChoiceField(choices=[("stored", ""), ("sent", "")], required=False)


# The page


@require_http_methods(["GET", "HEAD", "POST"])
@typed_table
def type_paper(request: MemberRequest, table: Table) -> HttpResponse:
    """The grid; sent as a form, all lines at once."""
    released(table)
    if request.method != "POST":
        return show_typing(request, table)
    lines = [line.strip() for line in request.POST.get("lines", "").splitlines() if line.strip()]
    try:
        refuse_long(lines)
        written = type_sheet(
            table=table, lines=lines, seen=seen_revision(request), key=key_of(request), by=paper(request)
        )
    except NotPossible as refusal:
        return show_typing(request, table, lines, refusal=refusal, status=REFUSED)
    except IllegalLines as illegal:
        return show_typing(request, table, lines, illegal.findings, status=UNREADABLE)
    messages.success(
        request, ngettext("%(rows)s row stored.", "%(rows)s rows stored.", written) % {"rows": written}
    )
    return redirect("type_paper", table.round.event.slug, table.public_id)


def refuse_long(lines: list[str]) -> None:
    """Raises NotPossible (`sheet_too_long`) for more than any sheet holds, before a line is read."""
    if len(lines) > MOST_LINES or max(map(len, lines), default=0) > LONGEST_LINE:
        message = gettext("A sheet has at most %(lines)s lines of %(length)s characters; type fewer.")
        raise NotPossible("sheet_too_long", message % {"lines": MOST_LINES, "length": LONGEST_LINE})


def show_typing(
    request: MemberRequest,
    table: Table,
    lines: list[str] | None = None,
    findings: list[Finding] | None = None,
    refusal: NotPossible | None = None,
    status: int = 200,
) -> HttpResponse:
    """The page, with what was typed and what was refused just now."""
    typed = load_typed(table)
    shown = typed_json(typed)
    context = {
        **typing_facts(typed, request.GET),
        "state": shown,
        "lines": "\n".join(lines if lines is not None else [row["line"] for row in shown["rows"]]),
        "findings": findings or [],
        "refusal": refusal,
        "key": secrets.token_hex(12),
    }
    return render(request, "organise/type.html", context, status=status)


def typing_facts(typed: TypedSheet, query: QueryDict) -> dict[str, Any]:
    """Who sits at the table, what its lines may hold, and the foot of the paper."""
    table = typed.table
    arguments = [table.round.event.slug, table.public_id]
    return {
        "event": event_facts(table.round.event),
        "round": {"number": table.round.number, "is_closed": table.round.status == RoundStatus.CLOSED},
        "table": {"number": table.number, "public_id": table.public_id, "revision": table.revision},
        "seats": seats_typed(typed),
        "locked": lock_on(table.round.event),
        "examples": examples_of(typed),
        "signs": [sign_facts(sign) for sign in grammar(typed.game)],
        "foot": shown_foot(typed, query),
        "check_url": reverse("check_lines", args=arguments),
        "save_url": reverse("save_line", args=arguments),
        "foot_url": reverse("check_foot", args=arguments),
    }


def lock_on(event: Event) -> NotPossible | None:
    """Why nothing can be typed any more, if the results are final."""
    try:
        refuse_decided(event)
    except NotPossible as refusal:
        return refusal
    return None


def examples_of(typed: TypedSheet) -> list[dict[str, Any]]:
    """Lines of this game at a table of this size."""
    options = typed.table.round.event.options
    found = example_lines(typed.game, options, typed.opening.state.seats)
    return [example_facts(example) for example in found]


def example_facts(example: Example) -> dict[str, Any]:
    """A line and what each of its words says."""
    signs = [sign_facts(sign) for sign in example.signs]
    return {"line": example.line, "short": example.short, "signs": signs}


def released(table: Table) -> Table:
    """A table of a round that was opened; a draft has no sheets yet."""
    return found(None if table.round.status == RoundStatus.DRAFT else table)


def paper(request: MemberRequest) -> Author:
    """Whoever types is known; what he types is paper's."""
    return Author(AuthorKind.PAPER, request.user.pk)


def seen_revision(request: MemberRequest) -> int:
    """The revision of the sheet that the form showed; -1 if it says none."""
    seen = whole_number(request.POST.get("revision", ""))
    return -1 if seen is None else seen


def key_of(request: MemberRequest) -> str:
    """The key of the form, so that sending it twice writes once."""
    return request.POST.get("key", "")[:40] or secrets.token_hex(12)


# What the grid asks


@require_safe
@typed_table
def check_lines(request: MemberRequest, table: Table) -> JsonResponse:
    """The sheet with the lines typed so far (`line=17:34S+`): words, points, totals, what is wrong."""
    lines = read_lines(request.GET.getlist("line"))
    return JsonResponse(typed_json(load_typed(released(table), lines), since=min(lines, default=0)))


def read_lines(sent: list[str]) -> dict[int, str]:
    """Lines by row number; what is not numbered is left out."""
    pairs = [each[: LONGEST_LINE + MOST_DIGITS].partition(":") for each in sent[:MOST_LINES]]
    numbered = [(whole_number(number), line.strip()) for number, _, line in pairs]
    return {number: line for number, line in numbered if number is not None}


@require_POST
@typed_table
def save_line(request: MemberRequest, table: Table) -> JsonResponse:
    """Store one line, or settle the conflict it made; the rows from there on, or why not."""
    form = LineForm(request.POST)
    if not form.is_valid():
        message = gettext("The page sent something that cannot be read. Load it again; your lines are kept.")
        return JsonResponse({"code": "bad_request", "message": message}, status=400)
    try:
        answer = write_line(request, released(table), form.cleaned_data)
    except IllegalDeal as illegal:
        return JsonResponse(illegal_json(spoken(), illegal), status=UNREADABLE)
    except NotPossible as refusal:
        return JsonResponse({"code": refusal.code, "message": refusal.message}, status=REFUSED)
    if answer.result in NOT_TAKEN:
        return JsonResponse(answer.body, status=REFUSED)
    table.refresh_from_db()
    return JsonResponse(typed_json(load_typed(table), since=form.cleaned_data["number"]))


def write_line(request: MemberRequest, table: Table, sent: Mapping[str, Any]) -> Answer:
    """The line by the service that fits."""
    by = paper(request)
    if sent["conflict"]:
        choose = sent["choose"] or "stored"
        asked = Request(sent["key"], {"choose": choose}, by)
        return settle_typed(table=table, conflict_id=sent["conflict"], choose=choose, request=asked)
    return type_row(
        table=table,
        number=sent["number"],
        line=sent["line"],
        seen=Seen(sent["revision"], sent["row"]) if sent["revision"] else None,
        key=sent["key"],
        by=by,
    )


# The foot of the paper


@require_safe
@typed_table
def check_foot(request: MemberRequest, table: Table) -> HttpResponse:
    """Our totals beside the paper's: a part of the page."""
    typed = load_typed(released(table))
    return render(request, "organise/_paper_foot.html", {"foot": shown_foot(typed, request.GET)})


def shown_foot(typed: TypedSheet, query: QueryDict) -> dict[str, Any]:
    """What the paper says, as it was typed, and the likeliest slips as sentences.

    Sheet and paper agree as a whole only where every total was compared and every cell could be read.
    """
    foot = read_foot(query, typed.sheet.state.seats)
    facts = foot_facts(typed, foot)
    cells = [query.get(f"total-{seat}", "") for seat in range(typed.sheet.state.seats)]
    seats = [{**seat, "typed": cell} for seat, cell in zip(facts["seats"], cells, strict=True)]
    unread = [cell for cell, total in zip(cells, foot.totals, strict=True) if cell.strip() and total is None]
    deals = query.get("deals", "")
    if deals.strip() and foot.deals is None:
        unread.append(deals)
    return {
        **facts,
        "seats": seats,
        "typed_deals": deals,
        "unread": [cell.strip()[:MOST_QUOTED] for cell in unread],
        "is_whole": facts["compared"] == len(seats) and not unread,
        "slips": [slip_facts(slip) for slip in facts["slips"][:MOST_SLIPS]],
    }


def slip_facts(slip: Slip) -> dict[str, Any]:
    """A proposal: its sentence and the rows to look at."""
    values = {name: said(value) if name == "label" else value for name, value in slip.values.items()}
    return {"message": gettext(slip.message).format(**values), "rows": slip.rows, "kind": slip.kind}


def read_foot(query: QueryDict, seats: int) -> Foot:
    """What was typed of the paper's foot; what is no number is not there."""
    totals = [read_number(query.get(f"total-{seat}", "")) for seat in range(seats)]
    return Foot(totals, read_number(query.get("deals", "")))


def read_number(typed: str) -> int | None:
    """A whole number with any minus sign."""
    return signed_number(typed, MOST_DIGITS)
