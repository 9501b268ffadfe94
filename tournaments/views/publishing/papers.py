"""One door for papers: everything that can be printed, and several documents in one PDF."""

from typing import Any
from urllib.parse import urlencode

from django.http import HttpResponse, QueryDict
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournaments.forms.papers import (
    ENVELOPES,
    PapersForm,
)
from tournaments.models import Event
from tournaments.publications.pdf.desk import (
    SURNAME,
    Places,
    clubs_part,
    envelopes_part,
    people_part,
    receipts_part,
    substitutes_part,
)
from tournaments.publications.pdf.pages import Part, make_joined_pdf
from tournaments.publications.pdf.papers import prizes_now, results_part, sheets_part, standings_part
from tournaments.selectors.competitions.teams import teams_of
from tournaments.selectors.entry.seats import places_now
from tournaments.selectors.publishing.public_event import PublicEvent
from tournaments.selectors.rounds.progress import round_numbers, tables_in
from tournaments.views.pages.descriptions import event_facts
from tournaments.views.pages.permissions import REFUSED, UNREADABLE, MemberRequest, helper_required
from tournaments.views.pages.visibility import seen_by
from tournaments.views.publishing.pdf import in_its_language, pdf
from tournaments.wording.names import full_name

REMEMBERED, A_YEAR = "papers", 365 * 24 * 3600
KEPT = ("paper", "order", "split", "copies", "lang")


@require_safe
@never_cache
@helper_required
def papers(request: MemberRequest, event: Event) -> HttpResponse:
    """Show everything that can be printed, with the choices of last time."""
    return show_papers(request, event, PapersForm(initial=last_choices(request)))


def show_papers(
    request: MemberRequest, event: Event, form: PapersForm, status: int = 200, refusal: str = ""
) -> HttpResponse:
    """Render the page."""
    context = {"event": event_facts(event), "form": form, "rounds": round_numbers(event), "refusal": refusal}
    return render(request, "publishing/papers.html", context, status=status)


def last_choices(request: MemberRequest) -> dict[str, Any]:
    """Return the choices that this browser made last, as far as they still are choices."""
    form = PapersForm(QueryDict(request.COOKIES.get(REMEMBERED, "")[:400]))
    return {name: value for name, value in form.cleaned_data.items() if value} if form.is_valid() else {}


@require_safe
@never_cache
@helper_required
@in_its_language
def papers_pdf(request: MemberRequest, event: Event) -> HttpResponse:
    """Return the chosen papers in one PDF, and remember the choice."""
    form = PapersForm(request.GET)
    if not form.is_valid():
        return show_papers(request, event, form, UNREADABLE)
    papers = form.cleaned_data["paper"] * form.whole("copies")
    parts = [part for paper in papers for part in parts_of(request, event, paper, form)]
    if not parts:
        nothing = gettext("There is nothing to print on these papers yet.")
        return show_papers(request, event, form, REFUSED, nothing)
    answer = pdf(make_joined_pdf(parts), "papers")
    is_safe = request.is_secure()
    answer.set_cookie(
        REMEMBERED, choice_of(form), max_age=A_YEAR, secure=is_safe, httponly=True, samesite="Lax"
    )
    return answer


def choice_of(form: PapersForm) -> str:
    """Return the choices as they are kept in the browser."""
    return urlencode({name: form.cleaned_data[name] or "" for name in KEPT}, doseq=True)


def parts_of(request: MemberRequest, event: Event, paper: str, form: PapersForm) -> list[Part]:
    """Return the document of one paper; none if there is nothing on it yet. Secret results stay secret."""
    public = seen_by(request, event, full_name)
    match paper:
        case "people":
            return [people_part(event, seats_now(public), order_of(form), form.whole("split"))]
        case "clubs":
            return [clubs_part(event, seats_now(public))]
        case "standings":
            return [standings_part(public)]
        case "results":
            return [results_part(public)]
        case "sheets":
            sheets = [(each.number, list(tables_in(each))) for each in public.visible[-1:]]
            return [sheets_part(event, number, tables) for number, tables in sheets if tables]
        case "envelopes" | "receipts":
            wins = prizes_now(public)
            make = envelopes_part if paper == ENVELOPES else receipts_part
            return [make(event, wins)] if wins else []
        case "substitutes":
            teams = teams_of(event, full_name)
            return [substitutes_part(event, teams)] if teams else []
    return []


def order_of(form: PapersForm) -> str:
    """Return the order of lists of people."""
    return str(form.cleaned_data["order"] or SURNAME)


def seats_now(public: PublicEvent) -> Places:
    """Return table and seat of everybody in the rounds that are open, else in the last one."""
    places = (place for round in places_now(public) for place in round.places if place.table)
    return {place.number: (place.table, place.seat) for place in places}
