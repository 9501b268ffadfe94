"""Forms of a series: its events, the worth of a place, the events that count; and a player's register."""

from collections.abc import Iterator, Mapping
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from rules.reading import Refused
from scoring.not_possible import NotPossible
from scoring.standings.policy import points_text
from scoring.standings.series_policy import (
    BEST,
    BY_AVERAGE,
    BY_PLACES,
    BY_RESULT,
    BY_TOTAL,
    GUESTS_IN,
    GUESTS_OUT,
    PLAYERS,
    POINTS_BY_PLACE,
    SHARE,
)
from tournaments.forms.folds import Fold
from tournaments.forms.names import name_input, reading_field
from tournaments.forms.ranking import TablePointsField
from tournaments.models import Player, Series
from tournaments.models.lengths import LONGEST_TYPED, longest
from tournaments.models.players import BIRTH_YEARS
from tournaments.wording.lists import typed_parts
from tournaments.wording.refusals import translated
from tournaments.wording.whole_numbers import WholeField, whole_number

POLICY = "policy."
WHOLE_POLICY = "by"  # the field that shows errors of the whole policy
COUNTS = ("best", "of", "minimum")
REGISTER = ("member_number", "federation_number", "home_club", "reading", "email", "birth_year")


class EventsField(forms.MultipleChoiceField):
    """The ids of events, of any club: the service checks them."""

    def valid_value(self, value: Any) -> bool:
        """Return whether this is an id."""
        return whole_number(str(value)) is not None


class SeriesForm(forms.Form):
    """A series of a club; a name is enough."""

    name = forms.CharField(
        label=_("Name of the series"), max_length=longest(Series, "name"), widget=name_input()
    )
    events = EventsField(label=_("Events that count"), required=False)
    by = forms.ChoiceField(
        label=_("Points of an event"),
        choices=[
            (BY_PLACES, _("points by place, as typed below")),
            (PLAYERS, _("points by place: the number of players from that place down")),
            (BY_TOTAL, _("the result itself; only for events of one game")),
            (BY_AVERAGE, _("the average of the results; only for events of one game")),
        ],
        required=False,
    )
    points = TablePointsField(
        label=_("Points by place"), help_text=_("The first place first: 25-18-15."), required=False
    )
    ties = forms.ChoiceField(
        label=_("Ties"),
        choices=[
            (SHARE, _("share the points of their places")),
            (BEST, _("all get the points of the best of them")),
        ],
        required=False,
    )
    best = WholeField(
        label=_("Best events only"),
        help_text=_("Number of a player's events that count. Empty: all."),
        min_value=1,
        required=False,
    )
    of = WholeField(
        label=_("Events of the series"),
        help_text=_("Total number of events, if more are planned than are chosen now."),
        min_value=1,
        required=False,
    )
    minimum = WholeField(
        label=_("Minimum number of events"),
        help_text=_("Players with fewer rounds are listed last, without a rank. Empty: all are ranked."),
        min_value=1,
        required=False,
    )
    guests = forms.ChoiceField(
        label=_("Guests of the club"),
        choices=[
            (GUESTS_IN, _("count like members")),
            (GUESTS_OUT, _("are left out before places are given: other players move up")),
        ],
        required=False,
    )
    is_published = forms.BooleanField(
        label=_("Visible to everyone"),
        help_text=_("Published: the table is public. Otherwise only your club sees it."),
        required=False,
    )

    def __init__(
        self, data: Any, *, policy: Mapping[str, Any], values: Mapping[str, Any] | None = None
    ) -> None:
        super().__init__(data, initial={**initial_of(policy), **(values or {})})

    @classmethod
    def as_typed(cls, sent: QueryDict) -> "SeriesForm":
        """Return a form with the values as typed, not yet validated."""
        return cls(None, policy={}, values={name: sent.get(name, "") for name in cls.base_fields})

    def chosen(self) -> list[int]:
        """Return the IDs of the chosen events, of any club: the service checks them."""
        return [int(value) for value in self.cleaned_data["events"]]

    def policy(self) -> dict[str, Any]:
        """Return the policy as stored: only the values given."""
        cleaned = self.cleaned_data
        by = cleaned["by"] or BY_PLACES
        values: dict[str, Any] = {"by": by if by in BY_RESULT else BY_PLACES}
        if by not in BY_RESULT:
            values["points"] = PLAYERS if by == PLAYERS else cleaned["points"]
            values["ties"] = cleaned["ties"]
        values |= {name: cleaned[name] for name in (*COUNTS, "guests")}
        return {name: value for name, value in values.items() if value not in (None, "")}

    def values(self) -> dict[str, Any]:
        """Return the cleaned values as arguments of services, without the events."""
        cleaned = self.cleaned_data
        return {"name": cleaned["name"], "policy": self.policy(), "is_published": cleaned["is_published"]}

    def add_refusal(self, refusal: NotPossible | Refused) -> None:
        """Add what the service refuses as errors of the fields concerned."""
        if isinstance(refusal, NotPossible):
            return self.add_error("events", refusal.message)
        for violation in refusal.violations:
            name = (violation.field or "").removeprefix(POLICY)
            self.add_error(name if name in self.fields else WHOLE_POLICY, translated(violation))

    def main_fields(self) -> Iterator[forms.BoundField]:
        """Return the fields of every series; its events are chosen beside them."""
        return (self[name] for name in ("name", "is_published"))

    def policy_fields(self) -> Iterator[forms.BoundField]:
        """Return the fields of the counting rules that most series set."""
        return (self[name] for name in ("by", "points"))

    def rare_fields(self) -> Fold:
        """Return the other fields of the counting rules."""
        fields = [self[name] for name in ("ties", *COUNTS, "guests")]
        return Fold(gettext("Ties, best events, guests"), fields)


