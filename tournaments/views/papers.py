"""Papers as PDF: what everybody may see, and for whoever helps also certificates and a results sheet.

In the language the event has for its papers, else the reader's; `?lang=` asks for another.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any
from uuid import UUID

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import translation
from django.views.decorators.http import condition, require_safe

from tournaments.models import Event, Round, RoundStatus, Table
from tournaments.printing.papers import (
    certificates_paper,
    results_paper,
    round_paper,
    round_sheets_paper,
    sheets_paper,
    standings_paper,
)
from tournaments.selectors.access import get_public_event, get_public_table
from tournaments.selectors.places import places_state
from tournaments.selectors.publications import names_of
from tournaments.selectors.rounds import get_round
from tournaments.snapshots import same_for_all
from tournaments.typed_numbers import whole_number
from tournaments.views.doors import MemberRequest, actor_of, for_spectator, for_staff, found
from tournaments.views.public import sees_secrets, sight_for, tag_of

View = Callable[..., HttpResponse]
USUAL_PLACES, MOST_PLACES = 3, 200


def paper_language(request: HttpRequest, event: Event) -> str:
    """The language that is asked for, else the event's, else the reader's."""
    known = [code for code, _ in settings.LANGUAGES]
    wanted = (request.GET.get("lang", ""), event.language)
    return next((code for code in wanted if code in known), translation.get_language() or "en")


def in_its_language(view: View) -> View:
    """`view(request, event)` speaks the language of the paper."""

    @wraps(view)
    def run(request: HttpRequest, event: Event, **arguments: Any) -> HttpResponse:
        with translation.override(paper_language(request, event)):
            return view(request, event, **arguments)

    return run


def pdf(content: bytes, name: str) -> HttpResponse:
    """A paper that browsers show, and save under this name."""
    headers = {"Content-Disposition": f'inline; filename="{name}.pdf"'}
    return HttpResponse(content, content_type="application/pdf", headers=headers)


def paper_etag(request: HttpRequest, slug: str, **place: Any) -> str | None:
    """Equal tags mean equal papers."""
    event = get_public_event(actor_of(request), slug)
    if event is None:
        return None
    state = [*places_state(event), event.head, event.club.name, names_of(event)]
    return tag_of([state, sees_secrets(request, event), paper_language(request, event), place])


def for_readers(view: View) -> View:
    """`view(request, event)`: a paper for everybody who may look at the event, sent anew when it changed."""
    guarded = condition(etag_func=paper_etag)(for_spectator(in_its_language(view)))
    return require_safe(same_for_all(guarded))


def round_shown(request: HttpRequest, event: Event, number: int) -> Round:
    """A released round whose points this visitor may see."""
    drawn: Round = found(get_round(event, number))
    if drawn.status == RoundStatus.DRAFT or sight_for(request, event).hides(number):
        raise Http404
    return drawn


@for_readers
def standings(request: HttpRequest, event: Event) -> HttpResponse:
    """The standings."""
    return pdf(standings_paper(event, sight_for(request, event)), "standings")


@for_readers
def round_results(request: HttpRequest, event: Event, number: int) -> HttpResponse:
    """The tables of a round with their points."""
    drawn = round_shown(request, event, number)
    return pdf(round_paper(drawn, sight_for(request, event)), f"round-{number}")


@for_readers
def round_sheets(request: HttpRequest, event: Event, number: int) -> HttpResponse:
    """Every sheet of a round."""
    return pdf(round_sheets_paper(round_shown(request, event, number)), f"sheets-of-round-{number}")


@for_readers
def sheet(request: HttpRequest, event: Event, public_id: UUID) -> HttpResponse:
    """One table's sheet."""
    table: Table = found(get_public_table(actor_of(request), event.slug, public_id))
    drawn = table.round.number
    if sight_for(request, event).hides(drawn):
        raise Http404
    return pdf(sheets_paper(event, drawn, [table]), f"round-{drawn}-table-{table.number}")


@require_safe
@for_staff
@in_its_language
def results(request: MemberRequest, event: Event) -> HttpResponse:
    """Standings, rounds and prizes, for the board; for a helper without what is secret."""
    return pdf(results_paper(event, sight_for(request, event)), "results")


@require_safe
@for_staff
@in_its_language
def certificates(request: MemberRequest, event: Event) -> HttpResponse:
    """Certificates for the first places; `?places=` says how many."""
    asked = whole_number(request.GET.get("places", ""))
    places = USUAL_PLACES if asked is None else min(asked, MOST_PLACES)
    content = certificates_paper(event, sight_for(request, event), places)
    return pdf(content, "certificates")
