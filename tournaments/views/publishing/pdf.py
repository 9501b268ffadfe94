"""PDF documents: public ones for all, and certificates and a results sheet for helpers.

Their language is the event's document language, else the reader's; `?lang=` overrides it.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any
from uuid import UUID

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import translation
from django.views.decorators.http import condition, require_safe

from tournaments.models import Event, Round, Table
from tournaments.publications.pdf.papers import (
    make_certificates_pdf,
    make_results_pdf,
    make_round_pdf,
    make_sheets_pdf,
    make_standings_pdf,
)
from tournaments.selectors.clubs.permissions import get_public_event, get_public_table
from tournaments.selectors.events.marks import mark_of, round_marks, sheet_mark
from tournaments.selectors.publishing.public_event import PublicEvent
from tournaments.selectors.rounds.progress import tables_in
from tournaments.serving.caching import same_for_all
from tournaments.views.pages.etags import tag_of
from tournaments.views.pages.permissions import (
    MemberRequest,
    actor_of,
    for_spectator,
    helper_required,
    or_404,
)
from tournaments.views.pages.visibility import seen_by, sees_secrets
from tournaments.wording.names import full_name
from tournaments.wording.whole_numbers import whole_number

View = Callable[..., HttpResponse]
USUAL_PLACES, MOST_PLACES = 3, 200


def pdf_language(request: HttpRequest, event: Event) -> str:
    """Return the requested language, else the event's, else the reader's."""
    known = [code for code, _ in settings.LANGUAGES]
    codes = (request.GET.get("lang", ""), event.language)
    return next((code for code in codes if code in known), translation.get_language() or "en")


def in_its_language(view: View) -> View:
    """Run `view(request, event)` in the document's language."""

    @wraps(view)
    def run(request: HttpRequest, event: Event, **arguments: Any) -> HttpResponse:
        with translation.override(pdf_language(request, event)):
            return view(request, event, **arguments)

    return run


def pdf(content: bytes, name: str) -> HttpResponse:
    """Return a PDF that browsers display, and save under this name."""
    headers = {"Content-Disposition": f'inline; filename="{name}.pdf"'}
    return HttpResponse(content, content_type="application/pdf", headers=headers)


def pdf_etag(request: HttpRequest, slug: str, **place: Any) -> str | None:
    """Return the ETag of a document; one of a round or a table is not touched by deals elsewhere."""
    event = get_public_event(actor_of(request), slug)
    if event is None:
        return None
    if "number" in place:
        mark = round_marks(event).get(place["number"])
    elif "public_id" in place:
        table = get_public_table(actor_of(request), slug, place["public_id"])
        mark = sheet_mark(table) if table else None
    else:
        mark = mark_of(event)
    wishes = [pdf_language(request, event), place, request.GET.get("competition")]
    return tag_of([mark, sees_secrets(request, event), wishes]) if mark else None


def for_readers(view: View) -> View:
    """Serve `view(request, event)` as a PDF to all who may see the event; 304 while unchanged."""
    guarded = condition(etag_func=pdf_etag)(for_spectator(in_its_language(view)))
    return require_safe(same_for_all(guarded))


def round_shown(public: PublicEvent, number: int) -> Round:
    """Return a released round whose points this visitor may see."""
    return or_404(next((each for each in public.visible if each.number == number), None))


@for_readers
def standings(request: HttpRequest, event: Event) -> HttpResponse:
    """Return the standings, or the competition that `?competition=` names."""
    public = seen_by(request, event)
    ranking = or_404(public.standings_of(request.GET.get("competition")))
    return pdf(make_standings_pdf(public, ranking), "standings")


@for_readers
def round_results(request: HttpRequest, event: Event, number: int) -> HttpResponse:
    """Return the tables of a round with their points."""
    public = seen_by(request, event)
    return pdf(make_round_pdf(public, round_shown(public, number)), f"round-{number}")


@for_readers
def round_sheets(request: HttpRequest, event: Event, number: int) -> HttpResponse:
    """Return every sheet of a round."""
    tables = tables_in(round_shown(seen_by(request, event), number))
    return pdf(make_sheets_pdf(event, number, list(tables)), f"sheets-of-round-{number}")


@for_readers
def sheet(request: HttpRequest, event: Event, public_id: UUID) -> HttpResponse:
    """Return one table's sheet."""
    table: Table = or_404(get_public_table(actor_of(request), event.slug, public_id))
    number = table.round.number
    if seen_by(request, event).visibility.hides(number):
        raise Http404
    return pdf(make_sheets_pdf(event, number, [table]), f"round-{number}-table-{table.number}")


@require_safe
@helper_required
@in_its_language
def results(request: MemberRequest, event: Event) -> HttpResponse:
    """Return standings, rounds and prizes for the notice board; for a helper without secret results."""
    return pdf(make_results_pdf(seen_by(request, event)), "results")


@require_safe
@helper_required
@in_its_language
def certificates(request: MemberRequest, event: Event) -> HttpResponse:
    """Return certificates for the first places, with full names; `?places=` sets how many."""
    asked = whole_number(request.GET.get("places", ""))
    places = USUAL_PLACES if asked is None else min(asked, MOST_PLACES)
    return pdf(make_certificates_pdf(seen_by(request, event, full_name), places), "certificates")
