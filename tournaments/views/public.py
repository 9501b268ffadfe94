"""What everybody sees: what is on, a club, an event and its sheets. Nothing is computed here."""

import hashlib
from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import get_language, gettext
from django.views.decorators.http import condition, require_safe

from scoring.agreements import read_prizes
from tournaments.models import Club, Event, PaymentKind, Table
from tournaments.naming import public_name
from tournaments.selectors.access import (
    get_club,
    get_owned_club,
    get_public_event,
    get_public_table,
    is_member,
)
from tournaments.selectors.cash import won_by_number
from tournaments.selectors.clock import clocks_of
from tournaments.selectors.door import before_facts
from tournaments.selectors.events import clubs_of, event_state, events_at, sheet_state, visible_events
from tournaments.selectors.publications import Sight, list_links, sight_of, standings_shown
from tournaments.selectors.rounds import public_rounds
from tournaments.selectors.rulings import notes_shown
from tournaments.selectors.series import has_lists
from tournaments.selectors.tables import list_context
from tournaments.services.prize_keys import prize_line
from tournaments.snapshots import same_for_all
from tournaments.views.certifying import draw_links
from tournaments.views.doors import actor_of, for_spectator, found
from tournaments.views.paging import EVENTS, page_of
from tournaments.views.picturing import table_figure
from tournaments.views.previewing import preview_facts
from tournaments.views.showing import club_facts, event_facts, event_line


@require_safe
@same_for_all
def home(request: HttpRequest) -> HttpResponse:
    """The events to look at."""
    page = page_of(request, visible_events(request.user), EVENTS)
    context: dict[str, Any] = {"events": [event_line(event) for event in page], "page": page}
    if request.user.is_authenticated:
        context["clubs"] = [club_facts(club) for club in clubs_of(request.user)]
        context["new_club_url"] = reverse("new_club")
    return render(request, "home.html", context)


@require_safe
@same_for_all
def club(request: HttpRequest, slug: str) -> HttpResponse:
    """The events of a club, to come and past."""
    shown: Club = found(get_club(slug))
    may_manage = is_member(request.user, shown)
    page = page_of(request, events_at(shown, with_unpublished=may_manage), EVENTS)
    context: dict[str, Any] = {
        "club": club_facts(shown),
        "events": [event_line(event) for event in page],
        "page": page,
        "may_manage": may_manage,
    }
    if may_manage:
        context["new_event_url"] = reverse("new_event", args=[slug])
    if get_owned_club(request.user, slug):
        context["members_url"] = reverse("members", args=[slug])
    return render(request, "club.html", context)


@require_safe
@same_for_all
@for_spectator
def event(request: HttpRequest, event: Event) -> HttpResponse:
    """How it stands, and where everybody sits."""
    context = {
        **live_context(request, event),
        "event": event_facts(event),
        "live_url": reverse("event_live", args=[event.slug]),
        "club_url": reverse("club", args=[event.club.slug]),
        "draws": draw_links(event),
        "lists": list_links(event),
        "has_teams": has_lists(event),
        **preview_facts(request, event),
        "before": before_facts(event),
        "prizes": prize_facts(event),
    }
    context["winners"] = winners_shown(event, context["standings"])
    if is_member(request.user, event.club):
        context["manage_url"] = reverse("board", args=[event.slug])
    return render(request, "event.html", context)


def prize_facts(event: Event) -> dict[str, Any]:
    """What there is to win, as the club promised it."""
    key = read_prizes(event.prizes)
    kinds = {PaymentKind.FEE: gettext("fees"), PaymentKind.LOST_DEALS: gettext("lost-deal money")}
    return {
        "lines": [prize_line(prize) for prize in key.prizes],
        "series": key.series,
        "pot": [words for kind, words in kinds.items() if kind in key.pot] if key.shares else [],
    }


def winners_shown(event: Event, standings: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Who was given a prize, unless that is secret; nothing is asked where there are no prizes."""
    if not read_prizes(event.prizes).prizes or event.is_frozen or not standings["rows"]:
        return []
    won = won_by_number(event)
    return [
        {"rank": row["rank"], "name": row["name"], "cents": cents, "things": things}
        for row in standings["rows"]
        for cents, things in [won.get(row["number"], (0, []))]
        if cents or things
    ]


def live_context(request: HttpRequest, event: Event) -> dict[str, Any]:
    """What changes while an event is played."""
    sight = sight_for(request, event)
    rounds = public_rounds(event, secret_after=sight.last_round)
    notes = notes_shown(event, sight)
    return {
        "standings": {**standings_shown(event, sight), "slug": event.slug},
        "rounds": rounds[::-1],
        "notes": notes,
        "noted": [each.number for each in notes],
        "clocks": clocks_of(event),
    }


def sight_for(request: HttpRequest, event: Event) -> Sight:
    """What this visitor may see of the standings; being a member matters only while they are frozen."""
    return sight_of(event, is_member=sees_secrets(request, event))


def sees_secrets(request: HttpRequest, event: Event) -> bool:
    """Whether he is shown what is secret until prize-giving."""
    return event.is_frozen and is_member(request.user, event.club)


def event_etag(request: HttpRequest, slug: str) -> str | None:
    """Equal tags mean an equal fragment; three queries for a published event."""
    event = get_public_event(actor_of(request), slug)
    return tag_of([*event_state(event), sees_secrets(request, event)]) if event else None


@require_safe
@same_for_all
@condition(etag_func=event_etag)
@for_spectator
def event_live(request: HttpRequest, event: Event) -> HttpResponse:
    """The part of the event's page that changes."""
    return render(request, "_event_live.html", live_context(request, event))


@require_safe
@same_for_all
def sheet(request: HttpRequest, slug: str, public_id: UUID) -> HttpResponse:
    """What a table played, as on paper."""
    table: Table = found(get_public_table(actor_of(request), slug, public_id))
    context = {
        "event": event_facts(table.round.event),
        "table": {"number": table.number, "round": table.round.number, "public_id": public_id},
        "sheet": list_context(table, public_name),
        "figure": table_figure(table),
        "live_url": reverse("sheet_live", args=[slug, public_id]),
    }
    return render(request, "sheet.html", context)


def sheet_etag(request: HttpRequest, slug: str, public_id: UUID) -> str | None:
    """Equal tags mean an equal fragment; three queries for a published event."""
    table = get_public_table(actor_of(request), slug, public_id)
    return tag_of(sheet_state(table)) if table else None


@require_safe
@same_for_all
@condition(etag_func=sheet_etag)
def sheet_live(request: HttpRequest, slug: str, public_id: UUID) -> HttpResponse:
    """The part of a sheet's page that changes."""
    table: Table = found(get_public_table(actor_of(request), slug, public_id))
    return render(request, "_sheet.html", {"sheet": list_context(table, public_name)})


def tag_of(state: list[Any]) -> str:
    """An ETag of a state and the reader's language."""
    return f'"{hashlib.sha256(repr((get_language(), state)).encode()).hexdigest()[:32]}"'
