"""An organiser's club and events: create and change them, and the dashboard with the next steps."""

from datetime import timedelta
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from rules import all_games
from rules.game import Game
from rules.reading import Refused
from scoring.refusals import NotPossible
from tournaments.forms.evening import CopyForm
from tournaments.forms.evening_fields import EVENING
from tournaments.forms.event_templates import EventTemplate, event_templates, get_template
from tournaments.forms.events import FACTS, ClubForm, EventForm
from tournaments.models import Club, Event
from tournaments.selectors.events.event_lists import attendance_of, has_deals, next_step
from tournaments.selectors.rounds.progress import all_rounds
from tournaments.selectors.sheets.folded_sheets import agreed_deals, game_of
from tournaments.services.cash.prizes import are_prizes_given
from tournaments.services.events.copying import copy_event
from tournaments.services.events.lifecycle import change_event, close_event, create_club, create_event
from tournaments.views.events.changed_settings import changes_since
from tournaments.views.events.dashboard_parts import board_context
from tournaments.views.pages.descriptions import club_facts, event_facts, game_choices
from tournaments.views.pages.permissions import (
    REFUSED,
    UNREADABLE,
    MemberRequest,
    by_member,
    director_required,
    helper_required,
    member_required,
    seen_revision,
    signed_in,
)

A_WEEK = timedelta(days=7)
TYPED = ("name", "date", "place")  # the fields kept when another template is chosen
TOURNAMENT = "tournament"  # the template with the game's tournament rules; the other is a club evening


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def new_club(request: MemberRequest) -> HttpResponse:
    """Create a club."""
    form = ClubForm(request.POST or None)
    if form.is_valid():
        club = create_club(name=form.cleaned_data["name"], owner=request.user)
        return redirect("new_event", club.slug)
    return render(request, "clubs/club_new.html", {"form": form}, status=status_of(form))


@require_http_methods(["GET", "HEAD", "POST"])
@member_required
def new_event(request: MemberRequest, club: Club) -> HttpResponse:
    """Create an event; only a name and a date are required."""
    template = get_template(request.GET.get("template"))
    game = chosen_game(template.game if template else request.GET.get("game"))
    is_tournament = request.GET.get("template") == TOURNAMENT and bool(game.tournament_options)
    form = new_event_form(request, template, game, is_tournament)
    if form.is_valid():
        try:
            event = create_event(club=club, game=game.key, **form.values())
            return redirect("players", event.slug)
        except Refused as refusal:
            form.add_violations(refusal.violations)
    context = {
        "form": form,
        "club": club_facts(club),
        "game": game,
        "games": game_choices(game),
        "is_tournament": is_tournament,
        "templates": template_choices(),
        "template_key": template.evening.key if template else "",
    }
    return render(request, "events/event_new.html", context, status=status_of(form))


def new_event_form(
    request: MemberRequest, template: EventTemplate | None, game: Game, is_tournament: bool
) -> EventForm:
    """Return the submitted form, or the values of a template that was just chosen; nothing is created yet."""
    is_choosing = "choose" in request.POST
    return EventForm(
        None if is_choosing else request.POST or None,
        game=game,
        options=game.tournament_options,
        is_tournament=is_tournament,
        deals_per_table=template.evening.deals_per_table if template else None,
        initial=template_values(template) | (typed_so_far(request) if is_choosing else {}),
    )


def template_choices() -> list[dict[str, str]]:
    """The templates as the form lists them."""
    return [{"key": each.evening.key, "label": gettext(each.evening.label)} for each in event_templates()]


def template_values(template: EventTemplate | None) -> dict[str, Any]:
    """Return the initial values of a new event."""
    if template is None:
        return {}
    return {
        "name": gettext(template.evening.name),
        "description": gettext(template.evening.description),
        "planned_rounds": template.evening.planned_rounds,
    }


def typed_so_far(request: MemberRequest) -> dict[str, Any]:
    """Return the input from before a template was chosen; a name set by a template is dropped."""
    typed = {name: request.POST.get(name, "") for name in TYPED}
    if typed["name"] in {gettext(each.evening.name) for each in event_templates()}:
        del typed["name"]
    return {name: value for name, value in typed.items() if value} | {
        "is_published": "is_published" in request.POST
    }


