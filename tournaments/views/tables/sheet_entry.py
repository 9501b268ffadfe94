"""Enter a paper sheet at a desk: a grid that validates as one types, and a form that works without script."""

import secrets
from collections.abc import Mapping
from functools import partial
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse, JsonResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from rules.notation import grammar
from rules.notation.reading import LONGEST_LINE
from scoring.not_possible import NotPossible
from scoring.sheet.serialising import illegal_json
from scoring.sheet.sheet import IllegalDeal
from tournaments.models import AuthorKind, RoundStatus, Table
from tournaments.selectors.rounds.past_rounds import past_round
from tournaments.selectors.sheets.example_lines import Example, example_lines, translated_words
from tournaments.selectors.sheets.writing_locks import writing_lock
from tournaments.selectors.tables.sheet_entry import (
    TypedSheet,
    load_typed,
    seats_typed,
    typed_json,
)
from tournaments.services.history.sheet_chain import Answer, Author, Request
from tournaments.services.paper.totals import compare_totals, uphold_sheet
from tournaments.services.rounds.decision_guards import LONGEST_REASON
from tournaments.services.tables.deal_versions import settle_conflict
from tournaments.services.tables.sheet_entry import (
    MOST_LINES,
    NOT_TAKEN,
    Finding,
    IllegalLines,
    RowVersion,
    refuse_long,
    type_row,
    type_sheet,
)
from tournaments.views.games.rulebook import sign_facts
from tournaments.views.pages.decisions import EDIT
from tournaments.views.pages.descriptions import event_facts
from tournaments.views.pages.permissions import (
    REFUSED,
    UNREADABLE,
    MemberRequest,
    by_member,
    or_404,
    referee_required,
    scorer_required,
    table_of,
)
from tournaments.views.paper.totals import shown_foot, typed_totals
from tournaments.views.tables.typed_corrections import unseen_effect, whole_sheet_effect
from tournaments.wording.sheet_json import reader_language
from tournaments.wording.whole_numbers import WholeField, whole_number

LONGEST_KEY = 100
MOST_ROW_DIGITS = 7  # of a row number
IS_FRAGMENT = "fragment"  # sent by the script, which shows the totals alone
typed_table = table_of(scorer_required)


class LineForm(forms.Form):
    """One line of the grid; a correction carries a revision and the row's id."""

    number = WholeField(min_value=1)
    line = forms.CharField(max_length=LONGEST_LINE, required=False)
    revision = WholeField(min_value=1, required=False)
    row = WholeField(min_value=1, required=False)
    key = forms.CharField(max_length=LONGEST_KEY)
    conflict = WholeField(required=False)
    choose = forms.ChoiceField(choices=[("stored", ""), ("sent", "")], required=False)
    reason = forms.CharField(max_length=LONGEST_REASON, required=False)


# The page


@require_http_methods(["GET", "HEAD", "POST"])
@typed_table
def sheet_entry(request: MemberRequest, table: Table) -> HttpResponse:
    """Show the grid; as a form, it submits all lines at once."""
    released_table(table)
    if request.method != "POST":
        return show_sheet_entry(request, table)
    lines = lines_in(request.POST)
    show_or_store = show_sheet_entry if EDIT in request.POST else store_lines
    return show_or_store(request, table, lines)


def lines_in(query: QueryDict) -> list[str]:
    """Return the lines of the form without the empty ones."""
    return [line.strip() for line in query.get("lines", "").splitlines() if line.strip()]


def store_lines(request: MemberRequest, table: Table, lines: list[str]) -> HttpResponse:
    """Store all lines at once; first show the effect of those that change stored rows."""
    typed: dict[str, Any] = {"lines": lines, "seen": seen_revision(request), "key": key_of(request)}
    act = partial(type_sheet, table=table, **typed, by=paper(request))
    try:
        refuse_long(lines)
        if shown := whole_sheet_effect(request, table, lines, act):
            return shown
        written = act()
    except NotPossible as refusal:
        return show_sheet_entry(request, table, lines, refusal=refusal, status=REFUSED)
    except IllegalLines as illegal:
        return show_sheet_entry(request, table, lines, illegal.findings, status=UNREADABLE)
    messages.success(
        request, ngettext("%(rows)s row stored.", "%(rows)s rows stored.", written) % {"rows": written}
    )
    return redirect("sheet_entry", table.round.event.slug, table.public_id)


