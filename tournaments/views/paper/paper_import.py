"""Typed paper sheets: upload two files, see every problem by its line, then store."""

from typing import Any

from django import forms
from django.contrib import messages
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_POST

from scoring.not_possible import NotPossible
from scoring.paper import columns_of
from tournaments.models import AuthorKind, Event
from tournaments.selectors.sheets.agreements import game_of
from tournaments.selectors.tables.sheet_entry import rounds_to_type
from tournaments.services.entry.entrants import enter_players
from tournaments.services.history.sheet_chain import Author
from tournaments.services.paper import (
    Finding,
    PaperFiles,
    Report,
    import_paper,
    preview_paper,
    with_labels,
)
from tournaments.storage.uploads.spreadsheets import TABLE_FILES, Upload, take_upload
from tournaments.views.pages.descriptions import event_facts
from tournaments.views.pages.kept_uploads import read_as, reading_choices
from tournaments.views.pages.paging import MOST_PREVIEWED
from tournaments.views.pages.permissions import (
    REFUSED,
    UNREADABLE,
    MemberRequest,
    by_member,
    director_required,
    scorer_required,
)
from tournaments.views.paper.corrections import rows_to_correct
from tournaments.views.paper.kept_paper import chosen_files, files_needed, keep_files, paper_uploads
from tournaments.wording.sheet_json import translate


class PaperField(forms.FileField):
    """An uploaded file; too large a file is a validation error."""

    widget = forms.FileInput(attrs={"accept": TABLE_FILES})

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

    def paper_files(self) -> PaperFiles:
        """Return the files under distinct names."""
        uploads = {name: self.cleaned_data[name] for name in self.fields if self.cleaned_data[name]}
        labels = {name: str(field.label) for name, field in self.fields.items()}
        return PaperFiles(**with_labels(uploads, labels))


@require_http_methods(["GET", "HEAD", "POST"])
@scorer_required
def paper_import(request: MemberRequest, event: Event) -> HttpResponse:
    """Choose the files; then preview them with every problem."""
    if request.method == "POST" and "read" in request.POST:
        return read_anew(request, event)
    form = PaperForm(request.POST, request.FILES) if request.method == "POST" else PaperForm()
    if form.is_valid():
        keep_files(request, event, form.paper_files())
        return redirect("paper_import", event.slug)
    files = None if form.is_bound else chosen_files(request, event)
    report = preview_paper(event=event, files=files) if files else None
    return show_paper(request, event, form, report, status=UNREADABLE if form.is_bound else 200)


@files_needed
def read_anew(request: MemberRequest, event: Event, files: PaperFiles) -> HttpResponse:
    """Read the files from the sheets and in the encodings sent, and check them again."""
    parts = files.by_part()
    chosen = {part: read_as(request, each, f"-{part}") for part, each in parts.items()}
    keep_files(request, event, PaperFiles(**chosen))
    return redirect("paper_import", event.slug)


@require_POST
@scorer_required
@files_needed
def store_paper(request: MemberRequest, event: Event, files: PaperFiles) -> HttpResponse:
    """Store the previewed tables: all of them, or those without problems."""
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
    return after_storing(request, event, report)


def after_storing(request: MemberRequest, event: Event, report: Report) -> HttpResponse:
    """Report what was stored. Files with problems are kept for review; the others are deleted."""
    if report.stored or not report.findings:
        sentence = ngettext("%(rows)s row stored.", "%(rows)s rows stored.", report.stored)
        messages.success(request, sentence % {"rows": report.stored})
    if report.disputed and not any(each in report.findings for each in report.disputed):
        sentence = ngettext(
            "%(tables)s table is disputed.", "%(tables)s tables are disputed.", len(report.disputed)
        )
        messages.warning(request, sentence % {"tables": len(report.disputed)})
    if report.findings:
        return show_paper(request, event, PaperForm(), report, status=200 if report.stored else REFUSED)
    paper_uploads(request, event).drop()
    return redirect("dashboard", event.slug)


@require_POST
@scorer_required
def discard_paper(request: MemberRequest, event: Event) -> HttpResponse:
    """Delete the files."""
    paper_uploads(request, event).drop()
    return redirect("paper_import", event.slug)


def show_paper(
    request: MemberRequest, event: Event, form: PaperForm, report: Report | None, *, status: int
) -> HttpResponse:
    """Render the page. New names are one problem, however many lines they occur in."""
    findings = [each for each in report.findings if not is_new_name(each)] if report else []
    files = chosen_files(request, event) if report else None
    context = {
        "event": event_facts(event),
        "columns": column_names(event),
        "rounds": rounds_to_type(event),
        "form": form,
        "report": report,
        "rows": rows_to_correct(findings[:MOST_PREVIEWED], files),
        "read": parts_read(files) if files else [],
        "problems": len(findings) + bool(report and report.new_players),
        "findings_hidden": max(0, len(findings) - MOST_PREVIEWED),
        "new_players": report.new_players if report else [],
        "tables": report.tables if report else [],
    }
    return render(request, "paper/paper_import.html", context, status=status)


def parts_read(files: PaperFiles) -> list[dict[str, Any]]:
    """Return each file that can be read in several ways, with how it was read."""
    choices = {part: reading_choices(upload) for part, upload in files.by_part().items()}
    return [
        {"part": f"-{part}", "label": upload.name, **choices[part]}
        for part, upload in files.by_part().items()
        if choices[part]["encodings"] or len(choices[part]["sheets"]) > 1
    ]


def is_new_name(finding: Finding) -> bool:
    """Return whether a finding is a new name, unlike those of other players."""
    return finding.code == "player_unknown" and not finding.proposals


@require_POST
@director_required
@files_needed
def enter_paper_players(request: MemberRequest, event: Event, files: PaperFiles) -> HttpResponse:
    """Enter all players that the seat file names and the event does not know."""
    report = preview_paper(event=event, files=files)
    try:
        if report.new_players:
            entered = enter_players(event=event, names=report.new_players, by=by_member(request))
            text = ngettext("%(number)s player added.", "%(number)s players added.", len(entered))
            messages.success(request, text % {"number": len(entered)})
    except NotPossible as refusal:
        messages.error(request, refusal.message)
        if refusal.code == "player_doubtful":
            messages.error(request, gettext("Add them on the page “Players”, where you can say who it is."))
    return redirect("paper_import", event.slug)


def column_names(event: Event) -> list[tuple[str, str]]:
    """Return the columns a sheet of the event's game may have: their names, and what tables call them."""
    places = [("round", gettext("Round")), ("table", gettext("Table")), ("deal", gettext("Deal"))]
    named = columns_of(game_of(event)).values()
    return [*places, *((column.name, translate(column.field.label)) for column in named)]
