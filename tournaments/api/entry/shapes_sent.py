"""Request bodies of entrants and the check-in."""

from rest_framework import serializers as s

from tournaments.api.http.bodies import Body, Flag, Text, Whole, text_of
from tournaments.models import Entrant, Player

MOST_AT_ONCE = 2000


class NewEntrant(Body):
    """A player to enter, with the next start number."""

    name = text_of(Player, "name", help_text="first name, then surname")
    reading = text_of(
        Player,
        "reading",
        required=False,
        allow_blank=True,
        help_text="how a Japanese name is read; stored if the player has no reading",
    )
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


class Leaving(Body):
    """The last round of an entrant who leaves."""

    after = Whole(help_text="the last round played; 0 if they never came")
    rule = Text(required=False, help_text="how the entrant is ranked; without it, as the event says")


class CheckIn(Body):
    """Start numbers and whether they are present."""

    numbers = s.ListField(child=Whole(), allow_empty=False, max_length=MOST_AT_ONCE)
    is_present = Flag()


class LateEntrant(Body):
    """A player who comes without being entered."""

    name = text_of(Player, "name", help_text="first name, then surname")
    reading = text_of(
        Player, "reading", required=False, allow_blank=True, help_text="how a Japanese name is read"
    )
