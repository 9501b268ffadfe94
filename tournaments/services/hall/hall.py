"""What an organiser sets up for the hall: the timetable, the tombola, the Wi-Fi."""

import secrets
from datetime import timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext

from scoring.not_possible import NotPossible
from seating.fairness import SEED_BYTES, draw_seed
from tournaments.models import Admission, Event, EventChangeKind, TimetableEntry, TombolaDraw, Wifi
from tournaments.models.lengths import longest
from tournaments.services.history.club_history import raise_club_revision
from tournaments.services.history.event_chain import append_event_entry
from tournaments.services.history.sheet_chain import Author, lock_event
from tournaments.wording.days import Misread
from tournaments.wording.timetables import read_timetable

MOST_MINUTES = 180  # of one move
MOST_DRAWN = 200
MOST_BYTES = 32  # of a name (IEEE 802.11)
SHORTEST, LONGEST = 8, 63  # passwords of WPA


@transaction.atomic
def set_timetable(*, event: Event, text: str, by: Author) -> list[TimetableEntry]:
    """Replace the timetable by the lines of a text; an empty one removes it.

    Raises NotPossible (`timetable_wrong`) for a line that cannot be read or goes backwards.
    """
    event = lock_event(event)
    try:
        entries = read_timetable(text, event.date, timezone.get_current_timezone())
    except Misread as misread:
        raise NotPossible("timetable_wrong", str(misread)) from misread
    event.timetable.all().delete()
    stored = [TimetableEntry(event=event, at=at, what=what) for at, what in entries]
    TimetableEntry.objects.bulk_create(stored)
    append_event_entry(event, EventChangeKind.HALL, by=by, done="set_timetable")
    return stored


@transaction.atomic
def move_timetable(*, event: Event, minutes: int, by: Author) -> int:
    """Move all that is still to come by so many minutes, also backwards; return how many entries moved.

    Raises NotPossible: `minutes_out_of_range`, `nothing_to_move`, `timetable_wrong` (one in the past).
    """
    if not 1 <= abs(minutes) <= MOST_MINUTES:
        message = gettext("A timetable moves by 1 to %(most)s minutes, not by %(found)s.")
        raise NotPossible("minutes_out_of_range", message % {"most": MOST_MINUTES, "found": minutes})
    event, now = lock_event(event), timezone.now()
    coming = list(event.timetable.filter(at__gt=now).order_by("at"))
    if not coming:
        raise NotPossible("nothing_to_move", gettext("Nothing of the timetable is still to come."))
    shift = timedelta(minutes=minutes)
    if coming[0].at + shift <= now:
        message = gettext("“%(what)s” would be in the past; move by fewer minutes.")
        raise NotPossible("timetable_wrong", message % {"what": coming[0].what})
    event.timetable.filter(pk__in=[each.pk for each in coming]).delete()
    moved = [TimetableEntry(event=event, at=each.at + shift, what=each.what) for each in coming]
    TimetableEntry.objects.bulk_create(moved)
    append_event_entry(event, EventChangeKind.HALL, by=by, done="move_timetable", by_minutes=minutes)
    return len(moved)


@transaction.atomic
def draw_name(*, event: Event, prize: str = "", may_win_again: bool = False, by: Author) -> TombolaDraw:
    """Draw one of the people who are here, each as likely as any other; who won already only if wanted.

    The seed and the start numbers that took part are stored: `winner_of` finds the same number again. Raises
    NotPossible: `nobody_to_draw`, `prize_long`, `too_many_drawn`.
    """
    event, prize, most = lock_event(event), " ".join(prize.split()), longest(TombolaDraw, "prize")
    if len(prize) > most:
        message = gettext("What is to be won takes at most %(most)s characters; this has %(found)s.")
        raise NotPossible("prize_long", message % {"most": most, "found": len(prize)})
    number = event.tombola.count()
    if number >= MOST_DRAWN:
        message = gettext("A tombola draws at most %(most)s names.")
        raise NotPossible("too_many_drawn", message % {"most": MOST_DRAWN})
    here = event.entrants.filter(admission=Admission.ENTERED, is_present=True)
    if not may_win_again:
        here = here.exclude(pk__in=event.tombola.values("entrant"))
    entrants = {each.number: each for each in here}
    if not entrants:
        message = gettext("Nobody is left to be drawn: only people who are checked in take part.")
        raise NotPossible("nobody_to_draw", message)
    seed, numbers = secrets.token_hex(SEED_BYTES), sorted(entrants)
    winner = entrants[winner_of(seed, numbers)]
    draw = TombolaDraw.objects.create(
        event=event, number=number + 1, entrant=winner, prize=prize, seed=seed, numbers=numbers,
        drawn_at=timezone.now(),
    )  # fmt: skip
    append_event_entry(event, EventChangeKind.HALL, by=by, done="draw_name", entrant=winner.pk)
    return draw


def winner_of(seed: str, numbers: list[int]) -> int:
    """Return the start number that a seed draws: SHA-256 of the seed and the sorted numbers, by remainder.

    >>> winner_of("00" * 16, [1, 2, 3, 4, 5])
    3
    """
    return sorted(numbers)[draw_seed(bytes.fromhex(seed), numbers) % len(numbers)]


@transaction.atomic
def set_wifi(
    *,
    event: Event,
    name: str,
    password: str = "",
    is_hidden: bool = False,
    is_on_screens: bool = False,
    by: Author,
) -> Wifi | None:
    """Store the Wi-Fi of the hall for the event's club; an empty name removes it.

    The history says that it was changed, not to what. Raises NotPossible: `wifi_name_wrong`,
    `wifi_password_wrong`.
    """
    event = lock_event(event)
    refuse_wrong_name(name)
    refuse_wrong_password(password)
    if name:
        flags = {"is_hidden": is_hidden, "is_on_screens": is_on_screens}
        typed = {"name": name, "password": password, **flags}
        wifi, _ = Wifi.objects.update_or_create(club_id=event.club_id, defaults=typed)
    else:
        wifi = None
        Wifi.objects.filter(club=event.club_id).delete()
    raise_club_revision(event.club_id)
    append_event_entry(event, EventChangeKind.HALL, by=by, done="set_wifi" if name else "remove_wifi")
    return wifi


def refuse_wrong_name(name: str) -> None:
    """Raise NotPossible for a name that no Wi-Fi has."""
    length = len(name.encode())
    if length > MOST_BYTES:
        message = gettext("The name of a Wi-Fi has at most %(most)s bytes; this has %(found)s.")
        raise NotPossible("wifi_name_wrong", message % {"most": MOST_BYTES, "found": length})
    if not name.isprintable():
        message = gettext("The name of a Wi-Fi has visible characters only.")
        raise NotPossible("wifi_name_wrong", message)


def refuse_wrong_password(password: str) -> None:
    """Raise NotPossible for a password that WPA does not have; an open network has none."""
    if password and not SHORTEST <= len(password) <= LONGEST:
        message = gettext(
            "The password of a Wi-Fi has %(least)s to %(most)s characters, not %(found)s; leave it empty if"
            " the network is open."
        )
        limits = {"least": SHORTEST, "most": LONGEST}
        raise NotPossible("wifi_password_wrong", message % {**limits, "found": len(password)})
    if not (password.isascii() and password.isprintable()):
        message = gettext(
            "The password of a Wi-Fi has the letters A to Z, digits, spaces and signs of a simple keyboard."
        )
        raise NotPossible("wifi_password_wrong", message)
