"""Typed paper sheets: upload two files, see every problem by its line, then store."""

from django import forms
from django.contrib import messages
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_POST

from scoring.paper import PaperTable, columns_of
from scoring.refusals import NotPossible
from tournaments.models import AuthorKind, Event
from tournaments.selectors.sheets.folded_sheets import agreed_deals, game_of
from tournaments.selectors.tables.sheet_entry import rounds_to_type
from tournaments.services.entry.entrants import enter_players
from tournaments.services.history.sheet_chain import Author
from tournaments.services.paper import (
    PaperFiles,
    Report,
    import_paper,
    preview_paper,
)
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
    findings = [each for each in report.findings if each.code != "player_unknown"] if report else []
    context = {
        "event": event_facts(event),
        "columns": column_names(event),
        "rounds": rounds_to_type(event),
        "form": form,
        "report": report,
        "findings": findings[:MOST_SHOWN],
        "problems": len(findings) + bool(report and report.new_players),
        "findings_hidden": max(0, len(findings) - MOST_SHOWN),
        "new_players": report.new_players if report else [],
        "tables": [(each, unfinished_of(event, each)) for each in report.tables] if report else [],
    }
    return render(request, "paper/paper_import.html", context, status=status)


def unfinished_of(event: Event, table: PaperTable) -> int | None:
    """Return the deals agreed for an unfinished table; None for a complete sheet or without an agreement."""
    agreed = agreed_deals(event).get(len(table.players))
    return agreed if agreed and table.deals_counted < agreed else None


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
