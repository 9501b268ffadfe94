"""The organiser's pages of competitions and of teams."""

from random import SystemRandom
from typing import Any

from django.contrib import messages
from django.forms import Form
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from rules.reading import Refused
from scoring.competitions.requests import PERSON
from scoring.not_possible import NotPossible
from scoring.standings.agreements import read_prizes
from tournaments.forms.competitions import CompetitionForm, TeamForm
from tournaments.models import Competition, Event, Team
from tournaments.selectors.competitions.rankings import (
    competitions_of,
    entered_in,
    get_competition,
    ready_made,
)
from tournaments.selectors.competitions.teams import numbers_in, team_of_number, teams_of
from tournaments.selectors.entry.seats import entrants_by_number
from tournaments.selectors.sheets.agreements import game_of
from tournaments.selectors.standings.ranking_rules import method_of
from tournaments.services.competitions.competitions import (
    add_competition,
    change_competition,
    ranks_teams,
    remove_competition,
    set_entries,
)
from tournaments.services.competitions.teams import (
    LEAST,
    MOST,
    dissolve_team,
    match_by_lot,
    teams_of_words,
    without_team,
)
from tournaments.services.entry.teams import store_team
from tournaments.services.history.sheet_chain import Author
from tournaments.views.pages.descriptions import event_facts
from tournaments.views.pages.permissions import (
    REFUSED,
    UNREADABLE,
    MemberRequest,
    by_member,
    director_required,
    or_404,
)
from tournaments.wording.competitions import rule_words
from tournaments.wording.names import name_of
from tournaments.wording.prizes import prize_line
from tournaments.wording.refusals import translated
from tournaments.wording.whole_numbers import whole_number


@require_safe
@director_required
def competitions(request: MemberRequest, event: Event) -> HttpResponse:
    """Show the competitions as cards, and the ready-made ones."""
    return show_cards(request, event)


def show_cards(request: MemberRequest, event: Event, refusal: NotPossible | None = None) -> HttpResponse:
    """Render the cards."""
    method = method_of(event)
    context = {
        "event": event_facts(event),
        "cards": [
            {
                "number": each.number,
                "name": each.name,
                "words": rule_words(method, each.rule),
                "fee": each.fee_cents,
                "prizes": [prize_line(prize) for prize in read_prizes({"prizes": each.prizes}).prizes],
            }
            for each in competitions_of(event)
        ],
        "templates": [{"key": key, "name": name} for key, name, _rule in ready_made(event)],
        "refusal": refusal,
    }
    return render(request, "competitions/competitions.html", context, status=REFUSED if refusal else 200)


@require_POST
@director_required
def add(request: MemberRequest, event: Event) -> HttpResponse:
    """Add a ready-made competition, and open its form."""
    ready = {key: (name, rule) for key, name, rule in ready_made(event)}
    name, rule = ready.get(request.POST.get("kind", ""), (gettext("Competition"), {}))
    try:
        made = add_competition(event=event, by=by_member(request), name=name, rule=rule)
    except NotPossible as refusal:
        return show_cards(request, event, refusal)
    text = gettext("The competition %(name)s was created.")
    messages.success(request, text % {"name": made.name})
    return redirect("competition", event.slug, made.number)


@require_http_methods(["GET", "HEAD", "POST"])
@director_required
def competition(request: MemberRequest, event: Event, number: int) -> HttpResponse:
    """Show one competition with its form, and change it."""
    competition: Competition = or_404(get_competition(event, number))
    form = CompetitionForm(request.POST or None, game=game_of(event), stored=competition)
    if form.is_valid():
        try:
            change_competition(competition=competition, by=by_member(request), **form.service_arguments())
            messages.success(request, gettext("The competition is saved."))
            return redirect("competitions", event.slug)
        except Refused as refusal:
            for violation in refusal.violations:
                form.add_error(None, translated(violation))
        except NotPossible as refusal:
            form.add_error(None, refusal.message)
    return show_competition(request, event, number, form)


def show_competition(
    request: MemberRequest,
    event: Event,
    number: int,
    form: CompetitionForm | None = None,
    refusal: NotPossible | None = None,
) -> HttpResponse:
    """Render one competition."""
    stored: Competition = or_404(get_competition(event, number))
    form = form or CompetitionForm(game=game_of(event), stored=stored)
    takes_entries = bool(stored.fee_cents) and stored.rule.get("unit", PERSON) == PERSON
    entered = entered_in(stored)
    context = {
        "event": event_facts(event),
        "competition": {"number": number, "name": stored.name},
        "form": form,
        "takes_entries": takes_entries,
        "is_of_teams": ranks_teams(stored.rule),
        "entrants": [
            {"id": each.pk, "number": each.number, "name": name_of(each), "is_in": each.pk in entered}
            for each in (entrants_by_number(event) if takes_entries else ())
        ],
        "refusal": refusal,
    }
    return render(request, "competitions/competition.html", context, status=status_of(form, refusal))


