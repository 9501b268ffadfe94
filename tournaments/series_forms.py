"""The forms of a series: which events, what a place is worth, what counts; and a player's lists."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from django import forms
from django.utils.formats import date_format
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from rules.game import Violation
from scoring.policy import points_text
from scoring.series_policy import (
    BEST,
    BY_PLACES,
    BY_TOTAL,
    GUESTS_IN,
    GUESTS_OUT,
    PLAYERS,
    POINTS_BY_PLACE,
    SHARE,
)
from tournaments.errors import translated
from tournaments.models import Event
from tournaments.ranking_form import TablePointsField
from tournaments.typed_numbers import WholeField, whole_number

POLICY = "policy."
WHOLE_POLICY = "by"  # the field that shows what is wrong with the policy as a whole
COUNTS = ("best", "of", "minimum")


class SeriesForm(forms.Form):
    """A series of a club; a name is enough."""

    name = forms.CharField(label=_("Name of the series"), max_length=120)
    events = forms.MultipleChoiceField(
        label=_("Events that count"), required=False, widget=forms.CheckboxSelectMultiple
    )
    by = forms.ChoiceField(
        label=_("What an event is worth"),
        choices=[
            (BY_PLACES, _("points by place, as typed below")),
            (PLAYERS, _("points by place: as many as there are players from that place down")),
            (BY_TOTAL, _("the result itself; only for events of one game")),
        ],
        required=False,
    )
    points = TablePointsField(
        label=_("Points by place"), help_text=_("The first place first: 25-18-15."), required=False
    )
    ties = forms.ChoiceField(
        label=_("Equal places"),
        choices=[
            (SHARE, _("share the points of the places they take")),
            (BEST, _("all get the points of the best of them")),
        ],
        required=False,
    )
    best = WholeField(
        label=_("Best events only"),
        help_text=_("How many of a player's events count. Empty: all."),
        min_value=1,
        required=False,
    )
    of = WholeField(
        label=_("Events of the series"),
        help_text=_("How many there will be, where more are to come than are chosen now."),
        min_value=1,
        required=False,
    )
    minimum = WholeField(
        label=_("Events to play at least"),
        help_text=_("Who has played fewer stands behind the others, without a rank. Empty: all are placed."),
        min_value=1,
        required=False,
    )
    guests = forms.ChoiceField(
        label=_("Guests of the club"),
        choices=[
            (GUESTS_IN, _("count as everybody")),
            (GUESTS_OUT, _("are left out before places are given: the others move up")),
        ],
        required=False,
    )
    is_published = forms.BooleanField(
        label=_("Everybody may see it"),
        help_text=_("Published: the table is public. Otherwise only your club sees it."),
        required=False,
    )

    def __init__(
        self,
        data: Any,
        *,
        events: Iterable[Event],
        policy: Mapping[str, Any],
        values: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(data, initial={**initial_of(policy), **(values or {})})
        self.fields["events"].choices = [(str(event.pk), event_words(event)) for event in events]  # type: ignore[attr-defined]
        self.fields["events"].valid_value = lambda value: whole_number(str(value)) is not None  # type: ignore[attr-defined]

    def chosen(self) -> list[int]:
        """The ids of the events that were ticked, whosever they are: the service judges them."""
        return [int(value) for value in self.cleaned_data["events"]]

    def policy(self) -> dict[str, Any]:
        """The policy as it is stored: only what was said."""
        cleaned = self.cleaned_data
        by = cleaned["by"] or BY_PLACES
        said: dict[str, Any] = {"by": BY_TOTAL if by == BY_TOTAL else BY_PLACES}
        if by != BY_TOTAL:
            said["points"] = PLAYERS if by == PLAYERS else cleaned["points"]
            said["ties"] = cleaned["ties"]
        said |= {name: cleaned[name] for name in (*COUNTS, "guests")}
        return {name: value for name, value in said.items() if value not in (None, "")}

    def values(self) -> dict[str, Any]:
        """The cleaned form as services take it, without the events."""
        cleaned = self.cleaned_data
        return {"name": cleaned["name"], "policy": self.policy(), "is_published": cleaned["is_published"]}

    def add_violations(self, violations: Sequence[Violation]) -> None:
        """What is refused, beside the field it is about."""
        for violation in violations:
            name = (violation.field or "").removeprefix(POLICY)
            self.add_error(name if name in self.fields else WHOLE_POLICY, translated(violation))

    def main_fields(self) -> Iterator[forms.BoundField]:
        """What every series is asked."""
        return (self[name] for name in ("name", "is_published", "events"))

    def policy_fields(self) -> Iterator[forms.BoundField]:
        """How it is counted."""
        return (self[name] for name in ("by", "points", "ties", *COUNTS, "guests"))


def initial_of(policy: Mapping[str, Any]) -> dict[str, Any]:
    """A stored policy as the fields show it."""
    is_rule = policy.get("points") == PLAYERS
    typed = POINTS_BY_PLACE if is_rule else policy.get("points", POINTS_BY_PLACE)
    return {**policy, "by": PLAYERS if is_rule else policy.get("by", BY_PLACES), "points": points_text(typed)}


def event_words(event: Event) -> str:
    """An event as a choice."""
    words = f"{date_format(event.date, 'SHORT_DATE_FORMAT')} · {event.name}"
    return words if event.is_published else f"{words} ({gettext('not published')})"


class NextSeriesForm(forms.Form):
    """A series like another one."""

    name = forms.CharField(label=_("Name of the next series"), max_length=120)


class PlayerListsForm(forms.Form):
    """The lists of the club a player stands in."""

    categories = forms.CharField(
        label=_("Categories"),
        help_text=_(
            "Words of your club, separated by commas: women, juniors. Each becomes a list of its own."
        ),
        required=False,
        max_length=400,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    is_guest = forms.BooleanField(label=_("Guest of the club"), required=False)

    def keys(self) -> list[str]:
        """The categories one by one."""
        return str(self.cleaned_data["categories"]).split(",")
