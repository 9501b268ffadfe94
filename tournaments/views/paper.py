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
from tournaments.errors import NotPossible
from tournaments.models import AuthorKind, Event
from tournaments.selectors.sheets import agreed_deals, game_of
from tournaments.selectors.typing import rounds_to_type
from tournaments.services.history import Author
from tournaments.services.kept_uploads import drop_uploads, find_uploads, keep_uploads
from tournaments.services.paper import (
    PaperFiles,
    Report,
    import_paper,
    preview_paper,
)
from tournaments.services.people import enter_players
from tournaments.services.spreadsheets import Upload, take_upload
from tournaments.views.doors import REFUSED, UNREADABLE, MemberRequest, by_member, for_director, for_scorer
from tournaments.views.showing import event_facts

MOST_SHOWN = 200


class PaperField(forms.FileField):
    """A file as it came, or the sentence that says why it is too large."""

    widget = forms.FileInput(attrs={"accept": ".csv,.xlsx,text/csv"})

    def clean(self, data: UploadedFile | None, initial: object = None) -> Upload:
        try:
            return take_upload(super().clean(data, initial))
        except NotPossible as refusal:
            raise forms.ValidationError(refusal.message) from refusal


class PaperForm(forms.Form):
    """Who sat where, and what they wrote down."""

    seating = PaperField(label=_("Seating"), help_text=_("Columns: round, table, seat, player."))
    sheets = PaperField(
        label=_("Typed sheets"),
        help_text=_("Columns: round, table, deal, and what a table of this game writes down. At most 5 MB."),
    )

    def uploads(self) -> dict[str, Upload]:
        """Both files, with names that tell them apart."""
        seating, sheets = self.cleaned_data["seating"], self.cleaned_data["sheets"]
        if seating.name == sheets.name:
            seating = Upload(f"{gettext('Seating')}: {seating.name}", seating.content)
        return {"seating": seating, "sheets": sheets}


@require_http_methods(["GET", "HEAD", "POST"])
@for_scorer
def paper(request: MemberRequest, event: Event) -> HttpResponse:
    """Choose the files; then what they say, and everything that is wrong with them."""
    form = PaperForm(request.POST, request.FILES) if request.method == "POST" else PaperForm()
    if form.is_valid():
        drop_uploads(kept_key(request, event))
        request.session[session_name(event)] = keep_uploads(form.uploads())
        return redirect("paper", event.slug)
    files = None if form.is_bound else kept_files(kept_key(request, event))
    report = preview_paper(event=event, files=files) if files else None
    return show_paper(request, event, form, report, status=UNREADABLE if form.is_bound else 200)


@require_POST
@for_scorer
def store_paper(request: MemberRequest, event: Event) -> HttpResponse:
    """Store what was previewed: everything, or the good tables only."""
    key = kept_key(request, event)
    files = kept_files(key)
    if files is None:
        messages.error(request, gettext("The files are not here any more; choose them again."))
        return redirect("paper", event.slug)
    by = Author(AuthorKind.PAPER, request.user.pk)
    try:
        report = import_paper(event=event, files=files, by=by, keep_good="keep_good" in request.POST)
    except NotPossible as refusal:
        messages.error(request, refusal.message)
        return show_paper(
            request, event, PaperForm(), preview_paper(event=event, files=files), status=REFUSED
        )
    return after_storing(request, event, report, key)


def after_storing(request: MemberRequest, event: Event, report: Report, key: str) -> HttpResponse:
    """Say what was stored. Files with problems stay, to be looked at; the others have done their work."""
    if report.stored or not report.findings:
        said = ngettext("%(rows)s row stored.", "%(rows)s rows stored.", report.stored)
        messages.success(request, said % {"rows": report.stored})
    if report.findings:
        return show_paper(request, event, PaperForm(), report, status=200 if report.stored else REFUSED)
    drop_uploads(key)
    request.session.pop(session_name(event), None)
    return redirect("board", event.slug)


@require_POST
@for_scorer
def discard_paper(request: MemberRequest, event: Event) -> HttpResponse:
    """Forget the files."""
    drop_uploads(kept_key(request, event))
    request.session.pop(session_name(event), None)
    return redirect("paper", event.slug)


def show_paper(
    request: MemberRequest, event: Event, form: PaperForm, report: Report | None, *, status: int
) -> HttpResponse:
    """The page. Names that are new are one problem, however many lines they stand in."""
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
    return render(request, "organise/paper.html", context, status=status)


def unfinished_of(event: Event, table: PaperTable) -> int | None:
    """How many deals were agreed for a table that has fewer; None for a whole sheet, or where none are."""
    agreed = agreed_deals(event).get(len(table.players))
    return agreed if agreed and table.deals_counted < agreed else None


@require_POST
@for_director
def enter_paper_players(request: MemberRequest, event: Event) -> HttpResponse:
    """Enter everybody whom the seating names and the event does not know."""
    files = kept_files(kept_key(request, event))
    report = preview_paper(event=event, files=files) if files else None
    try:
        if report and report.new_players:
            entered = enter_players(event=event, names=report.new_players, by=by_member(request))
            text = ngettext("%(number)s player added.", "%(number)s players added.", len(entered))
            messages.success(request, text % {"number": len(entered)})
    except NotPossible as refusal:
        messages.error(request, refusal.message)
    return redirect("paper", event.slug)


def kept_files(key: str) -> PaperFiles | None:
    """The files of a key, if they are still there."""
    uploads = find_uploads(key)
    return PaperFiles(**uploads) if uploads else None


def session_name(event: Event) -> str:
    """Where a session keeps the key of an event's files."""
    return f"paper-{event.pk}"


def kept_key(request: MemberRequest, event: Event) -> str:
    """The key of the files this session uploaded for the event; "" if none."""
    return str(request.session.get(session_name(event), ""))


def column_names(event: Event) -> list[str]:
    """The columns a sheet of the event's game may have."""
    return ["round", "table", "deal", *columns_of(game_of(event))]
