"""Request bodies of entrants and the check-in."""

from collections.abc import Mapping
from typing import Any

from rest_framework import serializers as s

from tournaments.api.http.bodies import Body, Flag, Text, Whole, text_of
from tournaments.models import Entrant, Player
from tournaments.models.event import MOST_ROUNDS
from tournaments.services.entry.persons import NEW

MOST_AT_ONCE = 2000


ABOUT_PLAYER = "the ID of the club's player whom the name means; refused with `player_doubtful` if unclear"
ABOUT_NEW = "the name means another person than the club's players with similar names"


class NewPerson(Body):
    """A person by name, and who it is if the club knows similar names."""

    name = text_of(Player, "name", help_text="first name, then surname")
    reading = text_of(
        Player,
        "reading",
        required=False,
        allow_blank=True,
        help_text="how a Japanese name is read; stored if the player has no reading",
    )
    player = Whole(required=False, help_text=ABOUT_PLAYER)
    is_new = Flag(required=False, help_text=ABOUT_NEW)


class NewEntrant(NewPerson):
    """A player to enter, with the next start number."""

    is_present = Flag(required=False, help_text="without it, absent until the check-in")


class NewEntrants(Body):
    """Players to enter."""

    entrants = NewEntrant(many=True, allow_empty=False)


class EntrantChanges(Body):
    """Fields of an entrant to change."""

    name = text_of(Player, "name", required=False, help_text="in all events of the club")
    reading = text_of(Player, "reading", required=False, allow_blank=True, help_text="of the name")
    team = text_of(Entrant, "team", required=False, allow_blank=True)
    is_present = Flag(required=False)
    partner = text_of(
        Player,
        "name",
        required=False,
        allow_blank=True,
        allow_null=True,
        help_text="who shares the start number; null or empty for nobody",
    )
    partner_player = Whole(required=False, help_text=ABOUT_PLAYER)
    partner_is_new = Flag(required=False, help_text=ABOUT_NEW)


class Leaving(Body):
    """The last round of an entrant who leaves."""

    after = Whole(max_value=MOST_ROUNDS, help_text="the last round played; 0 if they never came")
    rule = Text(required=False, help_text="how the entrant is ranked; without it, as the event says")


class CheckIn(Body):
    """Start numbers and whether they are present."""

    numbers = s.ListField(child=Whole(), allow_empty=False, max_length=MOST_AT_ONCE)
    is_present = Flag()


class LateEntrant(NewPerson):
    """A player who comes without being entered."""


def choice_of(sent: Mapping[str, Any], prefix: str = "") -> str:
    """Return who a name means, as sent: NEW, the ID of a player, or nothing."""
    player = sent.get(f"{prefix}player")
    return NEW if sent.get(f"{prefix}is_new") else "" if player is None else str(player)
