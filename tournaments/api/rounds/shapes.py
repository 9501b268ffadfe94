"""Rounds as they are answered, and the bodies of their requests."""

from typing import Any

from django.utils.translation import gettext
from rest_framework import serializers as s

from tournaments.api.http.bodies import UNKNOWN, Body, Flag, Whole
from tournaments.api.http.description import example
from tournaments.api.http.dry_runs import ConsequencesShape, DryRun
from tournaments.models.event import MOST_MINUTES
from tournaments.wording.lists import in_a_list

CLOCK_ACTS = ("start", "pause", "extend", "last_deal", "reset")
WITH_MINUTES = ("start", "extend")


class OrganisedTable(s.Serializer[Any]):
    """A table and what waits there."""

    number = s.IntegerField()
    id = s.UUIDField(source="public_id")
    seats = s.ListField(child=s.CharField(), help_text="the players' whole names, in the order of the seats")
    deals_counted = s.IntegerField()
    deals_expected = s.IntegerField(allow_null=True)
    conflicts = s.IntegerField(help_text="deals that have two versions")
    late = s.IntegerField(help_text="deals that came after the close")
    is_abandoned = s.BooleanField()


class OrganisedRound(s.Serializer[Any]):
    """A round as its organisers see it."""

    number = s.IntegerField()
    status = s.ChoiceField(choices=["draft", "open", "closed"])
    tables = OrganisedTable(many=True)


class OpenedRound(OrganisedRound):
    """A round that was opened; with `dry_run`, as it is, and what reopening it would change."""

    consequences = ConsequencesShape(required=False)


@example(even_if_absent=False)
class Opening(DryRun):
    """How a round is opened."""

    even_if_absent = Flag(required=False, help_text="although seated players are not present")
    even_if_outdated = Flag(
        required=False, help_text="although the standings by which it was drawn have changed"
    )


@example(even_if_incomplete=False)
class Closing(Body):
    """How a round is closed."""

    even_if_incomplete = Flag(required=False, help_text="although tables have deals left")


@example(act="start", minutes=90)
class ClockChange(Body):
    """A change of the clock."""

    act = s.ChoiceField(choices=CLOCK_ACTS)
    minutes = Whole(
        required=False, min_value=-MOST_MINUTES, max_value=MOST_MINUTES, help_text="for `start` and `extend`"
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Return the change. Raises ValidationError for minutes of an act that has none."""
        if "minutes" in attrs and attrs["act"] not in WITH_MINUTES:
            message = gettext("Minutes are for: %(acts)s.") % {"acts": in_a_list(WITH_MINUTES)}
            raise s.ValidationError({"minutes": message}, UNKNOWN)
        return attrs


class RoundClock(s.Serializer[Any]):
    """The clock of a round; null while it has none."""

    clock = s.DictField(allow_null=True)


class CallState(s.Serializer[Any]):
    """The newest call for the director."""

    id = s.IntegerField()
    reason = s.CharField()
    at = s.DateTimeField()
    is_answered = s.BooleanField()


class OpenCall(CallState):
    """A call and its table."""

    round = s.IntegerField()
    table = s.IntegerField()
    table_id = s.UUIDField()
