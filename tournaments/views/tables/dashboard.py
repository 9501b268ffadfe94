"""The dashboard's live part, and abandoned tables."""

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from scoring.not_possible import NotPossible
from server.networks import public_url
from tournaments.models import Event, Round, RoundStatus, Table
from tournaments.selectors.installation.health import backup_line
from tournaments.selectors.tables.dashboard import dashboard_state, events_beside
from tournaments.services.tables.abandoning import abandon_table, abandon_tables, resume_table
from tournaments.views.events.organising import dashboard_context, show_dashboard
from tournaments.views.pages.etags import tag_of
from tournaments.views.pages.permissions import (
    MemberRequest,
    by_member,
    helper_required,
    of_round,
    of_table,
)
from tournaments.views.rounds.round_pages import show_round
from tournaments.wording.whole_numbers import whole_number

MOST_TABLES = 500


@require_safe
@helper_required
def dashboard_live(request: MemberRequest, event: Event) -> HttpResponse:
    """Render the dashboard's live part; 304 while it is unchanged."""
    beside, backup = events_beside(event), backup_line()
    states = [dashboard_state(each) for each in (event, *beside)]
    tag = tag_of([sorted(request.may), backup, public_url(), *states])
    if request.headers.get("If-None-Match") == tag:
        response = HttpResponse(status=304)
    else:
        context = dashboard_context(request, event, beside, backup)
        response = render(request, "tables/_dashboard_live.html", context)
    response["ETag"] = tag
    return response


# Abandoned tables


@require_POST
@of_table
def abandon(request: MemberRequest, table: Table) -> HttpResponse:
    """Abandon a table, or let it continue."""
    event = table.round.event
    act = resume_table if request.POST.get("is_abandoned") == "no" else abandon_table
    try:
        act(table=table, by=by_member(request))
    except NotPossible as refusal:
        return show_dashboard(request, event, refusal)
    return redirect("dashboard", event.slug)


@require_POST
@of_round
def abandon_many(request: MemberRequest, round: Round) -> HttpResponse:
    """Abandon the tables that prevent a round from being closed, or the results from being final."""
    typed = (whole_number(each) for each in request.POST.getlist("table")[:MOST_TABLES])
    numbers = {number for number in typed if number is not None}
    try:
        abandon_tables(round=round, numbers=numbers, by=by_member(request))
    except NotPossible as refusal:
        return show_round(request, round, refusal)
    if round.status == RoundStatus.CLOSED:
        return redirect("sign_off_checklist", round.event.slug)
    return redirect("round", round.event.slug, round.number)
