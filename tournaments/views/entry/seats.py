"""Seat plans and their audit: public audit pages, the seat search, lists to print."""

from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import condition, require_safe

from tournaments.models import Event, Player
from tournaments.publications.charts.figures import evening_chart
from tournaments.selectors.clubs.permissions import get_public_event
from tournaments.selectors.entry.seats import evening_of, get_entrant_by_number, places_now
from tournaments.selectors.events.marks import mark_of
from tournaments.selectors.publishing.public_event import PublicEvent
from tournaments.selectors.series.players import get_player
from tournaments.serving.caching import same_for_all
from tournaments.views.pages.descriptions import event_facts
from tournaments.views.pages.etags import tag_of
from tournaments.views.pages.paging import wanted_in
from tournaments.views.pages.permissions import actor_of, for_spectator, or_404
from tournaments.views.pages.visibility import seen_by
from tournaments.wording.names import public_name


@require_safe
@for_spectator
def find_seat(request: HttpRequest, event: Event) -> HttpResponse:
    """Find a player's seat by name; a script filters the list while typing."""
    query = wanted_in(request)
    context = {
        **seats_context(event, query),
        "event": event_facts(event),
        "live_url": f"{reverse('find_seat_live', args=[event.slug])}?{urlencode({'name': query})}",
        "lists_url": reverse("seat_lists", args=[event.slug]),
    }
    return render(request, "entry/find_seat.html", context)


def find_seat_etag(request: HttpRequest, slug: str) -> str | None:
    """Return the ETag of the list."""
    event = get_public_event(actor_of(request), slug)
    return tag_of([mark_of(event), wanted_in(request)]) if event else None


@require_safe
@cache_control(private=True, no_cache=True)
@condition(etag_func=find_seat_etag)
@for_spectator
def find_seat_live(request: HttpRequest, event: Event) -> HttpResponse:
    """Render the lists of the seat search, which change when a round is released."""
    return render(request, "entry/_seats.html", seats_context(event, wanted_in(request)))


def seats_context(event: Event, query: str) -> dict[str, Any]:
    """Return the rounds with their current seats, filtered by the query if there is one."""
    rounds = [
        {
            "number": round.number,
            "planned": round.planned,
            "is_open": round.is_open,
            "places": [place for place in round.places if place.answers(query)],
        }
        for round in places_now(PublicEvent(event))
    ]
    return {"rounds": rounds, "query": query, "slug": event.slug}


@require_safe
@same_for_all
@for_spectator
def seat_lists(request: HttpRequest, event: Event) -> HttpResponse:
    """Render the seats for printing, by name and by table."""
    context = {"event": event_facts(event), "rounds": places_now(PublicEvent(event))}
    return render(request, "entry/seat_lists.html", context)


@require_safe
@same_for_all
@for_spectator
def entrant_evening(request: HttpRequest, event: Event, number: int) -> HttpResponse:
    """Show one entrant's rounds and rank."""
    entrant = or_404(get_entrant_by_number(event, number))
    public = seen_by(request, event)
    standings = public.standings
    own = own_line(standings, number)
    points = dict(zip(standings["rounds"], own["row"]["rounds"], strict=True)) if own["row"] else {}
    context = {
        "event": event_facts(event),
        "entrant": {
            "number": entrant.number,
            "name": public_name(entrant.player, number),
            "team": entrant.team,
        },
        "person_url": person_url(entrant.player),
        "rounds": evening_of(public, entrant, points),
        "figure": evening_chart(public, number),
        "seats_url": reverse("find_seat", args=[event.slug]),
        **own,
    }
    return render(request, "entry/entrant_evening.html", context)


def person_url(player: Player) -> str:
    """Return the address of the page with all results of a person; empty if they have none."""
    has_page = get_player(player.club, player.pk) is not None
    return reverse("player", args=[player.club.slug, player.pk]) if has_page else ""


def own_line(standings: dict[str, Any], number: int) -> dict[str, Any]:
    """Return the row of one start number with the standings' state; the row is None before the first deal."""
    rows = standings["rows"]
    return {
        "row": next((row for row in rows if row["number"] == number), None),
        "entrants": len(rows),
        "is_provisional": standings["is_provisional"],
        "state": standings["state"],
        "unit": standings["ranked_by"][0]["unit"],
        "label": standings["ranked_by"][0]["label"],
    }
