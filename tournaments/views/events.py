"""An organiser's club and events: make them, change them, and the board that says what to do next."""

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
from tournaments.errors import NotPossible
from tournaments.evening_fields import EVENING
from tournaments.evening_forms import CopyForm
from tournaments.event_templates import TEMPLATES, EventTemplate, get_template
from tournaments.forms import FACTS, ClubForm, EventForm
from tournaments.models import Club, Event
from tournaments.selectors.events import attendance_of, has_deals, next_step
from tournaments.selectors.rounds import all_rounds
from tournaments.selectors.sheets import agreed_deals, game_of
from tournaments.services.copying import copy_event
from tournaments.services.events import change_event, close_event, create_club, create_event
from tournaments.services.prizes import are_prizes_given
from tournaments.views.doors import (
    REFUSED,
    UNREADABLE,
    MemberRequest,
    by_member,
    for_director,
    for_member,
    for_staff,
    seen_revision,
    signed_in,
)
from tournaments.views.showing import club_facts, event_facts, game_choices
from tournaments.views.showing_board import board_context
from tournaments.views.showing_settings import changes_since

A_WEEK = timedelta(days=7)
TYPED = ("name", "date", "place")  # what stays when another template is chosen
TOURNAMENT = "tournament"  # the template that plays by the game's tournament rules; else a club evening


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def new_club(request: MemberRequest) -> HttpResponse:
    """Make a club."""
    form = ClubForm(request.POST or None)
    if form.is_valid():
        club = create_club(name=form.cleaned_data["name"], owner=request.user)
        return redirect("new_event", club.slug)
    return render(request, "organise/club_new.html", {"form": form}, status=status_of(form))


@require_http_methods(["GET", "HEAD", "POST"])
@for_member
def new_event(request: MemberRequest, club: Club) -> HttpResponse:
    """What do we play? A name and a date are enough."""
    template = get_template(request.GET.get("template"))
    game = chosen_game(template.game if template else request.GET.get("game"))
    is_tournament = request.GET.get("template") == TOURNAMENT and bool(game.tournament_options)
    form = new_event_form(request, template, game, is_tournament)
    if form.is_valid():
        try:
            event = create_event(club=club, game=game.key, **form.values())
            return redirect("people", event.slug)
        except Refused as refusal:
            form.add_violations(refusal.violations)
    context = {
        "form": form,
        "club": club_facts(club),
        "game": game,
        "games": game_choices(game),
        "is_tournament": is_tournament,
        "templates": [{"key": each.key, "label": gettext(each.label)} for each in TEMPLATES],
        "template_key": template.key if template else "",
    }
    return render(request, "organise/event_new.html", context, status=status_of(form))


def new_event_form(
    request: MemberRequest, template: EventTemplate | None, game: Game, is_tournament: bool
) -> EventForm:
    """The form as it was sent; as the template has it where one was just chosen, and nothing is made yet."""
    is_choosing = "choose" in request.POST
    return EventForm(
        None if is_choosing else request.POST or None,
        game=game,
        options=game.tournament_options,
        is_tournament=is_tournament,
        deals_per_table=template.deals_per_table if template else None,
        policy=template.policy if template else None,
        initial=template_values(template) | (typed_so_far(request) if is_choosing else {}),
    )


def template_values(template: EventTemplate | None) -> dict[str, Any]:
    """What the fields of a new event stand at."""
    if template is None:
        return {}
    return {
        "name": gettext(template.name),
        "description": gettext(template.description),
        "planned_rounds": template.planned_rounds,
    }


def typed_so_far(request: MemberRequest) -> dict[str, Any]:
    """What was typed before a template was chosen; a name that a template gave makes room."""
    typed = {name: request.POST.get(name, "") for name in TYPED}
    if typed["name"] in {gettext(each.name) for each in TEMPLATES}:
        del typed["name"]
    return {name: value for name, value in typed.items() if value} | {
        "is_published": "is_published" in request.POST
    }


def chosen_game(key: str | None) -> Game:
    """The game of this key, else the first."""
    games = all_games()
    return next((game for game in games if game.key == key), games[0])


@require_http_methods(["GET", "HEAD", "POST"])
@for_director
def settings(request: MemberRequest, event: Event) -> HttpResponse:
    """Change what was set up; the options only until deals exist."""
    are_fixed, seen = has_deals(event), seen_revision(request)
    form = settings_form(event, request.POST or None, are_fixed)
    if form.is_valid():
        try:
            changed = change_event(event=event, by=by_member(request), seen=seen, **form.values())
            messages.success(request, gettext("Saved: %(event)s.") % {"event": changed.name})
            return redirect("board", event.slug)
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
    return render(request, "organise/settings.html", context, status=status_of(form))


@require_http_methods(["GET", "HEAD", "POST"])
@for_director
def copy(request: MemberRequest, event: Event) -> HttpResponse:
    """The next event like this one, a week later unless told otherwise."""
    initial = {"name": event.name, "date": event.date + A_WEEK}
    form = CopyForm(request.POST or None, initial=initial)
    if form.is_valid():
        copied = copy_event(event=event, by=by_member(request), **form.cleaned_data)
        return redirect("people", copied.slug)
    context = {"form": form, "event": event_facts(event)}
    return render(request, "organise/copy.html", context, status=status_of(form))


def settings_form(event: Event, data: Any, are_fixed: bool) -> EventForm:
    """The form of an event that exists."""
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
    """A form that was sent and is shown again was refused."""
    return UNREADABLE if form.is_bound else 200


# The board


@require_safe
@for_staff
def board(request: MemberRequest, event: Event) -> HttpResponse:
    """What needs me now."""
    return show_board(request, event)


def show_board(request: MemberRequest, event: Event, refusal: NotPossible | None = None) -> HttpResponse:
    """The board, with what was refused just now."""
    context = {
        **live_board(request, event),
        "refusal": refusal,
        "is_published": event.is_published,
        "page_url": reverse("board", args=[event.slug]),
    }
    return render(request, "organise/event.html", context, status=REFUSED if refusal else 200)


def live_board(request: MemberRequest, event: Event) -> dict[str, Any]:
    """The part that changes: every table, and what to do next."""
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
@for_director
def close(request: MemberRequest, event: Event) -> HttpResponse:
    """End the event, or take it up again."""
    try:
        is_closed = request.POST.get("is_closed") == "yes"
        even_if = "even_if_incomplete" in request.POST
        closed = close_event(
            event=event, is_closed=is_closed, even_if_unsigned=even_if, by=by_member(request)
        )
    except NotPossible as refusal:
        return show_board(request, event, refusal)
    if closed.is_closed:
        messages.success(
            request, gettext("%(event)s is closed; its standings are final.") % {"event": closed.name}
        )
    return redirect(reverse("board", args=[event.slug]))
