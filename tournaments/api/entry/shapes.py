"""Entrants and imported lists as they are answered, and the bodies of their requests."""

from collections.abc import Mapping
from typing import Any

from rest_framework import serializers as s

from tournaments.api.http.bodies import Body, FilePart, Flag, Text, Whole, text_of
from tournaments.api.http.description import example
from tournaments.api.http.shapes import ModelShape
from tournaments.models import Entrant, Player
from tournaments.models.event import MOST_ROUNDS
from tournaments.models.lengths import longest
from tournaments.services.entry.entrants import MOST_PLAYERS
from tournaments.services.entry.lists import NEW, SAME, Action
from tournaments.services.entry.persons import NEW as NEW_PERSON
from tournaments.storage.uploads.encodings import ENCODINGS

ABOUT_PLAYER = "the ID of the club's player whom the name means; refused with `player_doubtful` if unclear"
ABOUT_NEW = "the name means another person than the club's players with similar names"


class EntrantShape(ModelShape):
    """An entrant."""

    name = s.CharField(source="player.name", help_text="the whole name, whatever its person shows in public")
    reading = s.CharField(source="player.reading", help_text="how a Japanese name is read")
    partner = s.CharField(source="partner.name", allow_null=True, help_text="who shares the start number")

    class Meta:
        model = Entrant
        fields = [
            "number", "name", "reading", "partner", "team", "is_present", "admission", "left_after",
            "fee_class",
        ]  # fmt: skip
        extra_kwargs = {"left_after": {"help_text": "the last round played; 0 if they never came"}}


class EntrantList(s.Serializer[Any]):
    """Entrants, in the order of the request."""

    results = EntrantShape(many=True)


class Present(s.Serializer[Any]):
    """The number of entrants present."""

    present = s.IntegerField()


class Changed(s.Serializer[Any]):
    """The number of entrants that a step changed."""

    changed = s.IntegerField()


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


@example(entrants=[{"name": "Ada Byron"}, {"name": "Ben Jensen"}])
class NewEntrants(Body):
    """Players to enter."""

    entrants = NewEntrant(many=True, allow_empty=False)


@example(team="Holm")
class EntrantChanges(Body):
    """Fields of an entrant to change."""

    name = text_of(Player, "name", required=False, help_text="in all events of the club")
    is_new = Flag(required=False, help_text=ABOUT_NEW)
    reading = text_of(Player, "reading", required=False, allow_blank=True, help_text="of the name")
    team = text_of(Entrant, "team", required=False, allow_blank=True)
    is_present = Flag(required=False)
    fee_class = Text(
        required=False,
        allow_blank=True,
        max_length=longest(Entrant, "fee_class"),
        help_text="`member`, `guest`, `youth` or `late`; empty: as the register says",
    )
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


@example(after=1)
class Leaving(Body):
    """The last round of an entrant who leaves."""

    after = Whole(max_value=MOST_ROUNDS, help_text="the last round played; 0 if they never came")
    rule = Text(required=False, help_text="how the entrant is ranked; without it, as the event says")


@example(numbers=[1, 2, 5], is_present=True)
class CheckIn(Body):
    """Start numbers and whether they are present."""

    numbers = s.ListField(child=Whole(), allow_empty=False, max_length=MOST_PLAYERS)
    is_present = Flag()
    pays = Flag(required=False, help_text="book what they owe, here and in your other events of the day")


@example(name="Cleo Mertens")
class LateEntrant(NewPerson):
    """A player who comes without being entered."""


def choice_of(sent: Mapping[str, Any], prefix: str = "") -> str:
    """Return who a name means, as sent: NEW, the ID of a player, or nothing."""
    player = sent.get(f"{prefix}player")
    return NEW_PERSON if sent.get(f"{prefix}is_new") else "" if player is None else str(player)


# Lists


class ImportShape(s.Serializer[Any]):
    """A list that was imported."""

    list = s.IntegerField()
    at = s.DateTimeField()
    entered = s.IntegerField(help_text="how many entrants it made")
    is_taken_back = s.BooleanField()


class ListSent(Body):
    """A list of players, as multipart/form-data."""

    file = FilePart(help_text="CSV, tab-separated or XLSX")
    dry_run = s.ChoiceField(choices=["true", "false"], required=False, help_text="true: store nothing")
    are_present = s.ChoiceField(choices=["true", "false"], required=False, help_text="true: check them in")
    columns = s.CharField(
        required=False, help_text='the meaning of each heading as JSON: {"Spieler": "name", "Ort": null}'
    )
    has_headings = s.ChoiceField(
        choices=["true", "false"], required=False, help_text="true: the first row, though none is known"
    )
    sheet = s.CharField(required=False, help_text="of a workbook; without it, the first with names")
    encoding = s.ChoiceField(choices=list(ENCODINGS), required=False, help_text="the likeliest without it")
    answers = s.CharField(required=False, help_text='for doubtful rows, as JSON: {"3": "same", "4": "new"}')
    plan = s.CharField(required=False, help_text="of a dry run: refused if another one was made of it since")


class ListRow(s.Serializer[Any]):
    """The action of an import for one row."""

    line = s.IntegerField()
    name = s.CharField(allow_blank=True)
    action = s.ChoiceField(choices=[each.value for each in Action])
    why = s.CharField(allow_blank=True)
    is_entered = s.BooleanField(help_text="in the event already")
    known = s.CharField(allow_null=True, help_text="the player of the club that it is, or may be")
    answers = s.ListField(
        child=s.ChoiceField(choices=[SAME, NEW]), help_text="what a doubtful row can be; left out without one"
    )


class ListProblemShape(s.Serializer[Any]):
    """A problem of one line, or of the whole file."""

    line = s.IntegerField(allow_null=True)
    column = s.CharField(allow_null=True)
    code = s.CharField()
    message = s.CharField()


class ListAnswer(s.Serializer[Any]):
    """The result of an import, or of its rehearsal."""

    plan = s.CharField()
    columns = s.DictField(child=s.CharField(allow_null=True), help_text="the meaning of each heading")
    rows = ListRow(many=True)
    problems = ListProblemShape(many=True)
    list = s.IntegerField(allow_null=True, help_text="for undoing it; null if nothing was stored")
    entered = s.IntegerField(help_text="how many entrants it made")
