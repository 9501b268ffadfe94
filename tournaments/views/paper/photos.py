"""Photographs of a round's marked sheets: upload, answer doubts beside their cut-outs, store."""

import json
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_http_methods, require_POST

from rules.reading import Refused
from scoring.not_possible import NotPossible
from tournaments.models import MarkedPhoto, Round
from tournaments.publications.pdf.marked_sheets import make_marked_pdf
from tournaments.selectors.paper.marked_sheets import marked_tables
from tournaments.selectors.paper.photos import get_photo, stored_reading
from tournaments.services.paper.photo_rows import store_reading, typed_record
from tournaments.services.paper.photos import (
    answer_column,
    answer_line,
    delete_photo,
    keep_photo,
    keep_plans,
    look_at_page,
)
from tournaments.views.pages.permissions import REFUSED, MemberRequest, or_404, round_of, scorer_required
from tournaments.views.paper.photo_facts import photo_facts
from tournaments.wording.refusals import as_refusal
from tournaments.wording.whole_numbers import whole_number

LONGEST = 4000
MOST_LINES = 100


@require_POST
@round_of(scorer_required)
def marked_sheets(request: MemberRequest, round: Round) -> HttpResponse:
    """Return the marked sheets of a round as PDF, and keep their plans."""
    sheets = marked_tables(round)
    if not sheets:
        messages.error(request, gettext("There are no tables yet; draw the round first."))
        return redirect("round_photos", round.event.slug, round.number)
    keep_plans(round, [each.plan for each in sheets])
    response = HttpResponse(make_marked_pdf(round, sheets), content_type="application/pdf")
    name = f"{round.event.slug}-{round.number}-marked.pdf"
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


@require_http_methods(["GET", "HEAD", "POST"])
@round_of(scorer_required)
def round_photos(request: MemberRequest, round: Round) -> HttpResponse:
    """Show what was read, and the doubts; take photos, answers, and the order to store."""
    if request.method != "POST":
        return show(request, round)
    try:
        carry_out(request, round)
    except (NotPossible, Refused) as refusal:
        messages.error(request, as_refusal(refusal).message)
        return show(request, round, status=REFUSED)
    return redirect("round_photos", round.event.slug, round.number)


def show(request: MemberRequest, round: Round, status: int = 200) -> HttpResponse:
    """Render the page."""
    return render(request, "paper/photos.html", photo_facts(round), status=status)


def carry_out(request: MemberRequest, round: Round) -> None:
    """Carry out the action of the pressed button. Raises NotPossible and Refused."""
    if "store" in request.POST:
        return store(request, round)
    if "photo" not in request.POST:
        return take(request, round)
    photo = or_404(get_photo(round, whole_number(request.POST["photo"]) or 0))
    if "delete" in request.POST:
        return delete_photo(photo=photo)
    if "looked" in request.POST:
        return look_at_page(photo=photo)
    if "place" in request.POST:
        return answer_strip(request, photo)
    return answer(request, round, photo)


def take(request: MemberRequest, round: Round) -> None:
    """Keep the uploaded files."""
    files = request.FILES.getlist("photos")
    if not files:
        raise NotPossible("photo_missing", gettext("Choose at least one photo."))
    for file in files:
        keep_photo(round=round, name=file.name or "", content=file.read())


def answer(request: MemberRequest, round: Round, photo: MarkedPhoto) -> None:
    """Keep the record of a button, or of a typed line; or that the line does not count."""
    number = whole_number(request.POST.get("row", "")) or 0
    if "void" in request.POST:
        answer_line(photo=photo, number=number, record=None)
        return
    chosen = request.POST.get("record", "")[:LONGEST]
    record = json_object(chosen) if chosen else typed_record(round, photo, request.POST.get("line", ""))
    answer_line(photo=photo, number=number, record=record)


def answer_strip(request: MemberRequest, photo: MarkedPhoto) -> None:
    """Keep which lines have a mark in a box that was asked about in several lines."""
    lines, marked = (
        [number - 1 for each in request.POST.getlist(name)[:MOST_LINES] if (number := whole_number(each))]
        for name in ("line_asked", "line_marked")
    )
    place = whole_number(request.POST["place"]) or 0
    answer_column(photo=photo, place=place, lines=lines, marked=marked)


def json_object(text: str) -> dict[str, Any]:
    """Return the record of a button. Raises NotPossible (`bad_request`)."""
    try:
        value = json.loads(text)
    except ValueError:
        value = None
    if not isinstance(value, dict):
        raise NotPossible("bad_request", gettext("This choice cannot be read; load the page again."))
    return value


def store(request: MemberRequest, round: Round) -> None:
    """Store the undoubted rows, and say how many."""
    reading, _ = stored_reading(round)
    stored = store_reading(event=round.event, reading=reading, by=request.user.pk)
    sentence = ngettext("%(rows)s row stored.", "%(rows)s rows stored.", stored.written)
    messages.success(request, sentence % {"rows": stored.written})
    if stored.conflicts:
        sentence = ngettext(
            "%(rows)s row differs from what is stored; both are kept, choose one on the table's page.",
            "%(rows)s rows differ from what is stored; both are kept, choose one on the table's page.",
            stored.conflicts,
        )
        messages.warning(request, sentence % {"rows": stored.conflicts})
