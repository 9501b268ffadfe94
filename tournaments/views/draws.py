"""The draw: who sits where. Asking for it, wishing something of it, and waiting for it."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournaments.draw_forms import ROUNDS, DrawForm, WishForm
from tournaments.errors import NotPossible
from tournaments.models import Draw, DrawMode, DrawStatus, Event, RoundStatus
from tournaments.selectors.drafts import drafts_of
from tournaments.selectors.draws import get_draw
from tournaments.selectors.events import attendance_of
from tournaments.selectors.seating import ways_to_seat
from tournaments.services.drawing import commit_seed, discard_draw, draw_instead, start_draw, stop_draw
from tournaments.services.wishes import add_wish, keep_teams_apart, remove_wish
from tournaments.views.doors import REFUSED, UNREADABLE, MemberRequest, by_member, for_director, found
from tournaments.views.showing import event_facts
from tournaments.views.showing_draws import (
    certificate_url,
    changes_facts,
    draw_facts,
    seed_facts,
    way_facts,
    wish_facts,
)

WAIT = "?wait"  # the page of a draw that leads on to the draft as soon as there is one

# Asking for a draw


@require_http_methods(["GET", "HEAD", "POST"])
@for_director
def draw(request: MemberRequest, event: Event) -> HttpResponse:
    """Who sits where: the ways to draw, and what is wished; sent, it asks for a draw."""
    if request.method != "POST":
        return show_draw(request, event)
    form = draw_form(event, request.POST)
    if not form.is_valid():
        return show_draw(request, event, form=form, status=UNREADABLE)
    ask = draw_instead if form.cleaned_data["instead"] else start_draw
    try:
        asked = ask(event=event, by=by_member(request), **form.asked())
    except NotPossible as refusal:
        return show_draw(request, event, form=form, refusal=refusal)
    return redirect(waiting_url(asked))


def waiting_url(asked: Draw) -> str:
    """Where one waits for a draw."""
    return reverse("drawing", args=[asked.event.slug, asked.number]) + WAIT


def draw_form(event: Event, data: Any = None) -> DrawForm:
    """The form for those who are present now; ways that need results only where there are some."""
    present = event.entrants.filter(is_present=True).count()
    has_results = event.rounds.filter(status=RoundStatus.CLOSED).exists()
    modes = list(DrawMode) if has_results else [DrawMode.RANDOM, DrawMode.ALL]
    return DrawForm(data, ways=ways_to_seat(event, present), modes=modes, rounds=rounds_ahead(event))


def rounds_ahead(event: Event) -> int:
    """How many rounds there are to draw at once: those drafted, else those planned and not yet released."""
    drafts = len(drafts_of(event))
    if drafts > 1 or not event.planned_rounds:
        return drafts if drafts > 1 else ROUNDS
    return max(1, event.planned_rounds - event.rounds.exclude(status=RoundStatus.DRAFT).count())


def show_draw(
    request: MemberRequest,
    event: Event,
    *,
    form: DrawForm | None = None,
    wish_form: WishForm | None = None,
    refusal: NotPossible | None = None,
    status: int = 200,
) -> HttpResponse:
    """The page, with what was refused just now; the number of queries does not grow with players."""
    attendance = attendance_of(event)
    context = {
        "event": event_facts(event),
        "is_closed": event.is_closed,
        "attendance": attendance,
        "ways": [way_facts(event, way) for way in ways_to_seat(event, attendance.present)],
        "form": form or draw_form(event),
        "refusal": refusal,
        "page_url": reverse("draw", args=[event.slug]),
        **draw_facts(event),
        **wish_facts(event),
        "wish_form": wish_form or WishForm(event=event),
        "is_wish_open": wish_form is not None,
    }
    return render(request, "organise/draw.html", context, status=REFUSED if refusal else status)


@require_POST
@for_director
def commit(request: MemberRequest, event: Event) -> HttpResponse:
    """Close the registration: the seed is made and its hash is shown."""
    try:
        commit_seed(event=event, by=by_member(request))
    except NotPossible as refusal:
        return show_draw(request, event, refusal=refusal)
    return redirect(reverse("draw", args=[event.slug]) + "#seed")


# Wishes


@require_POST
@for_director
def wish(request: MemberRequest, event: Event) -> HttpResponse:
    """One more wish; what it excludes is said beside the form, and what was typed is kept."""
    form = WishForm(request.POST, event=event)
    if form.is_valid():
        try:
            add_wish(event=event, **form.wished())
            return redirect(reverse("draw", args=[event.slug]) + "#wishes")
        except NotPossible as refusal:
            form.add_error(None, refusal.message)
    return show_draw(request, event, wish_form=form, status=UNREADABLE)


@require_POST
@for_director
def unwish(request: MemberRequest, event: Event, wish_id: int) -> HttpResponse:
    """A wish less."""
    remove_wish(wish=found(event.wishes.filter(pk=wish_id).first()))
    return redirect(reverse("draw", args=[event.slug]) + "#wishes")


@require_POST
@for_director
def teams(request: MemberRequest, event: Event) -> HttpResponse:
    """Keep teams apart in round 1, or not."""
    try:
        keep_teams_apart(event=event, are_apart=request.POST.get("apart") == "yes")
    except NotPossible as refusal:
        return show_draw(request, event, refusal=refusal)
    return redirect(reverse("draw", args=[event.slug]) + "#wishes")


# Waiting for a draw


@require_safe
@for_director
def drawing(request: MemberRequest, event: Event, number: int) -> HttpResponse:
    """How far a draw is, what became of it, and what was changed by hand."""
    drawn = found(get_draw(event, number))
    drafts = drawn.rounds.filter(status=RoundStatus.DRAFT).order_by("number")
    if drawn.status == DrawStatus.DONE and "wait" in request.GET and drafts:
        return redirect("round", event.slug, drafts[0].number)
    return show_drawing(request, drawn)


def show_drawing(request: MemberRequest, drawn: Draw, refusal: NotPossible | None = None) -> HttpResponse:
    """The page of one draw."""
    context = {
        "event": event_facts(drawn.event),
        "draw": drawn,
        "seed": seed_facts(drawn),
        "status": drawn.get_status_display(),
        "mode": drawn.get_mode_display(),
        "rounds": list(drawn.rounds.order_by("number")),
        "changes": changes_facts(drawn),
        "certificate_url": certificate_url(drawn),
        "is_waiting": drawn.status == DrawStatus.SEARCHING,
        "refusal": refusal,
        "next_url": waiting_url(drawn),
        "page_url": reverse("drawing", args=[drawn.event.slug, drawn.number]),
    }
    return render(request, "organise/drawing.html", context, status=REFUSED if refusal else 200)


@require_safe
@for_director
def progress(request: MemberRequest, event: Event, number: int) -> HttpResponse:
    """The part of the page that changes while a draw is searched."""
    drawn = found(get_draw(event, number))
    return render(request, "organise/_draw_progress.html", {"draw": drawn, "next_url": waiting_url(drawn)})


@require_POST
@for_director
def stop(request: MemberRequest, event: Event, number: int) -> HttpResponse:
    """End the search: the best so far becomes the draft."""
    drawn = found(get_draw(event, number))
    stop_draw(draw=drawn)
    return redirect(waiting_url(drawn))


@require_POST
@for_director
def discard(request: MemberRequest, event: Event, number: int) -> HttpResponse:
    """Throw a draw away."""
    drawn = found(get_draw(event, number))
    try:
        discard_draw(draw=drawn, by=by_member(request))
    except NotPossible as refusal:
        return show_drawing(request, drawn, refusal)
    return redirect("draw", event.slug)
