"""Request bodies of entrants and the check-in."""

from rest_framework import serializers as s

from tournaments.api.http.bodies import Body, Flag, Text, Whole

MOST_AT_ONCE = 2000
NAME_LENGTH = 120


class NewEntrant(Body):
    """A player to enter, with the next start number."""

    name = Text(max_length=NAME_LENGTH, help_text="first name, then surname")
    reading = Text(
        required=False,
        allow_blank=True,
        max_length=NAME_LENGTH,
        help_text="how a Japanese name is read; stored if the player has no reading",
    )
    is_present = Flag(required=False, help_text="without it, absent until the check-in")


class NewEntrants(Body):
    """Players to enter."""

    entrants = NewEntrant(many=True, allow_empty=False)


class EntrantChanges(Body):
    """Fields of an entrant to change."""

    name = Text(required=False, max_length=NAME_LENGTH, help_text="in all events of the club")
    reading = Text(required=False, allow_blank=True, max_length=NAME_LENGTH, help_text="of the name")
    team = Text(required=False, allow_blank=True, max_length=NAME_LENGTH)
    is_present = Flag(required=False)
    partner = Text(
        required=False,
        allow_blank=True,
        allow_null=True,
        max_length=NAME_LENGTH,
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

    name = Text(max_length=NAME_LENGTH, help_text="first name, then surname")
    reading = Text(
        required=False, allow_blank=True, max_length=NAME_LENGTH, help_text="how a Japanese name is read"
    )
