"""Which pages the hall sees: those of an event on the wall, and those of a screen's scene."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.http import HttpRequest
from django.urls import reverse

from tournaments.models import Screen, Shows
from tournaments.publications.charts.figures import race_of
from tournaments.publications.charts.lines import ON_A_SCREEN
from tournaments.selectors.cash.prize_plan import winners_shown
from tournaments.selectors.cash.prize_tables import tables_shown
from tournaments.selectors.competitions.shown import as_standings
from tournaments.selectors.entry.seats import fresh_rounds, places_now, seats_on_screens
from tournaments.selectors.hall.evening_numbers import drawn_names
from tournaments.selectors.hall.screens import missing_at, timetable_of
from tournaments.selectors.publishing.podium import ceremony_of, podium_of
from tournaments.selectors.publishing.progress_tables import big_games
from tournaments.selectors.publishing.public_event import FINAL, PublicEvent
from tournaments.views.hall.wall_pages import (
    Setting,
    WallPage,
    list_pages,
    name_pages,
    podium_page,
    standings_pages,
    wall_pages,
)
from tournaments.views.pages.table_addresses import base_address, hall_wifi, is_loopback, qr_svg

CEREMONY = "ceremony"  # the winners, one after the other
DRAWN = 4  # names of the tombola on a screen
NEXT = 3  # names of those who choose next at the prize table


def pages_of(public: PublicEvent, setting: Setting, *, is_alone: bool) -> list[WallPage]:
    """Return the pages of one event; with its name, if there are several events. Winners come first; once
    results are final, nobody looks for a seat beside them.
    """
    winners = winners_shown(public.event, public.standings["rows"])
    if CEREMONY in setting.show:
        pages = [podium_page(public.standings, ceremony_of(public, winners))]
    else:
        podium = podium_of(public.standings, winners) if "standings" in setting.show else []
        pages = [podium_page(public.standings, podium)] if podium else []
        are_final = "standings" in setting.show and public.visibility.state == FINAL
        places = [] if are_final else places_now(public)
        pages += wall_pages(setting, public.standings, places, fresh_rounds(public))
    if "competitions" in setting.show:
        pages += competition_pages(public, setting)
    if "prizes" in setting.show:
        pages += prize_table_pages(public, setting)
    if is_alone:
        return pages
    return [replace(page, event=public.event.name, slug=f"{public.event.slug}-") for page in pages]


def competition_pages(public: PublicEvent, setting: Setting) -> list[WallPage]:
    """Return the pages of every competition beside the event's own ranking."""
    return [
        replace(page, slug=f"{each['key']}-")
        for each in public.competitions
        for page in standings_pages(as_standings(each, public.standings), setting)
    ]


def prize_table_pages(public: PublicEvent, setting: Setting) -> list[WallPage]:
    """Return the pages of what is left on the prize tables; the first of them says whose turn it is."""
    is_final = public.visibility.state == FINAL
    tables = tables_shown(public.event, public.standings["rows"], is_final=is_final)
    return [
        replace(page, kind="prizes", slug=f"{at}-", facts={"table": table, "next": table.waiting[:NEXT]})
        for at, table in enumerate(tables)
        for page in list(list_pages(table.left, setting)) or [WallPage(kind="prizes")]
    ]


def pages_of_scene(
    request: HttpRequest, screen: Screen, public: PublicEvent, scene: str, fresh: set[int]
) -> Sequence[WallPage]:
    """Return the pages of a scene; none if there is nothing to show yet."""
    setting = Setting(show=(scene,), lines=screen.lines, part=screen.part, parts=screen.parts)
    match scene:
        case Shows.SEATS | Shows.TABLES:
            return list(wall_pages(setting, {}, seats_on_screens(public), fresh))
        case Shows.STANDINGS:
            return list(wall_pages(setting, public.standings, []))
        case Shows.COMPETITIONS:
            return competition_pages(public, setting)
        case Shows.PRIZES:
            return prize_table_pages(public, setting)
        case Shows.MISSING:
            missing = missing_at(public.event)
            facts = {"missing": len(missing.names), "of": missing.expected}
            return [replace(page, facts=facts) for page in name_pages("missing", missing.names, setting)]
        case Shows.PODIUM:
            winners = winners_shown(public.event, public.standings["rows"])
            return [podium_page(public.standings, podium_of(public.standings, winners))]
        case Shows.RACE:
            figure = race_of(public, ON_A_SCREEN)
            return [WallPage(kind=scene, facts={"figure": figure})] if figure else []
        case Shows.WIFI:
            return [WallPage(kind=scene, facts=wifi_facts(request, public))]
        case Shows.PICTURE:
            address = reverse("screen_picture", args=[screen.code]) + f"?v={screen.digest}"
            return [WallPage(kind=scene, facts={"picture_url": address})] if screen.digest else []
        case _ if scene in ROWS_OF:
            rows = ROWS_OF[scene](public)
            return [WallPage(kind=scene, columns=[rows])] if rows else []
        case _:
            return [WallPage(kind=scene)]


def drawn_facts(public: PublicEvent) -> list[dict[str, Any]]:
    """Return the last names that were drawn, the newest first, as the hall reads names."""
    names = drawn_names(public.event)[:DRAWN]
    return [{"name": public.name(each.entrant.number), "prize": each.prize} for each in names]


ROWS_OF: Mapping[str, Callable[[PublicEvent], Sequence[Any]]] = {  # scenes of one page
    Shows.TIMETABLE: lambda public: timetable_of(public.event),
    Shows.BIG_GAMES: big_games,
    Shows.TOMBOLA: drawn_facts,
}


def wifi_facts(request: HttpRequest, public: PublicEvent) -> dict[str, Any]:
    """Return the two codes of the way in: the Wi-Fi, then the event's page."""
    address = base_address(request) + reverse("event", args=[public.event.slug])
    code = "" if is_loopback(request) else qr_svg(address)
    return {"wifi": hall_wifi(public.event.club), "address": address, "qr_svg": code}
