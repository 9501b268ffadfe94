"""A series' table: all players over its events, and each category."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from django.db.models import QuerySet

from rules.board import Unit
from rules.reading import Refused
from scoring.sheet.tallies import json_value
from scoring.standings.series import Result, SeriesLine, compute_series, lines_among
from scoring.standings.series_policy import BY_RESULT, Counted, read_series_policy
from tournaments.models import Club, Event, Player, Series
from tournaments.selectors.clubs.permissions import Visitor, get_club_for, is_member
from tournaments.selectors.series.series_results import Evening, counted_events, evenings_of
from tournaments.selectors.standings.ranking_rules import method_of
from tournaments.wording.names import public_name
from tournaments.wording.ranking import way_words
from tournaments.wording.refusals import translated
from tournaments.wording.searching import has_words
from tournaments.wording.series import too_few_events

# Series


def get_public_series(user: Visitor, slug: str) -> Series | None:
    """Return a series the visitor may see: published, or of their own club; else None."""
    series = Series.objects.select_related("club").filter(slug=slug).first()
    if series is None or series.is_published or is_member(user, series.club):
        return series
    return None


def get_series_for(user: Visitor, slug: str) -> Series | None:
    """Return a series of a club whose events the user may set up, else None."""
    series = Series.objects.select_related("club").filter(slug=slug).first()
    return series if series and get_club_for(user, series.club.slug) else None


def series_at(club: Club, *, with_unpublished: bool, words: str = "") -> list[Series]:
    """Return a club's series by name, those that have the words `wanted`.

    Unpublished ones for its members.
    """
    series = club.series.all() if with_unpublished else club.series.filter(is_published=True)
    return [each for each in series if has_words(each.name, words)]


def events_to_choose(club: Club) -> QuerySet[Event]:
    """Return the events of a club, newest first."""
    return club.events.order_by("-date", "-pk")


def events_chosen(club: Club, ids: Collection[int]) -> list[Event]:
    """Return the events of a club with these IDs, newest first."""
    return list(events_to_choose(club).filter(pk__in=ids))


def events_with(ids: Collection[int]) -> list[Event]:
    """Return the events with these IDs."""
    return list(Event.objects.filter(pk__in=ids))


def events_by_date(series: Series) -> QuerySet[Event]:
    """Return the events that count in a series, the oldest first."""
    return series.events.order_by("date", "pk")


def chosen_in(series: Series) -> list[int]:
    """Return the IDs of the events that count in a series."""
    return list(series.events.values_list("pk", flat=True))


# Events of a series


def counted_as(event: Event) -> Counted:
    """Return the facts of an event that a series' policy checks."""
    method = method_of(event)
    return Counted(event.name, method.game.name, way_words(method))


def policy_problems(series: Series, events: Collection[Event], *, with_unpublished: bool) -> list[str]:
    """Return problems that arose after the events were chosen, as sentences; such a series is not computed.

    Events this visitor may not see are only counted.
    """
    counted = [counted_as(event) for event in events if with_unpublished or event.is_published]
    counted += counted[:1] * (len(events) - len(counted))
    try:
        read_series_policy(series.policy, counted or None)
    except Refused as refusal:
        return [translated(violation) for violation in refusal.violations]
    return []


# Table of a series


def series_table(series: Series, *, with_unpublished: bool, category: str = "") -> dict[str, Any]:
    """Return the series of all players or of a category, with the values of every event; four queries.

    `events` are the columns and a row's `cells` their values, None for an event without the player.
    `waiting` counts chosen events that do not count yet, or not for this visitor. `lists` has all categories.
    """
    chosen = list(series.events.all())
    events = list(counted_events(series.events.all(), with_unpublished=with_unpublished))
    problems = policy_problems(series, chosen, with_unpublished=with_unpublished)
    evenings = [] if problems else evenings_of(events)
    players = players_of(evenings)
    lines = [] if problems else lines_of(series, events, evenings, players)
    number_by_cell = {(each.player_id, each.event_id): each.number for each in evenings}

    def rows_of(category: str) -> list[dict[str, Any]]:
        """Return all rows, or those of a category."""
        among = lines_in(lines, players, category)
        return [row_of(line, players[line.player], events, number_by_cell, minimum) for line in among]

    categories, minimum = categories_of(players.values()), series.policy.get("minimum") or 0
    return {
        "problems": problems,
        "events": events,
        "waiting": len(chosen) - len(events),
        "unit": unit_of(series, events),
        "categories": categories,
        "category": category,
        "rows": rows_of(category),
        "lists": [{"key": key, "rows": rows_of(key)} for key in categories],
    }


def series_json(series: Series, table: Mapping[str, Any]) -> dict[str, Any]:
    """Return a series as JSON: its facts, events, rows and categories."""
    events = [{"slug": event.slug, "name": event.name, "date": event.date} for event in table["events"]]
    facts = {"slug": series.slug, "name": series.name, "club": series.club.name, "policy": series.policy}
    results = {key: table[key] for key in ("waiting", "problems", "unit", "category", "rows")}
    return {**facts, "events": events, **results, "categories": table["lists"]}


def public_series(newest: int) -> QuerySet[Series]:
    """Return published series of all clubs, the newest first."""
    return Series.objects.filter(is_published=True).select_related("club").order_by("-pk")[:newest]


def lines_of(
    series: Series, events: Sequence[Event], evenings: Iterable[Evening], players: Mapping[int, Player]
) -> list[SeriesLine]:
    """Return all players' lines; results without a rank do not count."""
    results: dict[int, list[Result]] = {event.pk: [] for event in events}
    for each in evenings:
        if each.rank is not None:
            results[each.event_id].append(Result(each.player_id, each.rank, each.total))
    guests = {player.pk for player in players.values() if player.is_guest}
    is_high = not events or method_of(events[0]).rankings[0].high_is_better
    return compute_series(results, read_series_policy(series.policy), guests, high_is_better=is_high)


def row_of(
    line: SeriesLine,
    player: Player,
    events: Iterable[Event],
    number_by_cell: Mapping[tuple[int, int], int],
    minimum: int,
) -> dict[str, Any]:
    """Return a row for pages; each cell has whether it counts and the start number in that event."""
    return {
        "rank": line.rank if line.is_placed else None,
        "unranked": None if line.is_placed else too_few_events(minimum),
        "player": player.pk,
        "name": public_name(player),
        "total": json_value(line.total),
        "cells": [
            {
                "event": event.slug,
                "value": json_value(line.points[event.pk]),
                "counts": event.pk in line.counting,
                "number": number_by_cell[line.player, event.pk],
            }
            if event.pk in line.points
            else None
            for event in events
        ],
    }


def players_of(evenings: Iterable[Evening]) -> dict[int, Player]:
    """Return the players of these results."""
    return Player.objects.in_bulk({each.player_id for each in evenings})


def unit_of(series: Series, events: Sequence[Event]) -> Unit:
    """Return the unit of the sums: points for places, or the game's own."""
    if read_series_policy(series.policy).by not in BY_RESULT or not events:
        return Unit.COUNT
    return method_of(events[0]).rankings[0].unit


# Categories


def categories_of(players: Iterable[Player]) -> list[str]:
    """Return the categories of these players, sorted."""
    return sorted({key for player in players for key in player.categories})


def lines_in(lines: list[SeriesLine], players: Mapping[int, Player], category: str) -> list[SeriesLine]:
    """Return the lines of a category, ranked among themselves; all lines without one."""
    if not category:
        return lines
    return lines_among(lines, {pk for pk, player in players.items() if category in player.categories})
