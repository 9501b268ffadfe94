"""Events as their organisers set them up, templates, and the bodies of their requests."""

from typing import Any

from django.conf import settings
from django.utils.translation import gettext
from rest_framework import serializers as s

from scoring.standings.agreements import MOST_PAID
from tournaments.api.http.bodies import UNKNOWN, Body, Day, Flag, Slug, Text, TimeOfDay, Whole, text_of
from tournaments.api.http.description import example
from tournaments.api.http.shapes import ModelShape
from tournaments.models import ClubTemplate, Confirms, Event, EventReason, LeaverRule, MissingDeals
from tournaments.models.event import MOST_MINUTES, MOST_PLACES, MOST_ROUNDS
from tournaments.models.lengths import longest
from tournaments.wording.sheet_json import event_json

ABOUT_SLUG = "part of the event's address; made from name and date without it"


class SettingsShape(ModelShape):
    """An event as its organisers set it up."""

    club = s.CharField(source="club.name")
    game = s.SerializerMethodField()
    options = s.DictField(help_text="the game's options that differ from its defaults")
    policy = s.DictField(help_text="how players are ranked")
    deals_per_table = s.DictField(help_text="deals of a round by table size")
    rounds_planned = s.IntegerField(source="planned_rounds", allow_null=True)
    lost_deal_money = s.DictField()
    fee_classes = s.DictField()
    starts_at = s.TimeField(format="%H:%M", allow_null=True)
    language = s.CharField()

    class Meta:
        model = Event
        fields = [
            "slug", "name", "date", "place", "club", "game", "is_closed", "is_cancelled", "options", "policy",
            "deals_per_table", "rounds_planned", "is_published", "description", "fee_cents", "places",
            "is_registration_open", "round_minutes", "missing_deals", "leaver_rule", "lost_deal_money",
            "fee_classes", "language", "confirms", "marks_later_deals", "shows_corrections", "hides_unplayed",
            "starts_at",
        ]  # fmt: skip
        extra_kwargs = {
            "is_cancelled": {"help_text": "it does not take place; the event itself says why"},
            "hides_unplayed": {"help_text": "the standings leave out who never played"},
        }

    def get_game(self, event: Event) -> dict[str, Any]:
        game: dict[str, Any] = event_json(event)["game"]
        return game


class Settings(Body):
    """Settings of an event; a field that is left out keeps its value, or the game's default."""

    options = s.DictField(required=False, help_text="the game's options that differ from its defaults")
    policy = s.DictField(required=False, help_text="how players are ranked: docs/ranking.md")
    deals_per_table = s.DictField(required=False, help_text='deals of a round by table size: {"4": 40}')
    rounds_planned = Whole(
        source="planned_rounds", required=False, allow_null=True, min_value=1, max_value=MOST_ROUNDS
    )
    place = text_of(Event, "place", required=False, allow_blank=True)
    is_published = Flag(required=False)
    starts_at = TimeOfDay(required=False, allow_null=True)
    description = text_of(Event, "description", required=False, allow_blank=True)
    fee_cents = Whole(required=False, max_value=MOST_PAID)
    places = Whole(required=False, allow_null=True, min_value=1, max_value=MOST_PLACES)
    is_registration_open = Flag(required=False, help_text="players may register themselves")
    round_minutes = Whole(required=False, allow_null=True, min_value=1, max_value=MOST_MINUTES)
    missing_deals = s.ChoiceField(choices=MissingDeals.values, required=False)
    leaver_rule = s.ChoiceField(choices=LeaverRule.values, required=False)
    lost_deal_money = s.DictField(
        required=False,
        help_text='cents of each lost deal up to a number: {"steps": [[3, 50], [null, 100]]}; "per": "list" '
        '(the default) or "evening", "passed": cents of a passed deal for each player',
    )
    fee_classes = s.DictField(
        required=False,
        help_text='cents of those who pay a fee of their own: {"guest": 1200, "youth": 500, "late": 1500}',
    )
    language = s.ChoiceField(
        choices=[code for code, _ in settings.LANGUAGES],
        required=False,
        allow_blank=True,
        help_text="of the wall and of papers",
    )
    confirms = s.ChoiceField(choices=Confirms.values, required=False, help_text="how results are confirmed")
    marks_later_deals = Flag(required=False, help_text="mark later deals that a change makes impossible")
    shows_corrections = Flag(required=False, help_text="public sheets show what a corrected deal was")
    hides_unplayed = Flag(required=False, help_text="the standings leave out who never played")


@example(club="prisdorfer-kartenrunde", name="Autumn Fipsen", date="2026-11-28", game="fipsen-prisdorf")
class NewEvent(Settings):
    """An event to set up."""

    club = Text(help_text="the club's slug")
    name = text_of(Event, "name")
    date = Day()
    game = Text(help_text="a key of `games/`")
    slug = Slug(required=False, max_length=longest(Event, "slug"), help_text=ABOUT_SLUG)


@example(place="Village hall")
class EventChanges(Settings):
    """Fields of an event to change."""

    name = text_of(Event, "name", required=False)
    date = Day(required=False)


@example(name="Winter Fipsen", date="2027-01-16")
class Copy(Body):
    """The copy of an event."""

    name = text_of(Event, "name")
    date = Day()
    with_regulars = Flag(required=False, help_text="enter its players, absent until they are checked in")


class StateShape(ModelShape):
    """The state of an event."""

    class Meta:
        model = Event
        fields = ["is_cancelled", "is_unlisted", "is_closed"]


@example(is_cancelled=True, reason="The hall is closed.")
class StateChange(Body):
    """Parts of an event's state to change."""

    is_cancelled = Flag(required=False)
    reason = text_of(EventReason, "text", required=False, help_text="why it is cancelled")
    is_unlisted = Flag(required=False, help_text="hidden from the lists of events")
    is_closed = Flag(required=False, help_text="its table links end")

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Return the parts. Raises ValidationError for a reason of nothing."""
        if "reason" in attrs and not attrs.get("is_cancelled"):
            message = gettext("A reason is for a cancellation: send “is_cancelled”: true with it.")
            raise s.ValidationError({"reason": message}, UNKNOWN)
        return attrs


class TemplateShape(ModelShape):
    """A template of a club."""

    class Meta:
        model = ClubTemplate
        fields = ["id", "name", "game"]


@example(name="Club night")
class NewTemplate(Body):
    """The name of a template."""

    name = text_of(ClubTemplate, "name")


@example(name="Club night", date="2026-12-05")
class FromTemplate(Body):
    """An event with the settings of a template."""

    name = text_of(Event, "name")
    date = Day()
    slug = Slug(required=False, max_length=longest(Event, "slug"), help_text=ABOUT_SLUG)
