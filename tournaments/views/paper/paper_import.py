"""Typed paper sheets: upload two files, see every problem by its line, then store."""

import re
from collections.abc import Iterable, Sequence
from typing import Any

from django import forms
from django.contrib import messages
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_POST

from scoring.paper import columns_of
from scoring.refusals import NotPossible
from tournaments.models import AuthorKind, Event
from tournaments.selectors.sheets.folded_sheets import game_of
from tournaments.selectors.tables.sheet_entry import rounds_to_type
from tournaments.services.entry.entrants import enter_players
from tournaments.services.history.sheet_chain import Author
from tournaments.services.paper import (
    Finding,
    PaperFiles,
    Report,
    import_paper,
    preview_paper,
)
from tournaments.storage.uploads.corrections import Cell, with_corrections
from tournaments.storage.uploads.kept_files import drop_uploads, find_uploads, store_uploads
from tournaments.storage.uploads.spreadsheets import Upload, take_upload
from tournaments.views.pages.descriptions import event_facts
from tournaments.views.pages.permissions import (
    REFUSED,
    UNREADABLE,
    MemberRequest,
    by_member,
    director_required,
    scorer_required,
)

MOST_SHOWN = 200
MOST_CELLS, LONGEST_CELL = 600, 300  # of the form for corrections; Django reads 1000 fields
WIDEST_CELL = 24  # letters shown
CELL = re.compile(r"(?P<part>seating|sheets|totals)-(?P<line>[0-9]{1,6})-(?P<place>[0-9]{1,3})")


class PaperField(forms.FileField):
    """An uploaded file; too large a file is a validation error."""

    widget = forms.FileInput(attrs={"accept": ".csv,.xlsx,text/csv"})

    def clean(self, data: UploadedFile | None, initial: object = None) -> Upload | None:
        try:
            uploaded = super().clean(data, initial)
            return take_upload(uploaded) if uploaded else None
        except NotPossible as refusal:
            raise forms.ValidationError(refusal.message) from refusal


class PaperForm(forms.Form):
    """The seat file and the sheet file."""

    seating = PaperField(label=_("Seating"), help_text=_("Columns: round, table, seat, player."))
    sheets = PaperField(
        label=_("Typed sheets"),
        help_text=_("Columns: round, table, deal, and the fields of this game. At most 5 MB."),
    )

    totals = PaperField(
        label=_("Totals on paper"),
        required=False,
        help_text=_("Columns: round, table, seat, total. A column “total” in the seating does the same."),
    )

    def uploads(self) -> dict[str, Upload]:
        """Return the files, with names that tell them apart."""
        uploads = {name: self.cleaned_data[name] for name in self.fields if self.cleaned_data[name]}
        names = [upload.name for upload in uploads.values()]
        return {
            part: Upload(f"{self.fields[part].label}: {each.name}", each.content)
            if names.count(each.name) > 1
            else each
            for part, each in uploads.items()
        }


@require_http_methods(["GET", "HEAD", "POST"])
@scorer_required
def paper_import(request: MemberRequest, event: Event) -> HttpResponse:
    """Choose the files; then preview them with every problem."""
    form = PaperForm(request.POST, request.FILES) if request.method == "POST" else PaperForm()
    if form.is_valid():
        drop_uploads(kept_key(request, event))
        request.session[session_name(event)] = store_uploads(form.uploads())
        return redirect("paper_import", event.slug)
    files = None if form.is_bound else kept_files(kept_key(request, event))
    report = preview_paper(event=event, files=files) if files else None
    return show_paper(request, event, form, report, status=UNREADABLE if form.is_bound else 200)


@require_POST
@scorer_required
def store_paper(request: MemberRequest, event: Event) -> HttpResponse:
    """Store the previewed tables: all of them, or those without problems."""
    key = kept_key(request, event)
    files = kept_files(key)
    if files is None:
        messages.error(request, gettext("The files are no longer available; choose them again."))
        return redirect("paper_import", event.slug)
    by = Author(AuthorKind.PAPER, request.user.pk)
    try:
        is_disputed = "disputed" in request.POST
        report = import_paper(
            event=event,
            files=files,
            by=by,
            keep_good=is_disputed or "keep_good" in request.POST,
            store_disputed=is_disputed,
        )
    except NotPossible as refusal:
        messages.error(request, refusal.message)
        return show_paper(
            request, event, PaperForm(), preview_paper(event=event, files=files), status=REFUSED
        )
    return after_storing(request, event, report, key)


def after_storing(request: MemberRequest, event: Event, report: Report, key: str) -> HttpResponse:
    """Report what was stored. Files with problems are kept for review; the others are deleted."""
    if report.stored or not report.findings:
        said = ngettext("%(rows)s row stored.", "%(rows)s rows stored.", report.stored)
        messages.success(request, said % {"rows": report.stored})
    if report.disputed and not any(each in report.findings for each in report.disputed):
        said = ngettext(
            "%(tables)s table is disputed.", "%(tables)s tables are disputed.", len(report.disputed)
        )
        messages.warning(request, said % {"tables": len(report.disputed)})
    if report.findings:
        return show_paper(request, event, PaperForm(), report, status=200 if report.stored else REFUSED)
    drop_uploads(key)
    request.session.pop(session_name(event), None)
    return redirect("dashboard", event.slug)


@require_POST
@scorer_required
def discard_paper(request: MemberRequest, event: Event) -> HttpResponse:
    """Delete the files."""
    drop_uploads(kept_key(request, event))
    request.session.pop(session_name(event), None)
    return redirect("paper_import", event.slug)


