"""Screens in the hall: which there are, what each shows now; the timetable and the Wi-Fi beside it."""

import secrets
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.timezone import localtime

from tournaments.models import (
    Admission,
    Banner,
    Club,
    Entrant,
    Event,
    RoundStatus,
    Screen,
    Shows,
    TimetableEntry,
    Wifi,
)
from tournaments.selectors.competitions.shown import competitions_state
from tournaments.selectors.publishing.public_event import FINAL, PublicEvent
from tournaments.selectors.rounds.clock import milliseconds
from tournaments.wording.names import number_name, public_name
from tournaments.wording.timetables import timetable_text

OF_RESULTS = (
    Shows.STANDINGS,
    Shows.PODIUM,
    Shows.RACE,
    Shows.BIG_GAMES,
    Shows.COMPETITIONS,
    Shows.PRIZES,
)
LETTERS, CODE_LENGTH = "abcdefghjkmnpqrstuvwxyz23456789", 5  # of an address; none is taken for another
ALIVE = timedelta(seconds=75)  # a screen tells three times a minute that it is there


def screens_of(event: Event) -> list[Screen]:
    """Return the screens of an event, in the order in which they were made, without pictures; one query."""
    return list(event.screens.defer("picture").order_by("pk"))


def get_screen(code: str) -> Screen | None:
    """Return the screen with this short address, if its event is public."""
    screens = Screen.objects.defer("picture").select_related("event__club")
    return screens.filter(code=code, event__is_published=True).first()


def get_event_screen(event: Event, screen_id: int) -> Screen | None:
    """Return a screen of the event."""
    return event.screens.defer("picture").filter(pk=screen_id).first()


def picture_of(code: str) -> bytes | None:
    """Return the picture of a public screen."""
    screens = Screen.objects.filter(code=code, event__is_published=True, picture__isnull=False)
    picture = screens.values_list("picture", flat=True).first()
    return bytes(picture) if picture is not None else None


def new_code() -> str:
    """Return a short address that no screen has."""
    while True:
        code = "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))
        if not Screen.objects.filter(code=code).exists():
            return code


def is_alive(screen: Screen) -> bool:
    """Return whether the screen was there a moment ago."""
    return screen.seen_at is not None and timezone.now() - screen.seen_at < ALIVE


def shown_now(screen: Screen) -> str:
    """Return what the screen is set to: what a director switched it to, else what it usually shows."""
    return screen.switched_to or screen.shows


def scene_on(screen: Screen, public: PublicEvent, *, is_fresh: bool) -> str:
    """Return the scene of the screen: as set, or as the evening goes."""
    chosen = shown_now(screen)
    return scene_of(public, is_fresh=is_fresh) if chosen == Shows.EVENING else chosen


def scene_of(public: PublicEvent, *, is_fresh: bool) -> str:
    """Return what a screen that follows the evening shows.

    Who is missing before the first round, seats when a round was opened, standings while it is played and
    after it, and the first three at the end. Where standings are secret, the seats stay.
    """
    if not public.released:
        return Shows.MISSING
    if public.visibility.state == FINAL:
        return Shows.PODIUM
    return Shows.SEATS if is_fresh or not has_points(public) else Shows.STANDINGS


def scenes_in_turn(scene: str, public: PublicEvent) -> Iterator[str]:
    """Yield the scene, then those that stand for it while it has nothing to show.

    Once the hall has begun, the time is better than a black screen.
    """
    yield scene
    if scene == Shows.MISSING:
        yield Shows.TIMETABLE
    if public.released:
        yield Shows.CLOCK


def has_points(public: PublicEvent) -> bool:
    """Return whether the public may see standings that count any deal."""
    visibility = public.visibility
    return visibility.publication is not None or (
        not visibility.is_published and public.stored.deals_counted > 0
    )


def unshown_parts(screens: Sequence[Screen]) -> list[tuple[int, int]]:
    """Return the pairs of part and parts that no screen shows, so that some people find no seat."""
    counts = {each.parts for each in screens if each.parts > 1}
    shown = {(each.part, each.parts) for each in screens}
    pairs = ((part, parts) for parts in sorted(counts) for part in range(1, parts + 1))
    return [pair for pair in pairs if pair not in shown]


