"""A round, from its draw to its close: the director's page, the tables' links and cards, late deals."""

import secrets

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from scoring.sheet import IllegalDeal
from tournaments.errors import NotPossible, translated
from tournaments.models import Event, Round, RoundStatus, Settlement, Table
from tournaments.selectors.drafts import searching_draw
from tournaments.selectors.rounds import get_late_deal, get_round, late_deals
from tournaments.selectors.versions import two_versions
from tournaments.services.conflicts import settle_conflict
from tournaments.services.drawing import discard_draft
from tournaments.services.drawing import draw_again as ask_again
from tournaments.services.history import Request
from tournaments.services.links import open_link, renew_link, revoke_link
from tournaments.services.rounds import close_round, open_round
from tournaments.views.addresses import (
    connection_address,
    links_to_show,
    loopback_hint,
    qr_file,
    table_address,
)
from tournaments.views.doors import (
    REFUSED,
    MemberRequest,
    by_member,
    for_referee,
    for_scorer,
    for_staff,
    found,
    of_round,
    of_table,
    round_of,
    seen_revision,
)
from tournaments.views.draws import waiting_url
from tournaments.views.events import show_board
from tournaments.views.showing import card_facts, event_facts, round_facts
from tournaments.views.showing_draws import draft_facts


@require_safe
@for_staff
def round(request: MemberRequest, event: Event, number: int) -> HttpResponse:
    """Who sits where; how far every table is; what waits for the director; or that it is being drawn.

    Drafts are the director's alone.
    """
    drawn = get_round(event, number)
    if drawn and (drawn.status != RoundStatus.DRAFT or "direct" in request.may):
        return show_round(request, drawn)
    found("direct" in request.may or None)
    return redirect(waiting_url(found(searching_draw(event, number))))


def show_round(request: MemberRequest, drawn: Round, refusal: NotPossible | None = None) -> HttpResponse:
    """The round's page, with what was refused just now; the board, if the round is gone."""
    if refusal and refusal.code == "round_unknown":
        return show_board(request, drawn.event, refusal)
    context = {
        **round_facts(request, drawn),
        **(draft_facts(drawn) if drawn.status == RoundStatus.DRAFT else {}),
        "event": event_facts(drawn.event),
        "late": two_versions(drawn.event, late_deals(drawn)),
        "loopback_hint": loopback_hint(request),
        "refusal": refusal,
        "page_url": reverse("round", args=[drawn.event.slug, drawn.number]),
    }
    return render(request, "organise/round.html", context, status=REFUSED if refusal else 200)


@require_POST
@of_round
def draw_again(request: MemberRequest, drawn: Round) -> HttpResponse:
    """Another draw in place of a draft."""
    try:
        asked = ask_again(round=drawn, by=by_member(request), seen=seen_revision(request))
    except NotPossible as refusal:
        return show_round(request, drawn, refusal)
    return redirect(waiting_url(asked))


@require_POST
@of_round
def discard(request: MemberRequest, drawn: Round) -> HttpResponse:
    """Throw a draft away."""
    try:
        discard_draft(round=drawn, by=by_member(request), seen=seen_revision(request))
    except NotPossible as refusal:
        return show_round(request, drawn, refusal)
    return redirect("board", drawn.event.slug)


@require_POST
@of_round
def open(request: MemberRequest, drawn: Round) -> HttpResponse:
    """Start a round, or take up a closed one; with somebody seated who is absent only if told so."""
    even_if_absent = "even_if_absent" in request.POST
    try:
        by, seen = by_member(request), seen_revision(request)
        open_round(round=drawn, even_if_absent=even_if_absent, by=by, seen=seen)
    except NotPossible as refusal:
        return show_round(request, drawn, refusal)
    return redirect("round", drawn.event.slug, drawn.number)


@require_POST
@of_round
def close(request: MemberRequest, drawn: Round) -> HttpResponse:
    """End a round; with tables that miss deals only if told so."""
    try:
        even_if, by, seen = "even_if_incomplete" in request.POST, by_member(request), seen_revision(request)
        close_round(round=drawn, even_if_incomplete=even_if, by=by, seen=seen)
    except NotPossible as refusal:
        return show_round(request, drawn, refusal)
    return redirect("board", drawn.event.slug)


@require_POST
@round_of(for_referee)
def settle_late(request: MemberRequest, drawn: Round, parked_id: int) -> HttpResponse:
    """Take a deal that came after the close, or drop it; the director decides, or a referee."""
    parked = found(get_late_deal(drawn, parked_id))
    choose = Settlement.SENT if request.POST.get("choose") == "take" else Settlement.STORED
    asked = Request(f"late-{parked_id}-{secrets.token_hex(8)}", {"choose": choose}, by_member(request))
    try:
        settle_conflict(table=parked.table, conflict_id=parked_id, choose=choose, request=asked)
    except NotPossible as refusal:
        return show_round(request, drawn, refusal)
    except IllegalDeal as refusal:
        sentences = " ".join(translated(each) for each in refusal.violations)
        return show_round(request, drawn, NotPossible("illegal_deal", sentences))
    return redirect("round", drawn.event.slug, drawn.number)


# Links and cards


@require_safe
@round_of(for_scorer)
def cards(request: MemberRequest, drawn: Round) -> HttpResponse:
    """Every table's card, to print and lay out."""
    context = {
        "event": event_facts(drawn.event),
        "round": {"number": drawn.number},
        "cards": card_facts(request, drawn),
        "loopback_hint": loopback_hint(request),
        "connection_address": connection_address(request),
    }
    return render(request, "cards.html", context)


@require_safe
@of_table
def qr(request: MemberRequest, table: Table) -> HttpResponse:
    """The QR code of a table's link, as an image for organisers only."""
    link = found(links_to_show(table.round).get(table.public_id))
    return HttpResponse(qr_file(table_address(request, link)), content_type="image/svg+xml")


@require_POST
@of_table
def renew(request: MemberRequest, table: Table) -> HttpResponse:
    """A new link for a table; the old one opens nothing any more."""
    link = table.links.first() or open_link(table=table)
    renew_link(link=link, by=by_member(request))
    return redirect("round", table.round.event.slug, table.round.number)


@require_POST
@of_table
def revoke(request: MemberRequest, table: Table) -> HttpResponse:
    """The table's link opens nothing until it is renewed."""
    for link in table.links.filter(is_revoked=False):
        revoke_link(link=link, by=by_member(request))
    return redirect("round", table.round.event.slug, table.round.number)
