"""Screens in the hall: add, change, switch and remove them; put up a banner and take it down."""

import hashlib
from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext

from scoring.not_possible import NotPossible
from tournaments.models import Banner, Event, EventChangeKind, Screen, Shows
from tournaments.models.lengths import longest
from tournaments.models.screens import MOST_PARTS
from tournaments.selectors.hall.screens import new_code
from tournaments.services.history.club_history import raise_club_revision
from tournaments.services.history.event_chain import append_event_entry
from tournaments.services.history.sheet_chain import Author, lock_event
from tournaments.storage.uploads.pictures import stored_picture
from tournaments.wording.refusals import QUOTED

NAME_LENGTH = longest(Screen, "name")
MOST_SCREENS = 24
SEEN_EVERY = timedelta(seconds=15)
MOST_MINUTES = 12 * 60  # of a banner


def add_screens(*, event: Event, name: str, parts: int = 1, **settings: Any) -> list[Screen]:
    """Add a screen, or several that share one list: “Hall 1”, “Hall 2”.

    Raises NotPossible: `name_taken`, `name_too_long`, `too_many_screens`, `parts_out_of_range`, and what a
    picture raises.
    """
    settings = with_picture(settings)
    if not 1 <= parts <= MOST_PARTS:
        message = gettext("A list is shown on 1 to %(most)s screens, not on %(parts)s.")
        raise NotPossible("parts_out_of_range", message % {"most": MOST_PARTS, "parts": parts})
    names = [name] if parts == 1 else [f"{name} {part}" for part in range(1, parts + 1)]
    if len(names[-1]) > NAME_LENGTH:
        message = gettext("A name has at most %(most)s characters; “%(name)s…” has %(found)s.")
        values = {"most": NAME_LENGTH, "name": name[:QUOTED], "found": len(names[-1])}
        raise NotPossible("name_too_long", message % values)
    with transaction.atomic():
        event = lock_event(event)
        if event.screens.count() + parts > MOST_SCREENS:
            message = gettext("An event has at most %(most)s screens; remove one first.")
            raise NotPossible("too_many_screens", message % {"most": MOST_SCREENS})
        refuse_taken(event, names)
        added = [
            Screen(event=event, name=each, code=new_code(), part=part, parts=parts, **settings)
            for part, each in enumerate(names, start=1)
        ]
        Screen.objects.bulk_create(added)
        raise_club_revision(event.club_id)
    return added


def change_screen(*, screen: Screen, **settings: Any) -> Screen:
    """Change the name of a screen and what it usually shows; a new picture replaces the old one.

    Raises NotPossible: `name_taken`, `part_out_of_range`, and what a picture raises.
    """
    settings = with_picture(settings)
    part, parts = settings.get("part", screen.part), settings.get("parts", screen.parts)
    if not 1 <= part <= parts <= MOST_PARTS:
        message = gettext(
            "Part %(part)s of %(parts)s does not exist: a part lies between 1 and their number."
        )
        raise NotPossible("part_out_of_range", message % {"part": part, "parts": parts})
    with transaction.atomic():
        event = lock_event(screen.event)
        if "name" in settings:
            refuse_taken(event, [settings["name"]], but=screen)
        for name, value in settings.items():
            setattr(screen, name, value)
        screen.save(update_fields=settings)
        raise_club_revision(event.club_id)
    return screen


@transaction.atomic
def switch_screens(*, event: Event, screen: Screen | None, to: str, who: str) -> int:
    """Show something on one screen or, without one, on all; `to` empty: what each usually shows.

    Returns how many were switched. Raises NotPossible (`unknown_scene`).
    """
    if to and to not in Shows.values:
        message = gettext("A screen shows one of its choices, not “%(found)s”.")
        raise NotPossible("unknown_scene", message % {"found": to[:20]})
    screens = lock_event(event).screens.filter(Q(pk=screen.pk) if screen else Q())
    changed = screens.update(
        switched_to=to, switched_at=timezone.now(), switched_by=who[: longest(Screen, "switched_by")]
    )
    raise_club_revision(event.club_id)
    return changed


@transaction.atomic
def remove_screen(*, screen: Screen) -> None:
    """Remove a screen; its address ends."""
    screen.delete()
    raise_club_revision(screen.event.club_id)


def tell_alive(*, code: str) -> None:
    """Note that the screen is there; at most four times a minute, however often anybody says so."""
    now = timezone.now()
    is_due = Q(seen_at__isnull=True) | Q(seen_at__lt=now - SEEN_EVERY) | Q(seen_at__gt=now)
    Screen.objects.filter(is_due, code=code, event__is_published=True).update(seen_at=now)


def refuse_taken(event: Event, names: Sequence[str], but: Screen | None = None) -> None:
    """Raise NotPossible (`name_taken`) if another screen of the event has one of the names."""
    others = event.screens.exclude(pk=but.pk) if but else event.screens.all()
    taken = others.filter(name__in=names).values_list("name", flat=True).first()
    if taken:
        message = gettext("A screen is called “%(name)s” already; take another name.")
        raise NotPossible("name_taken", message % {"name": taken})


def with_picture(settings: dict[str, Any]) -> dict[str, Any]:
    """Return the settings with an uploaded picture drawn anew; without one, the old picture stays."""
    others = {name: value for name, value in settings.items() if name != "picture"}
    if not settings.get("picture"):
        return others
    picture = stored_picture(settings["picture"])
    return {**others, "picture": picture, "digest": hashlib.sha256(picture).hexdigest()[:16]}


# Banners


@transaction.atomic
def put_banner(
    *,
    event: Event,
    text: str,
    by: Author,
    who: str = "",
    minutes: int | None = None,
    screen: Screen | None = None,
) -> Banner:
    """Put a banner over all screens, the event's page and the pads, or over one screen; it replaces another.

    It ends after `minutes`, else when it is taken down. Raises NotPossible: `banner_empty`, `banner_long`,
    `minutes_out_of_range`.
    """
    event, text, most = lock_event(event), " ".join(text.split()), longest(Banner, "text")
    if not text:
        raise NotPossible("banner_empty", gettext("A banner has a text; this one is empty."))
    if len(text) > most:
        message = gettext(
            "A banner has at most %(most)s characters, for the hall to read; this has %(found)s."
        )
        raise NotPossible("banner_long", message % {"most": most, "found": len(text)})
    if minutes is not None and not 1 <= minutes <= MOST_MINUTES:
        message = gettext("A banner stays for 1 to %(most)s minutes, not for %(found)s.")
        raise NotPossible("minutes_out_of_range", message % {"most": MOST_MINUTES, "found": minutes})
    now = timezone.now()
    event.banners.filter(screen=screen).delete()
    banner = Banner.objects.create(
        event=event,
        screen=screen,
        text=text,
        put_by=who[: longest(Banner, "put_by")],
        put_at=now,
        ends_at=now + timedelta(minutes=minutes) if minutes else None,
    )
    facts: dict[str, Any] = {"minutes": minutes} if minutes else {}
    append_event_entry(event, EventChangeKind.HALL, by=by, done="put_banner", **facts)
    return banner


@transaction.atomic
def take_down(*, event: Event, by: Author) -> None:
    """Take down all banners of an event; nothing happens without any."""
    event = lock_event(event)
    if event.banners.exists():
        event.banners.all().delete()
        append_event_entry(event, EventChangeKind.HALL, by=by, done="take_down")