def chosen_game(key: str | None) -> Game:
    """Return the game with this key, else the first one."""
    games = all_games()
    return next((game for game in games if game.key == key), games[0])


@require_http_methods(["GET", "HEAD", "POST"])
@director_required
def settings(request: MemberRequest, event: Event) -> HttpResponse:
    """Change the settings; the options only while no deals exist."""
    are_fixed, seen = has_deals(event), seen_revision(request)
    form = settings_form(event, request.POST or None, are_fixed)
    if form.is_valid():
        try:
            changed = change_event(event=event, by=by_member(request), seen=seen, **form.values())
            messages.success(request, gettext("Saved: %(event)s.") % {"event": changed.name})
            return redirect("dashboard", event.slug)
        except Refused as refusal:
            form.add_violations(refusal.violations)
        except NotPossible as refusal:
            form.add_error(None, refusal.message)
    context = {
        "form": form,
        "event": event_facts(event),
        "game": form.game,
        "are_fixed": are_fixed,
        "revision": event.revision,
        "changes": changes_since(event, seen) if seen is not None else [],
    }
    return render(request, "events/settings.html", context, status=status_of(form))


@require_http_methods(["GET", "HEAD", "POST"])
@director_required
def copy(request: MemberRequest, event: Event) -> HttpResponse:
    """Copy the event, one week later unless another date is given."""
    initial = {"name": event.name, "date": event.date + A_WEEK}
    form = CopyForm(request.POST or None, initial=initial)
    if form.is_valid():
        copied = copy_event(event=event, by=by_member(request), **form.cleaned_data)
        return redirect("players", copied.slug)
    context = {"form": form, "event": event_facts(event)}
    return render(request, "events/copy.html", context, status=status_of(form))


def settings_form(event: Event, data: Any, are_fixed: bool) -> EventForm:
    """Build the form of an existing event."""
    initial = {name: getattr(event, name) for name in (*FACTS, *EVENING)}
    form = EventForm(
        data,
        game=game_of(event),
        options=event.options,
        deals_per_table=agreed_deals(event),
        policy=event.policy,
        lost_deal_money=event.lost_deal_money,
        initial=initial,
    )
    if are_fixed:
        form.fix_options()
    return form


def status_of(form: Any) -> int:
    """Return 422 for a form that was submitted and refused, else 200."""
    return UNREADABLE if form.is_bound else 200


# The dashboard


@require_safe
@helper_required
def dashboard(request: MemberRequest, event: Event) -> HttpResponse:
    """Show what needs the director now."""
    return show_dashboard(request, event)


def show_dashboard(request: MemberRequest, event: Event, refusal: NotPossible | None = None) -> HttpResponse:
    """Render the dashboard with a refusal, if any."""
    context = {
        **live_dashboard(request, event),
        "refusal": refusal,
        "is_published": event.is_published,
        "page_url": reverse("dashboard", args=[event.slug]),
    }
    return render(request, "events/dashboard.html", context, status=REFUSED if refusal else 200)


def live_dashboard(request: MemberRequest, event: Event) -> dict[str, Any]:
    """Return the context of the live part: every table and the next steps."""
    rounds, attendance = all_rounds(event), attendance_of(event)
    return {
        "event": event_facts(event),
        "rounds": list(reversed(rounds)),
        "attendance": attendance,
        "step": next_step(event, rounds, attendance, are_prizes_given(event)),
        "is_closed": event.is_closed,
        "signed_off_at": event.signed_off_at,
        **board_context(request, event),
    }


@require_POST
@director_required
def close(request: MemberRequest, event: Event) -> HttpResponse:
    """Close the event, or reopen it."""
    try:
        is_closed = request.POST.get("is_closed") == "yes"
        even_if = "even_if_incomplete" in request.POST
        closed = close_event(
            event=event, is_closed=is_closed, even_if_unsigned=even_if, by=by_member(request)
        )
    except NotPossible as refusal:
        return show_dashboard(request, event, refusal)
    if closed.is_closed:
        messages.success(
            request, gettext("%(event)s is closed; its standings are final.") % {"event": closed.name}
        )
    return redirect(reverse("dashboard", args=[event.slug]))