# Who is missing


@dataclass(frozen=True, slots=True)
class Missing:
    """Pairs of name and reading of those who are not there yet, and how many are expected in all."""

    names: Sequence[tuple[str, str]]
    expected: int


def missing_at(event: Event) -> Missing:
    """Return who is not checked in, as the hall may read it; one query.

    Until the day of the event, those who did not agree to be listed have their start number.
    """
    entered = event.entrants.filter(admission=Admission.ENTERED).select_related("player").order_by("number")
    is_today = event.date <= timezone.localdate() or event.rounds.exclude(status=RoundStatus.DRAFT).exists()
    away = [each for each in entered if not each.is_present]
    return Missing([name_in_hall(each, is_today=is_today) for each in away], len(entered))


def name_in_hall(entrant: Entrant, *, is_today: bool) -> tuple[str, str]:
    """Return the name shown of an entrant before they are seated, and its reading."""
    if is_today or entrant.agrees_to_list:
        return public_name(entrant.player, entrant.number), ""
    return number_name(entrant.number), ""


# Banners


def banners_on(event: Event, screen: Screen | None = None) -> list[Banner]:
    """Return the banners that are up now, on this screen if one is given, the newest first; one query."""
    return [each for each in banners_up(event) if each.screen_id in (None, screen and screen.pk)]


def banners_up(event: Event) -> list[Banner]:
    """Return all banners that are up now, the newest first; one query."""
    up = event.banners.filter(Q(ends_at__isnull=True) | Q(ends_at__gt=timezone.now()))
    return list(up.order_by("-put_at", "-pk"))


def banner_facts(banners: Sequence[Banner]) -> dict[str, Any] | None:
    """Return the newest banner as pages show it, with its end in milliseconds; None without one."""
    if not banners:
        return None
    ends = banners[0].ends_at
    return {"text": banners[0].text, "ends": int(ends.timestamp() * 1000) if ends else None}


# What changed


def screen_mark(screen: Screen) -> list[object]:
    """Return a value that changes whenever what the screen is set to does."""
    names = (
        "name",
        "shows",
        "switched_to",
        "lines",
        "part",
        "parts",
        "is_light",
        "language",
        "text",
        "digest",
    )
    return [screen.pk, *(getattr(screen, name) for name in names)]


def results_mark(public: PublicEvent, scene: str) -> list[object]:
    """Return a value that changes whenever this scene of an event does; two queries at most, three more for
    competitions.

    Seats and missing people do not change with a deal.
    """
    event, newest = public.event, next(iter(public.lists), None)
    marks: list[object] = [event.name, event.revision, public.names, newest and newest.pk]
    if scene == Shows.COMPETITIONS:
        marks += competitions_state(event.slug)
    return [*marks, public.stored.version] if scene in OF_RESULTS else marks


def screens_state(event: Event) -> list[object]:
    """Return a value that changes whenever a screen is switched or a banner put up or taken down."""
    banners = [(each.pk, each.screen_id, each.text) for each in banners_up(event)]
    return [[screen_mark(each) for each in screens_of(event)], banners]


def wifi_of(club: Club) -> Wifi | None:
    """Return the Wi-Fi of a club's hall; None if nobody has typed it."""
    return Wifi.objects.filter(club=club).first()


def wifi_beside(screen: Screen) -> Wifi | None:
    """Return the Wi-Fi whose code stands beside the other on a screen, if organisers want that."""
    return Wifi.objects.filter(club__events=screen.event_id, is_on_screens=True).first()


def entries_by_time(event: Event) -> QuerySet[TimetableEntry]:
    """Return the entries of the event's timetable in order."""
    return event.timetable.order_by("at")


def timetable_of(event: Event) -> list[dict[str, Any]]:
    """Return the entries in order: `at` in milliseconds since 1970, the time of the day, and the words.

    One query.
    """
    return [
        {"at": milliseconds(each.at), "time": f"{localtime(each.at):%H:%M}", "what": each.what}
        for each in entries_by_time(event)
    ]


def timetable_as_typed(event: Event) -> str:
    """Return the timetable as a director types it."""
    return timetable_text([(localtime(each.at), each.what) for each in event.timetable.order_by("at")])