def initial_of(policy: Mapping[str, Any]) -> dict[str, Any]:
    """Return a stored policy as initial values of the fields."""
    is_rule = policy.get("points") == PLAYERS
    typed = POINTS_BY_PLACE if is_rule else policy.get("points", POINTS_BY_PLACE)
    return {**policy, "by": PLAYERS if is_rule else policy.get("by", BY_PLACES), "points": points_text(typed)}


class NextSeriesForm(forms.Form):
    """A series copied from another."""

    name = forms.CharField(
        label=_("Name of the next series"), max_length=longest(Series, "name"), widget=name_input()
    )


class PlayerListsForm(forms.Form):
    """A player's categories, whether they are a guest, and the club's member register."""

    categories = forms.CharField(
        label=_("Categories"),
        help_text=_(
            "Categories of your club, separated by commas: women, juniors. Each becomes a separate list."
        ),
        required=False,
        max_length=2 * LONGEST_TYPED,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    is_guest = forms.BooleanField(label=_("Guest of the club"), required=False)
    member_number = forms.CharField(
        label=_("Member number"), max_length=longest(Player, "member_number"), required=False
    )
    federation_number = forms.CharField(
        label=_("Federation number"), max_length=longest(Player, "federation_number"), required=False
    )
    home_club = forms.CharField(
        label=_("Club of the player"),
        max_length=longest(Player, "home_club"),
        required=False,
        widget=name_input(),
    )
    reading = reading_field()
    email = forms.EmailField(label=_("E-mail"), max_length=longest(Player, "email"), required=False)
    birth_year = WholeField(
        label=_("Year of birth"), min_value=BIRTH_YEARS[0], max_value=BIRTH_YEARS[1], required=False
    )

    def register(self) -> dict[str, Any]:
        """Return the details of the register that the form was sent with.

        A form without one leaves it alone.
        """
        return {name: self.cleaned_data[name] for name in REGISTER if name in self.data}

    def keys(self) -> list[str]:
        """Return the categories as a list."""
        return typed_parts(self.cleaned_data["categories"])