def status_of(form: Form, refusal: NotPossible | None = None) -> int:
    """Return the status of a page with a form, sent or not, or with what is not possible now."""
    return REFUSED if refusal else UNREADABLE if form.is_bound else 200


@require_POST
@director_required
def enter(request: MemberRequest, event: Event, number: int) -> HttpResponse:
    """Let exactly the ticked players take part in a competition with a fee."""
    competition: Competition = or_404(get_competition(event, number))
    ticked = {int(each) for each in request.POST.getlist("entrant") if each.isdecimal() and len(each) < 12}
    entrants = [each for each in entrants_by_number(event) if each.pk in ticked]
    try:
        set_entries(competition=competition, entrants=entrants, by=by_member(request))
    except NotPossible as refusal:
        return show_competition(request, event, number, refusal=refusal)
    messages.success(request, gettext("The entries are saved."))
    return redirect("competition", event.slug, number)


@require_POST
@director_required
def remove(request: MemberRequest, event: Event, number: int) -> HttpResponse:
    """Remove a competition."""
    competition: Competition = or_404(get_competition(event, number))
    try:
        remove_competition(competition=competition, by=by_member(request))
    except NotPossible as refusal:
        return show_competition(request, event, number, refusal=refusal)
    return redirect("competitions", event.slug)


@require_http_methods(["GET", "HEAD", "POST"])
@director_required
def teams(request: MemberRequest, event: Event) -> HttpResponse:
    """Show the teams, and form one more."""
    form = TeamForm(request.POST or None)
    if form.is_valid() and store_typed(form, event, None, by_member(request)):
        messages.success(request, gettext("The team is formed."))
        return redirect("teams", event.slug)
    return show_teams(request, event, form)


@require_http_methods(["GET", "HEAD", "POST"])
@director_required
def team(request: MemberRequest, event: Event, number: int) -> HttpResponse:
    """Show one team to be changed, and change it."""
    team: Team = or_404(team_of_number(event, number))
    form = TeamForm(request.POST or None, initial=typed_of(team), is_new=False)
    if form.is_valid() and store_typed(form, event, team, by_member(request)):
        messages.success(request, gettext("The team is changed."))
        return redirect("teams", event.slug)
    context = {"event": event_facts(event), "team": team, "form": form}
    return render(request, "competitions/team.html", context, status=status_of(form))


def typed_of(team: Team) -> dict[str, Any]:
    """Return a stored team as initial form values."""
    members = numbers_in(team, are_substitutes=False)
    return {"name": team.name, "members": members, "substitutes": numbers_in(team, are_substitutes=True)}


def store_typed(form: TeamForm, event: Event, team: Team | None, by: Author) -> Team | None:
    """Store a team as typed; None if it is refused, which the form says then."""
    try:
        return store_team(event=event, team=team, by=by, choices=form.choices(), **form.cleaned_data)
    except NotPossible as refusal:
        form.ask(refusal)
        return None


def show_teams(
    request: MemberRequest, event: Event, form: TeamForm | None = None, refusal: NotPossible | None = None
) -> HttpResponse:
    """Render the page of teams."""
    free, form = without_team(event), form or TeamForm()
    context = {
        "event": event_facts(event),
        "teams": teams_of(event),
        "free": [{"number": each.number, "name": name_of(each), "team": each.team} for each in free],
        "has_words": any(each.team for each in free),
        "sizes": range(LEAST, MOST + 1),
        "form": form,
        "refusal": refusal,
    }
    return render(request, "competitions/teams.html", context, status=status_of(form, refusal))


@require_POST
@director_required
def dissolve(request: MemberRequest, event: Event, number: int) -> HttpResponse:
    """Dissolve a team."""
    try:
        dissolve_team(team=or_404(team_of_number(event, number)), by=by_member(request))
    except NotPossible as refusal:
        return show_teams(request, event, refusal=refusal)
    return redirect("teams", event.slug)


@require_POST
@director_required
def by_lot(request: MemberRequest, event: Event) -> HttpResponse:
    """Form teams by lot of the players who have none."""
    size = whole_number(request.POST.get("size", "")) or 0
    try:
        formed = match_by_lot(
            event=event, size=max(LEAST, min(size, MOST)), random=SystemRandom(), by=by_member(request)
        )
    except NotPossible as refusal:
        return show_teams(request, event, refusal=refusal)
    tell_formed(request, len(formed))
    return redirect("teams", event.slug)


@require_POST
@director_required
def by_words(request: MemberRequest, event: Event) -> HttpResponse:
    """Form a team of the players beside whom the same word stands."""
    try:
        tell_formed(request, len(teams_of_words(event=event, by=by_member(request))))
    except NotPossible as refusal:
        return show_teams(request, event, refusal=refusal)
    return redirect("teams", event.slug)


def tell_formed(request: MemberRequest, formed: int) -> None:
    """Say how many teams were formed."""
    text = ngettext("%(number)s team formed.", "%(number)s teams formed.", formed)
    messages.success(request, text % {"number": formed})
