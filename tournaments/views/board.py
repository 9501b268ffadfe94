"""The director's board while cards are played: the part that changes, calls, tables broken off, the gate."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

from tournaments.errors import NotPossible
from tournaments.models import Event, Round, Table
from tournaments.selectors.backups import backup_line
from tournaments.selectors.board import board_state, events_beside
from tournaments.selectors.gate import ROUND_OPEN, open_questions
from tournaments.services.breaking_off import break_off_table, break_off_tables, take_up_table
from tournaments.services.events import close_event
from tournaments.services.signing_off import sign_off, take_back_sign_off
from tournaments.typed_numbers import whole_number
from tournaments.views.doors import (
    REFUSED,
    MemberRequest,
    by_member,
    for_director,
    for_staff,
    of_round,
    of_table,
)
from tournaments.views.events import live_board, show_board
from tournaments.views.public import tag_of
from tournaments.views.rounds import show_round
from tournaments.views.showing import event_facts

MOST_TABLES = 500


@require_safe
@for_staff
def board_live(request: MemberRequest, event: Event) -> HttpResponse:
    """The part of the board that changes; 304 while it did not."""
    states = [board_state(each) for each in (event, *events_beside(event))]
    tag = tag_of([sorted(request.may), backup_line(), *states])
    if request.headers.get("If-None-Match") == tag:
        response = HttpResponse(status=304)
    else:
        response = render(request, "organise/_board_live.html", live_board(request, event))
    response["ETag"] = tag
    return response


# Tables broken off


@require_POST
@of_table
def break_off(request: MemberRequest, table: Table) -> HttpResponse:
    """Break a table off, or let it play on."""
    event = table.round.event
    act = take_up_table if request.POST.get("is_broken_off") == "no" else break_off_table
    try:
        act(table=table, by=by_member(request))
    except NotPossible as refusal:
        return show_board(request, event, refusal)
    return redirect("board", event.slug)


@require_POST
@of_round
def break_off_many(request: MemberRequest, drawn: Round) -> HttpResponse:
    """Break off the tables that keep a round from being closed."""
    typed = (whole_number(each) for each in request.POST.getlist("table")[:MOST_TABLES])
    numbers = {number for number in typed if number is not None}
    try:
        break_off_tables(round=drawn, numbers=numbers, by=by_member(request))
    except NotPossible as refusal:
        return show_round(request, drawn, refusal)
    return redirect("round", drawn.event.slug, drawn.number)


# Final check


@require_safe
@for_staff
def gate(request: MemberRequest, event: Event) -> HttpResponse:
    """Everything that is still open, each with its page; then the sign-off."""
    return show_gate(request, event)


def show_gate(request: HttpRequest, event: Event, refusal: NotPossible | None = None) -> HttpResponse:
    """The gate, with what was refused just now."""
    questions = open_questions(event)
    context = {
        "event": event_facts(event),
        "questions": questions,
        "unfinished": next((each for each in questions if each.code == ROUND_OPEN), None),
        "signed_off_at": event.signed_off_at,
        "is_closed": event.is_closed,
        "refusal": refusal,
        "page_url": reverse("gate", args=[event.slug]),
    }
    return render(request, "organise/gate.html", context, status=REFUSED if refusal else 200)


def back_to(request: MemberRequest, event: Event) -> str:
    """The organiser's page that asked to take the sign-off back; else the gate."""
    page = request.POST.get("to", "")
    is_ours = page.startswith(reverse("board", args=[event.slug]))
    return page if is_ours else reverse("gate", args=[event.slug])


@require_POST
@for_director
def sign(request: MemberRequest, event: Event) -> HttpResponse:
    """Sign the results off, and close the event if asked; or take the sign-off back."""
    try:
        if request.POST.get("is_signed_off") == "no":
            take_back_sign_off(event=event, by=by_member(request))
            return redirect(back_to(request, event))
        sign_off(event=event, by=by_member(request))
        if "close" in request.POST:
            close_event(event=event, is_closed=True, by=by_member(request))
    except NotPossible as refusal:
        return show_gate(request, event, refusal)
    messages.success(request, gettext("The results of %(event)s are signed off.") % {"event": event.name})
    return redirect("gate", event.slug)
