"""Public pages: the home page, a club, an event and its sheets. Nothing is computed here."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.conf import settings
from django.core.cache import caches
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.timezone import localdate
from django.utils.translation import get_language
from django.views.decorators.http import condition, require_safe

from tournaments.models import Club, Event, RoundStatus, Table
from tournaments.publications.charts.figures import race_of, table_chart
from tournaments.selectors.cash.prize_plan import winners_shown
from tournaments.selectors.clubs.permissions import (
    clubs_of,
    get_club,
    get_club_for,
    get_owned_club,
    get_public_event,
    get_public_table,
    is_member,
)
from tournaments.selectors.entry.registration import before_facts, entrants_who_came
from tournaments.selectors.events.event_lists import (
    clubs_called,
    events_at,
    events_called,
    events_on,
    last_event,
    visible_events,
)
from tournaments.selectors.events.marks import mark_of, round_marks, sheet_mark
from tournaments.selectors.hall.screens import banner_facts, banners_on, timetable_of
from tournaments.selectors.publishing.podium import podium_of
from tournaments.selectors.publishing.public_event import FINAL, PublicEvent
from tournaments.selectors.publishing.publications import list_links
from tournaments.selectors.rounds.running_tables import hall_progress
from tournaments.selectors.sheets.folded_sheets import LoadedPart, load_parts
from tournaments.selectors.tables.public_corrections import corrections_shown
from tournaments.selectors.tables.sheet_context import list_context
from tournaments.serving.caching import same_for_all
from tournaments.views.draw.draw_audit import draw_links
from tournaments.views.pages.descriptions import (
    club_facts,
    emblem_url,
    evening_in_words,
    event_facts,
    event_line,
)
from tournaments.views.pages.etags import tag_of
from tournaments.views.pages.paging import EVENTS, page_of, wanted_in
from tournaments.views.pages.permissions import actor_of, for_spectator, or_404
from tournaments.views.pages.visibility import seen_by, sees_secrets, stream_url
from tournaments.views.publishing.exports import preview_facts
from tournaments.wording.names import public_name
from tournaments.wording.prizes import prizes_shown

MOST_OF_TODAY = 20


@require_safe
@same_for_all
def home(request: HttpRequest) -> HttpResponse:
    """List the public events, those of today first, and the clubs and events that a search finds."""
    words, visible = wanted_in(request), visible_events(request.user)
    page = page_of(request, events_called(visible, words), EVENTS)
    is_first = page.number == 1 and not words
    today = list(events_on(visible, localdate())[:MOST_OF_TODAY]) if is_first else []
    context: dict[str, Any] = {
        "today": [event_line(event) for event in today],
        "events": [event_line(event) for event in page if event not in today],
        "is_sign_up_open": settings.SIGN_UP_IS_OPEN,
        "page": page,
        "wanted": words,
        "found_clubs": [club_facts(each) for each in clubs_called(words)],
    }
    if request.user.is_authenticated:
        clubs = list(clubs_of(request.user))
        context["clubs"] = [club_facts(club) for club in clubs]
        if len(clubs) == 1 and get_club_for(request.user, clubs[0].slug):
            context["new_event_url"] = reverse("new_event", args=[clubs[0].slug])
        context["new_club_url"] = reverse("new_club")
    return render(request, "publishing/home.html", context)


@require_safe
@same_for_all
def club(request: HttpRequest, slug: str) -> HttpResponse:
    """List a club's upcoming and past events."""
    club: Club = or_404(get_club(slug))
    is_ours = is_member(request.user, club)
    words = wanted_in(request)
    page = page_of(request, events_called(events_at(club, with_unpublished=is_ours), words), EVENTS)
    context: dict[str, Any] = {
        "club": club_facts(club),
        "emblem": emblem_url(club),
        "events": [event_line(event) for event in page],
        "page": page,
        "wanted": words,
    }
    if get_club_for(request.user, slug):
        context["new_event_url"] = reverse("new_event", args=[slug])
        context["again"] = again_facts(last_event(club))
        context["import_url"] = reverse("import_event", args=[slug])
    if get_owned_club(request.user, slug):
        context["members_url"] = reverse("members", args=[slug])
    return render(request, "publishing/club.html", context)


def again_facts(event: Event | None) -> dict[str, Any] | None:
    """Return what the next evening would have from the last one; None before the first."""
    if event is None:
        return None
    return {
        "url": reverse("copy_event", args=[event.slug]),
        "said": evening_in_words(event),
        "players": len(entrants_who_came(event)),
    }


