"""Screens, banners, the timetable, the door and the Wi-Fi as they are answered; bodies of requests."""

from typing import Any

from drf_spectacular.utils import extend_schema_serializer
from rest_framework import serializers as s

from tournaments.api.http.bodies import Body, Flag, Text, Whole, text_of
from tournaments.api.http.description import example
from tournaments.api.http.shapes import ModelShape
from tournaments.models import Banner, Event, Screen, Shows, TimetableEntry, TombolaDraw, Wifi
from tournaments.models.lengths import LONGEST_LINES_TYPED, LONGEST_TYPED, longest
from tournaments.models.screens import LANGUAGES, MOST_PARTS
from tournaments.selectors.hall.screens import entries_by_time, is_alive
from tournaments.services.hall.hall import MOST_MINUTES as MOST_MOVED
from tournaments.services.hall.screens import MOST_MINUTES
from tournaments.wording.screen_layout import LAYOUTS
from tournaments.wording.timetables import LONGEST_TIMETABLE

LINES = [0, *(each.lines for each in LAYOUTS)]


class ScreenShape(ModelShape):
    """A screen; anybody may open `/w/{code}/`."""

    id = s.IntegerField(source="pk")
    has_picture = s.SerializerMethodField()
    is_alive = s.SerializerMethodField(help_text="it was there a moment ago")

    class Meta:
        model = Screen
        fields = [
            "id", "name", "code", "shows", "switched_to", "switched_at", "switched_by", "lines", "part",
            "parts", "is_light", "language", "text", "has_picture", "is_alive", "seen_at",
        ]  # fmt: skip

    def get_has_picture(self, screen: Screen) -> bool:
        return bool(screen.digest)

    def get_is_alive(self, screen: Screen) -> bool:
        return is_alive(screen)


class ScreenList(s.Serializer[Any]):
    """Screens that were added together."""

    results = ScreenShape(many=True)


class ScreenSettings(Body):
    """What a screen usually shows, and how; `lines` 0: as large as fits."""

    shows = s.ChoiceField(choices=Shows.values, required=False)
    lines = s.ChoiceField(choices=LINES, required=False)
    parts = Whole(required=False, min_value=1, max_value=MOST_PARTS, help_text="screens that share a list")
    is_light = Flag(required=False)
    language = s.ChoiceField(
        choices=[code for code, _ in LANGUAGES],
        required=False,
        allow_blank=True,
        help_text="empty: the event's",
    )
    text = Text(
        required=False,
        allow_blank=True,
        max_length=longest(Screen, "text"),
        help_text="of a screen that shows a text",
    )


@example(shows="clock", is_light=True)
class ScreenChange(ScreenSettings):
    """What a screen is called and usually shows."""

    name = text_of(Screen, "name", required=False)
    part = Whole(required=False, min_value=1, max_value=MOST_PARTS, help_text="of the list")


@example(name="Hall", shows="seats", parts=3)
class NewScreen(ScreenSettings):
    """A screen to add; with `parts`, so many that share one list: “Hall 1”, “Hall 2”."""

    name = text_of(Screen, "name")


@example(to="standings")
class Switch(Body):
    """What one screen or, without `screen`, all show now; `to` empty: what each usually shows."""

    to = s.ChoiceField(choices=Shows.values, allow_blank=True)
    screen = Whole(required=False, help_text="its id")


class Switched(s.Serializer[Any]):
    """How many screens were switched."""

    switched = s.IntegerField()


class BannerOfHall(ModelShape):
    """A banner that is up."""

    screen = s.IntegerField(
        source="screen_id", allow_null=True, help_text="null: over all, the page and pads"
    )

    class Meta:
        model = Banner
        fields = ["text", "screen", "put_by", "put_at", "ends_at"]


@extend_schema_serializer(many=False)
class BannerList(s.Serializer[Any]):
    """The banners that are up."""

    results = BannerOfHall(many=True)


@example(text="Break until 20:15", minutes=15)
class NewBanner(Body):
    """A banner to put up; it replaces another in its place."""

    text = Text(max_length=LONGEST_LINES_TYPED)
    minutes = Whole(required=False, min_value=1, max_value=MOST_MINUTES, help_text="until it is taken down")
    screen = Whole(required=False, help_text="the id of a screen; without it over all, the page and pads")


class TimetableEntryShape(ModelShape):
    """A time of the evening and what happens then."""

    class Meta:
        model = TimetableEntry
        fields = ["at", "what"]


class TimetableOfHall(s.Serializer[Any]):
    """The timetable, and as it is typed."""

    text = s.CharField(help_text="one line for each time")
    entries = TimetableEntryShape(many=True)


@example(text="19:30 Registration closes\n20:00 List 1")
class NewTimetable(Body):
    """The timetable as it is typed; an empty one removes it."""

    text = Text(allow_blank=True, max_length=LONGEST_TIMETABLE)


@example(minutes=15)
class Move(Body):
    """By how many minutes all that is still to come moves; below nought: forwards."""

    minutes = Whole(min_value=-MOST_MOVED, max_value=MOST_MOVED)


class DrawnName(ModelShape):
    """A name drawn in the tombola; seed and start numbers give the same winner again."""

    winner = s.IntegerField(source="entrant.number", help_text="a start number")

    class Meta:
        model = TombolaDraw
        fields = ["number", "winner", "prize", "seed", "numbers", "drawn_at"]


@example(prize="A ham")
class NameToDraw(Body):
    """A name to draw of those who are here."""

    prize = Text(required=False, allow_blank=True, max_length=LONGEST_TYPED, help_text="what is to be won")
    may_win_again = Flag(required=False, help_text="who has won takes part, too")


class ClubCount(s.Serializer[Any]):
    """People of one club; empty for those without."""

    club = s.CharField()
    people = s.IntegerField()


class AgeCount(s.Serializer[Any]):
    """People of an age, in the year of the event."""

    youngest = s.IntegerField()
    oldest = s.IntegerField()
    people = s.IntegerField()


class EveningNumbersShape(s.Serializer[Any]):
    """The numbers of an evening for the club's report."""

    people = s.IntegerField()
    guests = s.IntegerField()
    clubs = ClubCount(many=True)
    ages = AgeCount(many=True)
    ageless = s.IntegerField(help_text="people without a year of birth")
    rounds = s.IntegerField()
    tables = s.IntegerField()
    deals = s.IntegerField()
    cancelled = s.IntegerField(help_text="deals struck out")


class WifiShape(ModelShape):
    """The Wi-Fi of the hall."""

    class Meta:
        model = Wifi
        fields = ["name", "password", "is_hidden", "is_on_screens"]


@example(name="Clubhouse", password="hearts-2026")
class NewWifi(Body):
    """The Wi-Fi to store for the club; an empty name removes it."""

    name = Text(allow_blank=True, max_length=longest(Wifi, "name"))
    password = Text(required=False, allow_blank=True, max_length=LONGEST_TYPED)
    is_hidden = Flag(required=False)
    is_on_screens = Flag(required=False, help_text="its code stands beside the other of every screen")


def timetable_facts(event: Event, text: str) -> dict[str, Any]:
    """Return the timetable as it is answered."""
    return {"text": text, "entries": entries_by_time(event)}