def show_sheet_entry(
    request: MemberRequest,
    table: Table,
    lines: list[str] | None = None,
    findings: list[Finding] | None = None,
    refusal: NotPossible | None = None,
    foot_refusal: NotPossible | None = None,
    status: int = 200,
) -> HttpResponse:
    """Render the page with the input kept and the refusal of the lines or of the totals, if any."""
    sheet = load_typed(table)
    facts = sheet_entry_facts(sheet, request.POST if foot_refusal else request.GET)
    context = {
        **facts,
        **lines_context(typed_json(sheet), lines, findings or []),
        "foot": {**facts["foot"], "refusal": foot_refusal},
        "typed_reason": request.POST.get("reason", ""),
        "refusal": refusal,
    }
    return render(request, "tables/sheet_entry.html", context, status=status)


def lines_context(state: dict[str, Any], lines: list[str] | None, findings: list[Finding]) -> dict[str, Any]:
    """Return the stored rows, the lines as typed or as stored, their errors, and a key for storing."""
    shown = lines if lines is not None else [row["line"] for row in state["rows"]]
    return {
        "state": state,
        "lines": "\n".join(shown),
        "findings": findings,
        "key": secrets.token_hex(12),
    }


def sheet_entry_facts(sheet: TypedSheet, query: QueryDict) -> dict[str, Any]:
    """Return the table's players, the notation of its lines, and the totals of the paper sheet."""
    table = sheet.table
    arguments = [table.round.event.slug, table.public_id]
    return {
        "event": event_facts(table.round.event),
        "round": {"number": table.round.number},
        "past": past_round(table.round),
        "table": table_facts(table),
        "seats": seats_typed(sheet),
        "locked": writing_lock(table.round),
        "examples": examples_of(sheet),
        "signs": [sign_facts(sign) for sign in grammar(sheet.game, translated_words(sheet.game))],
        "foot": shown_foot(sheet, query),
        "check_url": reverse("check_lines", args=arguments),
        "save_url": reverse("save_line", args=arguments),
        "foot_url": reverse("check_foot", args=arguments),
    }


def table_facts(table: Table) -> dict[str, Any]:
    """Return what the forms of the page need of the table."""
    return {"number": table.number, "public_id": table.public_id, "revision": table.revision}


def examples_of(sheet: TypedSheet) -> list[dict[str, Any]]:
    """Return example lines of this game at a table of this size."""
    options = sheet.table.round.event.options
    examples = example_lines(sheet.game, options, sheet.opening.state.seats)
    return [example_facts(example) for example in examples]


def example_facts(example: Example) -> dict[str, Any]:
    """Return a line and the meaning of each of its words."""
    signs = [sign_facts(sign) for sign in example.signs]
    return {"line": example.line, "short": example.short, "signs": signs}


def released_table(table: Table) -> Table:
    """Return the table of an opened round, or raise Http404; a draft has no sheets yet."""
    return or_404(None if table.round.status == RoundStatus.DRAFT else table)


def paper(request: MemberRequest) -> Author:
    """Return the author: the user's id, with paper as the source of the record."""
    return Author(AuthorKind.PAPER, request.user.pk)


def seen_revision(request: MemberRequest) -> int:
    """Return the revision of the sheet that the form showed; -1 if not given."""
    seen = whole_number(request.POST.get("revision", ""))
    return -1 if seen is None else seen


def key_of(request: MemberRequest) -> str:
    """Return the form's idempotency key."""
    return request.POST.get("key", "")[:40] or secrets.token_hex(12)


# Requests by the grid


@require_safe
@typed_table
def check_lines(request: MemberRequest, table: Table) -> JsonResponse:
    """Validate the lines typed so far (`line=17:34S+`): return words, points, totals and violations."""
    lines = read_lines(request.GET.getlist("line"))
    return JsonResponse(typed_json(load_typed(released_table(table), lines), since=min(lines, default=0)))


