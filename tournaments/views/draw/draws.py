"""The draw: request it, set its constraints, and wait for its result."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scoring.not_possible import NotPossible
from tournaments.forms.draw import ROUNDS, ConstraintForm, DrawForm
from tournaments.models import Draw, DrawStatus, Event, RoundStatus
from tournaments.selectors.draw.constraints import get_constraint
from tournaments.selectors.draw.drafts import modes_now, rounds_ahead
from tournaments.selectors.draw.draws import get_draw, rounds_in
from tournaments.selectors.draw.table_sizes import ways_to_seat
from tournaments.selectors.entry.check_in import number_present
from tournaments.selectors.events.event_lists import attendance_of
from tournaments.services.draw.constraints import add_constraint, keep_teams_apart, remove_constraint
from tournaments.services.draw.drawing import commit_seed, discard_draw, start_draw, stop_draw
from tournaments.views.draw.absent import ask_about_absent, drops_absent
from tournaments.views.draw.descriptions import (
    audit_url,
    changes_facts,
    constraint_facts,
    draw_facts,
    seed_facts,
    way_facts,
)
from tournaments.views.pages.descriptions import event_facts, locked_facts
from tournaments.views.pages.permissions import (
    REFUSED,
    UNREADABLE,
    MemberRequest,
    by_member,
    director_required,
    or_404,
)

WAIT = "?wait"  # the draw's page with this query redirects to the draft as soon as it exists

# Request a draw


@require_http_methods(["GET", "HEAD", "POST"])
@director_required
def draw(request: MemberRequest, event: Event) -> HttpResponse:
    """Show the ways to draw and the constraints; POST requests a draw."""
    if request.method != "POST":
        return show_draw(request, event)
    form = draw_form(event, request.POST)
    if not form.is_valid():
        return show_draw(request, event, form=form, status=UNREADABLE)
    if question := ask_about_absent(request, event, reverse("draw", args=[event.slug])):
        return question
    try:
        arguments = {**form.service_arguments(), "drops_absent": drops_absent(request)}
        new_draw = start_draw(event=event, by=by_member(request), **arguments)
    except NotPossible as refusal:
        return show_draw(request, event, form=form, refusal=refusal)
    return redirect(waiting_url(new_draw))


def waiting_url(draw: Draw) -> str:
    """Return the URL of the page that waits for a draw."""
    return reverse("drawing", args=[draw.event.slug, draw.number]) + WAIT


def draw_form(event: Event, data: Any = None) -> DrawForm:
    """Build the form for the players present; ways that need results appear only if there are some."""
    ways, modes = ways_to_seat(event, number_present(event)), modes_now(event)
    return DrawForm(data, ways=ways, modes=modes, rounds=rounds_ahead(event) or ROUNDS)


def show_draw(
    request: MemberRequest,
    event: Event,
    *,
    form: DrawForm | None = None,
    constraint_form: ConstraintForm | None = None,
    refusal: NotPossible | None = None,
    status: int = 200,
) -> HttpResponse:
    """Render the page with a refusal, if any; the number of queries does not grow with players."""
    context = {
        **draw_context(event),
        "form": form or draw_form(event),
        "refusal": refusal,
        "constraint_form": constraint_form or ConstraintForm(event=event),
        "is_constraint_open": constraint_form is not None,
    }
    return render(request, "draw/draw.html", context, status=REFUSED if refusal else status)


def draw_context(event: Event) -> dict[str, Any]:
    """Return who is present, the ways to seat them, the draws and the constraints."""
    attendance = attendance_of(event)
    return {
        "event": event_facts(event),
        **locked_facts(event),
        "attendance": attendance,
        "ways": [way_facts(event, way) for way in ways_to_seat(event, attendance.present)],
        "page_url": reverse("draw", args=[event.slug]),
        **draw_facts(event),
        **constraint_facts(event),
    }


@require_POST
@director_required
def commit(request: MemberRequest, event: Event) -> HttpResponse:
    """Close the registration: create the seed and show its hash."""
    try:
        commit_seed(event=event, by=by_member(request))
    except NotPossible as refusal:
        return show_draw(request, event, refusal=refusal)
    return redirect(reverse("draw", args=[event.slug]) + "#seed")


# Constraints


@require_POST
@director_required
def add(request: MemberRequest, event: Event) -> HttpResponse:
    """Add a constraint; a refusal appears beside the form, which keeps its input."""
    form = ConstraintForm(request.POST, event=event)
    if form.is_valid():
        try:
            add_constraint(event=event, **form.service_arguments())
            return redirect(reverse("draw", args=[event.slug]) + "#constraints")
        except NotPossible as refusal:
            form.add_error(None, refusal.message)
    return show_draw(request, event, constraint_form=form, status=UNREADABLE)


@require_POST
@director_required
def remove(request: MemberRequest, event: Event, constraint_id: int) -> HttpResponse:
    """Remove a constraint."""
    remove_constraint(constraint=or_404(get_constraint(event, constraint_id)))
    return redirect(reverse("draw", args=[event.slug]) + "#constraints")


@require_POST
@director_required
def teams(request: MemberRequest, event: Event) -> HttpResponse:
    """Keep teams apart, or stop doing so."""
    try:
        keep_teams_apart(event=event, are_apart=request.POST.get("apart") == "yes")
    except NotPossible as refusal:
        return show_draw(request, event, refusal=refusal)
    return redirect(reverse("draw", args=[event.slug]) + "#constraints")


# Wait for a draw


@require_safe
@director_required
def drawing(request: MemberRequest, event: Event, number: int) -> HttpResponse:
    """Show a draw's progress, its result, and the changes by hand."""
    draw = or_404(get_draw(event, number))
    drafts = [each for each in rounds_in(draw) if each.status == RoundStatus.DRAFT]
    if draw.status == DrawStatus.DONE and "wait" in request.GET and drafts:
        return redirect("round", event.slug, drafts[0].number)
    return show_drawing(request, draw)


def show_drawing(request: MemberRequest, draw: Draw, refusal: NotPossible | None = None) -> HttpResponse:
    """Render the page of one draw."""
    context = {
        "event": event_facts(draw.event),
        "draw": draw,
        "seed": seed_facts(draw),
        "status": draw.get_status_display(),
        "mode": draw.get_mode_display(),
        "rounds": rounds_in(draw),
        "changes": changes_facts(draw),
        "audit_url": audit_url(draw),
        "is_waiting": draw.status == DrawStatus.SEARCHING,
        "refusal": refusal,
        "next_url": waiting_url(draw),
        "page_url": reverse("drawing", args=[draw.event.slug, draw.number]),
    }
    return render(request, "draw/drawing.html", context, status=REFUSED if refusal else 200)


@require_safe
@director_required
def progress(request: MemberRequest, event: Event, number: int) -> HttpResponse:
    """Render the fragment that is updated while the search runs."""
    draw = or_404(get_draw(event, number))
    return render(request, "draw/_draw_progress.html", {"draw": draw, "next_url": waiting_url(draw)})


@require_POST
@director_required
def stop(request: MemberRequest, event: Event, number: int) -> HttpResponse:
    """End the search: the best seating so far becomes the draft."""
    draw = or_404(get_draw(event, number))
    stop_draw(draw=draw)
    return redirect(waiting_url(draw))


@require_POST
@director_required
def discard(request: MemberRequest, event: Event, number: int) -> HttpResponse:
    """Discard a draw."""
    draw = or_404(get_draw(event, number))
    try:
        discard_draw(draw=draw, by=by_member(request))
    except NotPossible as refusal:
        return show_drawing(request, draw, refusal)
    return redirect("draw", event.slug)
