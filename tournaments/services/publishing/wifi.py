"""The Wi-Fi of a club's hall: type it once, remove it."""

from django.db import transaction
from django.utils.translation import gettext

from scoring.sheet.refusals import NotPossible
from tournaments.models import Event, EventChangeKind, Wifi
from tournaments.services.history.club_history import raise_club_revision
from tournaments.services.history.event_chain import append_event_entry
from tournaments.services.history.sheet_chain import Author, lock_event

MOST_BYTES = 32  # of a name (IEEE 802.11)
SHORTEST, LONGEST = 8, 63  # passwords of WPA


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