def read_lines(sent: list[str]) -> dict[int, str]:
    """Return the lines by row number; lines without a number are dropped."""
    pairs = [each[: LONGEST_LINE + MOST_ROW_DIGITS].partition(":") for each in sent[:MOST_LINES]]
    numbered = [(whole_number(number), line.strip()) for number, _, line in pairs]
    return {number: line for number, line in numbered if number is not None}


@require_POST
@typed_table
def save_line(request: MemberRequest, table: Table) -> JsonResponse:
    """Store one line, or settle the conflict it made; return the rows from there on, or the refusal."""
    form = LineForm(request.POST)
    if not form.is_valid():
        message = gettext("The page sent unreadable data. Reload it; your lines are kept.")
        return JsonResponse({"code": "bad_request", "message": message}, status=400)
    act = partial(write_line, request, released_table(table), form.cleaned_data)
    try:
        if unseen := unseen_effect(request, table, act, form.cleaned_data):
            return JsonResponse(unseen, status=REFUSED)
        answer = act()
    except IllegalDeal as illegal:
        return JsonResponse(illegal_json(reader_language(), illegal), status=UNREADABLE)
    except NotPossible as refusal:
        return JsonResponse({"code": refusal.code, "message": refusal.message}, status=REFUSED)
    if answer.result in NOT_TAKEN:
        return JsonResponse(answer.body, status=REFUSED)
    table.refresh_from_db()
    return JsonResponse(typed_json(load_typed(table), since=form.cleaned_data["number"]))


def write_line(request: MemberRequest, table: Table, sent: Mapping[str, Any]) -> Answer:
    """Write the line with the service that fits."""
    by = paper(request)
    if sent["conflict"]:
        choose = sent["choose"] or "stored"
        choice = Request(sent["key"], {"choose": choose}, by)
        return settle_conflict(table=table, conflict_id=sent["conflict"], choose=choose, request=choice)
    return type_row(
        table=table,
        number=sent["number"],
        line=sent["line"],
        seen=RowVersion(sent["revision"], sent["row"]) if sent["revision"] else None,
        key=sent["key"],
        by=by,
        reason=sent["reason"],
    )


# The totals of the paper sheet


@require_http_methods(["GET", "HEAD", "POST"])
@typed_table
def check_foot(request: MemberRequest, table: Table) -> HttpResponse:
    """Render the fragment that compares our totals with the paper's; POST stores what was read there."""
    released_table(table)
    if request.method != "POST":
        return show_foot(request, table, request.GET)
    try:
        compare_totals(table=table, totals=typed_totals(request.POST, table), by=by_member(request))
    except NotPossible as refusal:
        return show_foot(request, table, request.POST, refusal)
    if IS_FRAGMENT in request.POST:
        table.refresh_from_db()
        return show_foot(request, table, QueryDict())
    return redirect(foot_of(table))


@require_POST
@table_of(referee_required)
def uphold(request: MemberRequest, table: Table) -> HttpResponse:
    """Confirm the sheet although its paper differs."""
    try:
        uphold_sheet(
            table=released_table(table),
            seen=whole_number(request.POST.get("revision", "")),
            reason=request.POST.get("reason", ""),
            by=by_member(request),
        )
    except NotPossible as refusal:
        return show_foot(request, table, QueryDict(), refusal)
    return redirect(foot_of(table))


def foot_of(table: Table) -> str:
    """Return the address of the totals on the page."""
    return reverse("sheet_entry", args=[table.round.event.slug, table.public_id]) + "#foot"


def show_foot(
    request: MemberRequest, table: Table, cells: QueryDict, refusal: NotPossible | None = None
) -> HttpResponse:
    """Render the totals as a fragment for the script, else, after a form, the whole page."""
    status = UNREADABLE if refusal else 200
    if request.method == "POST" and IS_FRAGMENT not in request.POST:
        return show_sheet_entry(request, table, foot_refusal=refusal, status=status)
    context = {
        "foot": {**shown_foot(load_typed(table), cells), "refusal": refusal},
        "event": {"slug": table.round.event.slug},
        "table": table_facts(table),
        "locked": writing_lock(table.round),
    }
    return render(request, "tables/_totals.html", context, status=status)