@require_safe
@same_for_all
@for_spectator
def event(request: HttpRequest, event: Event) -> HttpResponse:
    """Show an event's standings and seats."""
    public = seen_by(request, event)
    context = {
        "event": event_facts(event),
        "emblem": emblem_url(event.club),
        "club_url": reverse("club", args=[event.club.slug]),
        "manage_url": reverse("dashboard", args=[event.slug]) if is_member(request.user, event.club) else "",
        "live_url": reverse("event_live", args=[event.slug]),
        "stream_url": stream_url(request, event),
        "before": before_facts(event),
        **preview_facts(request, event),
        "prizes": prizes_shown(event.prizes),
        "lists": list_links(public.lists),
        "draws": draw_links(event),
        "has_competitions": public.has_competitions,
        "race": race_of(public),
        **live_context(public),
    }
    return render(request, "publishing/event.html", context)


def live_context(public: PublicEvent) -> dict[str, Any]:
    """Return the context of the part that changes during the event."""
    winners = winners_shown(public.event, public.standings["rows"])
    return {
        "winners": winners,
        "whys": [each for each in winners if each["why"]],
        "podium": podium_of(public.standings, winners),
        "standings": {**public.standings, "slug": public.event.slug},
        "rounds": rounds_shown(public)[::-1],
        "notes": public.notes,
        "noted": [each.number for each in public.notes],
        "clocks": public.clocks,
        "banner": banner_facts(banners_on(public.event)),
        "timetable": timetable_of(public.event) if public.visibility.state != FINAL else [],
    }


def rounds_shown(public: PublicEvent) -> list[str]:
    """Return the tables of each released round as they stand on the page.

    A finished round is rendered once for all readers of a language, until its mark changes.
    """
    event, language, marks = public.event, get_language(), round_marks(public.event)
    keys = {
        each.number: f"round-{language}-{public.visibility.hides(each.number)}-{marks[each.number]}"
        for each in public.released
        if each.status == RoundStatus.CLOSED and each.number in marks
    }
    cached = caches["parts"].get_many(keys.values())
    parts = {number: cached[key] for number, key in keys.items() if key in cached}
    missing = [each for each in public.released if each.number not in parts]
    rounds = public.progress_of(missing)
    halls = hall_progress(rounds)
    for progress in rounds:
        context = {"round": progress, "slug": event.slug, "halls": halls}
        parts[progress.number] = render_to_string("publishing/_tables.html", context)
        if progress.number in keys:
            caches["parts"].set(keys[progress.number], parts[progress.number])
    return [parts[each.number] for each in public.released]


def event_etag(request: HttpRequest, slug: str) -> str | None:
    """Return the ETag of the fragment; six queries for a published event."""
    event = get_public_event(actor_of(request), slug)
    return tag_of([mark_of(event), sees_secrets(request, event)]) if event else None


@require_safe
@same_for_all
@condition(etag_func=event_etag)
@for_spectator
def event_live(request: HttpRequest, event: Event) -> HttpResponse:
    """Render the fragment of the event's page that changes."""
    return render(request, "publishing/_event_live.html", live_context(seen_by(request, event)))


@require_safe
@same_for_all
def sheet(request: HttpRequest, slug: str, public_id: UUID) -> HttpResponse:
    """Show a table's deals as on a paper sheet."""
    table: Table = or_404(get_public_table(actor_of(request), slug, public_id))
    parts = load_parts(table)
    context = {
        "event": event_facts(table.round.event),
        "table": {"number": table.number, "round": table.round.number, "public_id": public_id},
        **public_sheet(table, parts),
        "figure": table_chart(table, parts),
        "live_url": reverse("sheet_live", args=[slug, public_id]),
    }
    return render(request, "sheets/sheet.html", context)


def sheet_etag(request: HttpRequest, slug: str, public_id: UUID) -> str | None:
    """Return the ETag of the fragment; three queries for a published event."""
    table = get_public_table(actor_of(request), slug, public_id)
    return tag_of([sheet_mark(table)]) if table else None


@require_safe
@same_for_all
@condition(etag_func=sheet_etag)
def sheet_live(request: HttpRequest, slug: str, public_id: UUID) -> HttpResponse:
    """Render the fragment of a sheet's page that changes."""
    table: Table = or_404(get_public_table(actor_of(request), slug, public_id))
    return render(request, "sheets/_public_sheet.html", public_sheet(table, load_parts(table)))


def public_sheet(table: Table, parts: Sequence[LoadedPart]) -> dict[str, Any]:
    """Return the context of the part of a sheet that changes."""
    return {
        "sheet": list_context(table, parts, public_name),
        "extract": corrections_shown(table, parts, public_name),
    }