def show_paper(
    request: MemberRequest, event: Event, form: PaperForm, report: Report | None, *, status: int
) -> HttpResponse:
    """Render the page. New names are one problem, however many lines they occur in."""
    findings = [each for each in report.findings if not is_new_name(each)] if report else []
    context = {
        "event": event_facts(event),
        "columns": column_names(event),
        "rounds": rounds_to_type(event),
        "form": form,
        "report": report,
        "rows": rows_to_correct(findings[:MOST_SHOWN], kept_files(kept_key(request, event))),
        "problems": len(findings) + bool(report and report.new_players),
        "findings_hidden": max(0, len(findings) - MOST_SHOWN),
        "new_players": report.new_players if report else [],
        "tables": report.tables if report else [],
    }
    return render(request, "paper/paper_import.html", context, status=status)


def is_new_name(finding: Finding) -> bool:
    """Return whether a finding is a new name, unlike those of other players."""
    return finding.code == "player_unknown" and not finding.proposals


def rows_to_correct(findings: Sequence[Finding], files: PaperFiles | None) -> list[dict[str, Any]]:
    """Return the lines with problems in their order: each with all its problems, and its cells to correct.

    The form has a limited number of cells; lines beyond it are shown as typed.
    """
    parts = {upload.name: part for part, upload in files.by_part().items()} if files else {}
    rows: dict[tuple[str | None, int | None], dict[str, Any]] = {}
    cells = 0
    for finding in findings:
        row = rows.setdefault((finding.file, finding.row), empty_row(finding))
        row["findings"].append(finding)
        part = parts.get(finding.file or "")
        if part and finding.typed and not row["cells"] and cells + len(finding.columns) <= MOST_CELLS:
            row["cells"] = cells_of(part, finding)
            cells += len(row["cells"])
        name_proposals(row, finding)
    return list(rows.values())


def empty_row(finding: Finding) -> dict[str, Any]:
    """Return a line with problems before anything is known of it but the first one."""
    return {"first": finding, "findings": [], "cells": [], "proposals": []}


def name_proposals(row: dict[str, Any], finding: Finding) -> None:
    """Mark the wrong cell of a line, and add the proposals for its cells, as the form sends them."""
    by_column = {cell["column"].casefold(): cell for cell in row["cells"]}
    if wrong := by_column.get(finding.field or ""):
        wrong["is_wrong"] = True
    for column, cell in finding.proposals:
        if at := by_column.get(column):
            proposal = {"column": at["column"], "cell": cell, "sent": f"{at['name']}={cell}"}
            row["proposals"] += [] if proposal in row["proposals"] else [proposal]


def cells_of(part: str, finding: Finding) -> list[dict[str, Any]]:
    """Return the cells of a line with their columns, as the form names them."""
    width = max(len(finding.columns), len(finding.typed))
    columns = [*finding.columns, *[""] * (width - len(finding.columns))]
    typed = [*finding.typed, *[""] * (width - len(finding.typed))]
    return [
        {
            "name": f"{part}-{finding.row}-{place}",
            "column": column.strip(),
            "typed": cell,
            "size": min(max(len(cell), 3), WIDEST_CELL),
            "is_wrong": False,
        }
        for place, (column, cell) in enumerate(zip(columns, typed, strict=True))
    ]


@require_POST
@scorer_required
def correct_paper(request: MemberRequest, event: Event) -> HttpResponse:
    """Correct cells of the kept files, as typed or as proposed, and check the files again."""
    key = kept_key(request, event)
    files = kept_files(key)
    if files is None:
        messages.error(request, gettext("The files are no longer available; choose them again."))
        return redirect("paper_import", event.slug)
    name, _, cell = request.POST.get("take", "").partition("=")
    sent = [*request.POST.items(), (name, cell)]
    corrected = {part: with_corrections(each, cells_in(sent, part)) for part, each in files.by_part().items()}
    request.session[session_name(event)] = store_uploads(corrected)
    drop_uploads(key)
    return redirect("paper_import", event.slug)


def cells_in(sent: Iterable[tuple[str, Any]], part: str) -> dict[Cell, str]:
    """Return the cells that the form sends for one of the files; a later one replaces an earlier one."""
    named = ((CELL.fullmatch(name), str(cell)) for name, cell in sent)
    return {
        (int(match["line"]), int(match["place"])): cell[:LONGEST_CELL]
        for match, cell in named
        if match and match["part"] == part
    }


@require_POST
@director_required
def enter_paper_players(request: MemberRequest, event: Event) -> HttpResponse:
    """Enter all players that the seat file names and the event does not know."""
    files = kept_files(kept_key(request, event))
    report = preview_paper(event=event, files=files) if files else None
    try:
        if report and report.new_players:
            entered = enter_players(event=event, names=report.new_players, by=by_member(request))
            text = ngettext("%(number)s player added.", "%(number)s players added.", len(entered))
            messages.success(request, text % {"number": len(entered)})
    except NotPossible as refusal:
        messages.error(request, refusal.message)
    return redirect("paper_import", event.slug)


def kept_files(key: str) -> PaperFiles | None:
    """Return the files of a key, if they still exist."""
    uploads = find_uploads(key)
    return PaperFiles(**uploads) if uploads else None


def session_name(event: Event) -> str:
    """Return the session key for an event's files."""
    return f"paper-{event.pk}"


def kept_key(request: MemberRequest, event: Event) -> str:
    """Return the key of the files this session uploaded for the event; "" if none."""
    return str(request.session.get(session_name(event), ""))


def column_names(event: Event) -> list[str]:
    """Return the columns a sheet of the event's game may have."""
    return ["round", "table", "deal", *columns_of(game_of(event))]
