"""An organiser's events: create and change them, and the dashboard with the next steps."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from rules import all_games, get_game
from rules.game import Game
from rules.reading import Refused
from scoring.foot.paper_totals import Standing
from scoring.not_possible import NotPossible
from server.networks import has_moved, public_url
from tournaments.forms.events import CopyForm, EventForm, EventTemplate, event_templates, get_template
from tournaments.models import Club, ClubTemplate, Event
from tournaments.selectors.clubs.permissions import may_back_up
from tournaments.selectors.entry.registration import people_to_expect
from tournaments.selectors.events.event_lists import free_name, is_imported, templates_of
from tournaments.selectors.installation.health import BackupLine, backup_line
from tournaments.selectors.paper.totals import paper_sheets
from tournaments.selectors.tables.dashboard import Dashboard, dashboards_beside, events_beside
from tournaments.services.events.copying import copy_event, create_from_template
from tournaments.services.events.lifecycle import change_event, close_event, create_event
from tournaments.views.events.club_templates import (
    chosen_template,
    own_choices,
    own_facts,
    own_key,
    template_form,
)
from tournaments.views.events.game_choice import chosen_game, first_games, game_keys, usual_name
from tournaments.views.events.settings_pages import show_settings, stored_form
from tournaments.views.hall.screens import screens_on_dashboard
from tournaments.views.pages.descriptions import club_facts, evening_in_words, event_facts
from tournaments.views.pages.permissions import (
    REFUSED,
    UNREADABLE,
    MemberRequest,
    by_member,
    director_required,
    helper_required,
    member_required,
    seen_revision,
)
from tournaments.views.pages.table_addresses import hall_wifi, loopback_hint
from tournaments.wording.days import next_date, without_day
from tournaments.wording.whole_numbers import whole_number

USUAL_MINUTES = (60, 90, 120)  # of a round
TYPED = ("name", "date", "place")  # the fields kept when another template is chosen
TOURNAMENT = "tournament"  # the template with the game's tournament rules; the other is a club evening


@require_http_methods(["GET", "HEAD", "POST"])
@member_required
def new_event(request: MemberRequest, club: Club) -> HttpResponse:
    """Create an event; only a name and a date are required."""
    own = templates_of(club)
    first = first_games(request, club)
    start = chosen_start(own, request.GET, first)
    form = own_form(request, own, start.own) if start.own else new_event_form(request, club, own, start)
    if form.is_valid():
        try:
            event = create_started(club, start, form)
            return redirect("players", event.slug)
        except Refused as refusal:
            form.add_refusal(refusal)
    context = {
        "form": form,
        "club": club_facts(club),
        "game": form.game,
        "is_choosing": "choose" in request.POST,
        **game_keys(first, form.game),
        **start_context(start, own),
    }
    return render(request, "events/event_new.html", context, status=status_of(form))


class Start(NamedTuple):
    """The start of a new event: a template of the club, one of a game, or a game alone."""

    game: Game
    own: ClubTemplate | None = None
    template: EventTemplate | None = None
    is_tournament: bool = False

    @property
    def key(self) -> str:
        """Return the key of the template; empty without one."""
        if self.own:
            return own_key(self.own)
        return self.template.evening.key if self.template else ""

    @property
    def query(self) -> str:
        """Return the address of this start, for the form: what is suggested may change meanwhile."""
        template = TOURNAMENT if self.is_tournament else self.key
        return f"?{urlencode({'game': self.game.key, **({'template': template} if template else {})})}"


def start_context(start: Start, own: list[ClubTemplate]) -> dict[str, Any]:
    """Return the templates to begin with, and the chosen one."""
    return {
        "is_tournament": start.is_tournament,
        "start_query": start.query,
        "own_templates": own_choices(own),
        "templates": [{"key": each.key, "label": gettext(each.label)} for each in start.game.evenings],
        "template_key": start.key,
        "own_template": own_facts(start.own),
    }


def chosen_start(own: list[ClubTemplate], sent: Mapping[str, str], first: list[Game]) -> Start:
    """Return the start that the address names, or the likeliest game if it names none."""
    key = sent.get("template")
    if template := chosen_template(own, key):
        return Start(get_game(template.game), own=template)
    evening = get_template(key)
    game = chosen_game(evening.game if evening else sent.get("game"), first)
    return Start(game, None, evening, key == TOURNAMENT and bool(game.tournament_options))


def create_started(club: Club, start: Start, form: EventForm) -> Event:
    """Create the event of a form. Raises Refused."""
    if start.own:
        return create_from_template(template=start.own, **form.values())
    new_partners = start.template is not None and start.template.evening.new_partners
    return create_event(club=club, game=start.game.key, new_partners=new_partners, **form.values())


def own_form(request: MemberRequest, own: list[ClubTemplate], template: ClubTemplate) -> EventForm:
    """Return the submitted form, or the settings of a template of the club that was just chosen."""
    is_choosing = "choose" in request.POST
    typed = typed_so_far(request, own) if is_choosing else {}
    return template_form(template, None if is_choosing else request.POST or None, typed)


def new_event_form(request: MemberRequest, club: Club, own: list[ClubTemplate], start: Start) -> EventForm:
    """Return the submitted form, or the values of a template that was just chosen; nothing is created yet."""
    is_choosing, template = "choose" in request.POST, start.template
    return EventForm(
        None if is_choosing else request.POST or None,
        game=start.game,
        options={**start.game.tournament_options, **(template.evening.options if template else {})},
        is_tournament=start.is_tournament,
        policy=template.evening.policy if template else None,
        deals_per_table=template.evening.deals_per_table if template else None,
        initial=initial_values(club, start) | (typed_so_far(request, own) if is_choosing else {}),
    )


def initial_values(club: Club, start: Start) -> dict[str, Any]:
    """Return the initial values of a new event, with a name that no other event of the club has."""
    template, day = start.template, timezone.localdate()
    if template is None:
        return {"name": free_name(club, usual_name(start.game), day)}
    return {
        "name": free_name(club, gettext(template.evening.name), day),
        "description": gettext(template.evening.description),
        "planned_rounds": template.evening.planned_rounds,
    }


def typed_so_far(request: MemberRequest, own: list[ClubTemplate]) -> dict[str, Any]:
    """Return the input from before a template was chosen; a name set by a template is dropped."""
    typed = {name: request.POST.get(name, "") for name in TYPED}
    plain = without_day(typed["name"], timezone.localdate())
    names = {usual_name(game) for game in all_games()}
    names |= {gettext(each.evening.name) for each in event_templates()}
    if plain in names | {each.name for each in own}:
        del typed["name"]
    return {name: value for name, value in typed.items() if value} | {
        "is_published": "is_published" in request.POST
    }


@require_http_methods(["GET", "HEAD", "POST"])
@director_required
def settings(request: MemberRequest, event: Event) -> HttpResponse:
    """Change the settings; the options only while no deals exist."""
    form = stored_form(event, request.POST or None)
    if form.is_valid():
        try:
            seen, by = seen_revision(request), by_member(request)
            changed = change_event(event=event, by=by, seen=seen, **form.values())
            messages.success(request, gettext("Saved: %(event)s.") % {"event": changed.name})
            return redirect("dashboard", event.slug)
        except (Refused, NotPossible) as refusal:
            form.add_refusal(refusal)
    return show_settings(request, event, form)


@require_http_methods(["GET", "HEAD", "POST"])
@director_required
def copy(request: MemberRequest, event: Event) -> HttpResponse:
    """Copy the event, one week later unless another date is given."""
    day = next_date(event.date, timezone.localdate())
    name = free_name(event.club, without_day(event.name, event.date), day)
    form = CopyForm(request.POST or None, initial={"name": name, "date": day})
    if form.is_valid():
        players = ticked_in(request) if "people" in request.POST else None
        copied = copy_event(event=event, by=by_member(request), players=players, **form.cleaned_data)
        return redirect("players", copied.slug)
    ticked = ticked_in(request) if form.is_bound else None
    people = [
        {
            "id": player.pk,
            "name": player.name,
            "is_guest": player.is_guest,
            "is_ticked": came if ticked is None else player.pk in ticked,
        }
        for player, came in people_to_expect(event)
    ]
    people.sort(key=lambda each: not each["is_ticked"])
    context = {
        "heading": gettext("Like last time") if "again" in request.GET else gettext("Duplicate event"),
        "form": form,
        "event": event_facts(event),
        "people": people,
        "said": evening_in_words(event),
    }
    return render(request, "events/copy.html", context, status=status_of(form))


def ticked_in(request: MemberRequest) -> set[int]:
    """Return the IDs of the players who are ticked."""
    return {number for each in request.POST.getlist("player") if (number := whole_number(each)) is not None}


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
        **dashboard_context(request, event, events_beside(event), backup_line()),
        "refusal": refusal,
        "loopback_hint": loopback_hint(request),
        "usual_minutes": USUAL_MINUTES,
        "is_published": event.is_published,
        "is_imported_unseen": not event.is_published and is_imported(event),
        "page_url": reverse("dashboard", args=[event.slug]),
        **(screens_on_dashboard(request, event) if request.may.get("direct") else {}),
        "wifi": hall_wifi(event.club) if request.may.get("direct") else None,
    }
    return render(request, "events/dashboard.html", context, status=REFUSED if refusal else 200)


def dashboard_context(
    request: MemberRequest, event: Event, beside: Sequence[Event], backup: BackupLine
) -> dict[str, Any]:
    """Return the context of the live part: every table, the next steps, and the other events of the day."""
    dashboard = Dashboard(event)
    paper = [] if event.signed_off_at else paper_sheets(event)
    on_wall = [each.slug for each in beside if each.is_published]
    return {
        "event": event_facts(event),
        "rounds": dashboard.progress[::-1],
        "attendance": dashboard.attendance,
        "step": dashboard.step,
        "is_closed": event.is_closed,
        "signed_off_at": event.signed_off_at,
        "dashboard": dashboard,
        "paper": paper,
        "uncompared": sum(sheet.standing == Standing.NEVER for sheet in paper),
        "beside": dashboards_beside(beside, request.actor),
        "on_wall": on_wall,
        "with_others": urlencode({"with": on_wall}, doseq=True),
        "backup": backup,
        "moved_to": public_url() if has_moved() else "",
        "may_back_up": may_back_up(request.user),
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
