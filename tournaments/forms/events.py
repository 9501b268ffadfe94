"""Forms of the organiser's pages. A game's option switches become form fields here."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from dataclasses import fields as dataclass_fields
from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from rules import all_games
from rules.evenings import Evening
from rules.game import Game, Violation
from rules.reading import Refused, read_options
from rules.seats import sizes_of
from scoring.not_possible import NotPossible
from scoring.standings.agreements import MOST_DEALS
from scoring.standings.policy import BY_GAME, read_policy
from scoring.standings.standings import Method
from tournaments.forms.cash import fee_class_fields, read_fee_fields
from tournaments.forms.evening_fields import (
    BEFORE,
    DURING,
    EVENING,
    LOST,
    evening_fields,
    read_steps,
    refuse_half_steps,
)
from tournaments.forms.names import NAME_ATTRS, name_input
from tournaments.forms.ranking import POLICY, TIE, ranking_fields
from tournaments.forms.switches import switch_field
from tournaments.models import ClubTemplate, Event
from tournaments.models.lengths import longest
from tournaments.selectors.standings.ranking_rules import nominal_deals
from tournaments.storage.uploads.spreadsheets import MOST_BYTES, TABLE_FILES
from tournaments.wording.days import DayField, with_day, without_day
from tournaments.wording.ranking import ranking_words
from tournaments.wording.refusals import translated
from tournaments.wording.whole_numbers import WholeField

OPTION, DEALS = "option_", "deals_"
CHOSEN = ("confirms", "leaver_rule", "missing_deals")  # settings that are never empty
FACTS = ("name", "date", "place", "is_published", "marks_later_deals")  # of an event, for any game


class NamedForm(forms.Form):
    """A form with the name of an event, then its date: a proposed name with the day follows the date."""

    def clean_date(self) -> Any:
        """Return the date; the name says it if nobody has typed another."""
        day, name = self.cleaned_data["date"], self.cleaned_data.get("name", "")
        proposed = self.get_initial_for_field(self.fields["date"], "date")
        plain = without_day(name, proposed) if proposed else name
        if name == self.initial.get("name") and name != plain:
            self.cleaned_data["name"] = with_day(plain, day)
        return day


class EventForm(NamedForm):
    """An event of one game: name and date are enough, everything else has a default.

    A tournament does not ask for the options that the game's tournament rules fix.
    """

    name = forms.CharField(
        label=_("Name of the event"), max_length=longest(Event, "name"), widget=name_input()
    )
    date = DayField(label=_("Date"), initial=timezone.localdate)
    place = forms.CharField(
        label=_("Place"), max_length=longest(Event, "place"), required=False, widget=name_input()
    )
    is_published = forms.BooleanField(
        label=_("Visible to everyone"),
        help_text=_("Published: standings and sheets are public. Otherwise only your club sees them."),
        required=False,
        initial=True,
    )
    marks_later_deals = forms.BooleanField(
        label=_("Mark deals that a correction makes impossible"),
        help_text=_(
            "A corrected deal can make a later one impossible, such as a contract chosen once too often. "
            "If marked, the later deals stay without points until they are corrected; otherwise the "
            "correction is refused."
        ),
        required=False,
    )

    def __init__(
        self,
        *arguments: Any,
        game: Game,
        options: Mapping[str, Any],
        deals_per_table: Mapping[int, int] | None = None,
        is_tournament: bool = False,
        policy: Mapping[str, Any] | None = None,
        lost_deal_money: Mapping[str, Any] | None = None,
        fee_classes: Mapping[str, int] | None = None,
        **more: Any,
    ) -> None:
        super().__init__(*arguments, **more)
        self.game, self.options, self.are_fixed = game, read_options(game, options), False
        self.method = Method(
            read_policy(policy or {}, game),
            game,
            nominal_deals(game, deals_per_table or {}),
            options=self.options,
        )
        self.fields |= ranking_fields(game, self.method.policy) | evening_fields(
            game, lost_deal_money or {}, fee_classes or {}, self.data
        )
        self.forced = dict(game.tournament_options) if is_tournament else {}
        self.add_deals_fields(game.round_length.deals if deals_per_table is None else deals_per_table)
        self.add_option_fields(options)

    def add_deals_fields(self, deals_per_table: Mapping[int, int]) -> None:
        """Add one field for each table size, the largest first: those of the game and of its options."""
        sizes = {*self.game.seats, *sizes_of(self.game, self.options)}
        for seats in sorted(sizes, reverse=True):
            deals = deals_per_table.get(seats)
            self.fields[f"{DEALS}{seats}"] = deals_field(seats, deals, self.game.round_length.step)

    def add_option_fields(self, options: Mapping[str, Any]) -> None:
        """Add one field for each open option, with its value or the game's default.

        The deals agreed for a table are the length of its list; an option that says so too is only shown
        where it is set.
        """
        defaults = {each.name: each.default for each in dataclass_fields(self.game.Options)}
        for switch in self.game.switches:
            is_said_by_deals = switch.name == self.game.round_length.option and not options.get(switch.name)
            if switch.name not in self.forced and not is_said_by_deals:
                value = options.get(switch.name, defaults[switch.name])
                self.fields[f"{OPTION}{switch.name}"] = switch_field(switch, value)

    def fix_options(self) -> None:
        """Show the options as read-only."""
        self.are_fixed = True
        for name in self.option_names():
            self.fields[name].disabled = True

    def option_names(self) -> list[str]:
        """Return the names of the fields that are the game's options."""
        return [name for name in self.fields if name.startswith(OPTION)]

    def later_deals_field(self) -> forms.BoundField:
        """Return the field for later deals after a correction."""
        return self["marks_later_deals"]

    def deals_fields(self) -> Iterator[forms.BoundField]:
        """Return the fields for deals by table size."""
        return (self[name] for name in self.fields if name.startswith(DEALS))

    def option_fields(self) -> Iterator[forms.BoundField]:
        """Return the fields for the game's options."""
        return (self[name] for name in self.option_names())

    def before_fields(self) -> Iterator[forms.BoundField]:
        """Return the fields for time, fee, places and registration."""
        return (self[name] for name in BEFORE)

    def fee_fields(self) -> Iterator[forms.BoundField]:
        """Return the fields for fees of their own."""
        return (self[name] for name in fee_class_fields({}))

    def evening_fields(self) -> Iterator[forms.BoundField]:
        """Return the fields with rules during the event."""
        return (self[name] for name in DURING)

    def lost_fields(self) -> list[forms.BoundField]:
        """Return the fields for lost-deal money; empty for games without a declarer."""
        return [self[name] for name in self.fields if name.startswith(LOST)]

    def has_before_errors(self) -> bool:
        """Return whether time, fee, places or registration have an error, so that the page opens that
        section.
        """
        return any(name in (*BEFORE, *fee_class_fields({})) for name in self.errors)

    def has_evening_errors(self) -> bool:
        """Return whether the rules during the event have an error, so that the page opens that section."""
        return any(name in DURING or name.startswith(LOST) for name in self.errors)

    def clean(self) -> dict[str, Any]:
        """Check the prices that depend on each other."""
        refuse_half_steps(self)
        return self.cleaned_data

    def ranked_in_words(self) -> str:
        """Return the stored ranking of the event, in words."""
        return ranking_words(self.method)

    def policy_fields(self) -> Iterator[forms.BoundField]:
        """Return the fields for the ranking value, the rounds that count and the minimum."""
        names = [name for name in self.fields if name.startswith(POLICY) and not name.startswith(TIE)]
        return (self[name] for name in names)

    def tie_break_fields(self) -> Iterator[forms.BoundField]:
        """Return the fields for tie-breaks, in order."""
        return (self[name] for name in self.fields if name.startswith(TIE))

    def has_policy_errors(self) -> bool:
        """Return whether the ranking has an error, so that the page opens that section."""
        return any(name.startswith(POLICY) for name in self.errors)

    def has_hidden_errors(self) -> bool:
        """Return whether the options or deals have an error, so that the page opens that section."""
        return any(name.startswith((OPTION, DEALS)) for name in self.errors)

    def values(self) -> dict[str, Any]:
        """Return the cleaned values as arguments of services."""
        cleaned = self.cleaned_data
        chosen = {name.removeprefix(OPTION): cleaned[name] for name in self.option_names()}
        deals = {name.removeprefix(DEALS): cleaned[name] for name in cleaned if name.startswith(DEALS)}
        return {
            **{name: cleaned[name] for name in FACTS},
            "options": {**chosen, **self.forced},
            "deals_per_table": {seats: number for seats, number in deals.items() if number is not None},
            **({"policy": self.policy()} if f"{POLICY}by" in self.data else {}),
            **(self.evening() if "fee_cents" in self.data else {}),
        }

    def evening(self) -> dict[str, Any]:
        """Return time, fee and rules of the event; a choice that was not sent stays as it was."""
        cleaned = {name: self.cleaned_data[name] for name in EVENING}
        chosen = {
            name: cleaned[name] or self.get_initial_for_field(self.fields[name], name) for name in CHOSEN
        }
        return {
            **cleaned,
            **chosen,
            "fee_cents": cleaned["fee_cents"] or 0,
            "fee_classes": read_fee_fields(self.cleaned_data),
            "lost_deal_money": read_steps(self.cleaned_data),
        }

    def policy(self) -> dict[str, Any]:
        """Return the ranking policy as stored: only the values given."""
        cleaned = self.cleaned_data
        ties = [value for name, value in cleaned.items() if name.startswith(TIE) and value]
        said_of = {name: cleaned.get(f"{POLICY}{name}") for name in ("table_points", "best", "minimum")}
        policy = {"by": cleaned[f"{POLICY}by"] or BY_GAME, **said_of, "tie_breaks": ties}
        return {name: value for name, value in policy.items() if value not in (None, [])}

    def add_refusal(self, refusal: NotPossible | Refused) -> None:
        """Add what the service refuses as errors of the fields concerned, or of the whole form."""
        if isinstance(refusal, NotPossible):
            return self.add_error(None, refusal.message)
        for violation in refusal.violations:
            self.add_error(self.field_of(violation), translated(violation))

    def field_of(self, violation: Violation) -> str | None:
        """Return the field of a violation: an option, or a part of the policy; None for the whole form."""
        field = violation.field or ""
        policy = POLICY + field.removeprefix("policy.") if field.startswith("policy.") else ""
        names = (f"{OPTION}{field}", f"{TIE}1" if policy == f"{POLICY}tie_breaks" else policy)
        return next((name for name in names if name in self.fields), None)


def deals_field(seats: int, deals: int | None, step: int) -> forms.Field:
    """Return a field for the number of deals in a round at a table of this size."""
    return WholeField(
        label=gettext("Deals at a table of %(seats)s") % {"seats": seats},
        initial=deals,
        min_value=step,
        max_value=MOST_DEALS,
        step_size=step,
        required=False,
        error_messages={"step_size": _("In this game it is a multiple of %(limit_value)s.")},
    )


# People


def expected_field() -> forms.BooleanField:
    """Return a checkbox: the players of a list are expected, not present."""
    return forms.BooleanField(label=_("They are only expected; check them in on the day"), required=False)


class NamesForm(forms.Form):
    """A pasted list of players."""

    names = forms.CharField(
        label=_("Names"),
        help_text=_(
            "As you have them: numbers, telephone numbers, clubs and “Surname, First name” are recognised."
        ),
        widget=forms.Textarea(attrs={**NAME_ATTRS, "rows": 8}),
    )
    expected = expected_field()


class UploadForm(forms.Form):
    """A file with players' names."""

    file = forms.FileField(
        label=_("CSV or Excel file"),
        help_text=_("Columns in any order; you see the result before it is stored. At most 5 MB."),
        widget=forms.FileInput(attrs={"accept": TABLE_FILES}),
    )
    expected = expected_field()

    def clean_file(self) -> UploadedFile:
        """Refuse a file that is too large to read."""
        file: UploadedFile = self.cleaned_data["file"]
        if file.size and file.size > MOST_BYTES:
            raise forms.ValidationError(
                gettext("This file is larger than 5 MB. Save it with fewer columns or sheets.")
            )
        return file


class CopyForm(NamedForm):
    """A copy of an event."""

    name = forms.CharField(
        label=_("Name of the event"), max_length=longest(Event, "name"), widget=name_input()
    )
    date = DayField(label=_("Date"))
    with_regulars = forms.BooleanField(
        label=_("Expect all players of the last event"),
        help_text=_("They are expected; check them in on the day."),
        required=False,
        initial=True,
    )


@dataclass(frozen=True, slots=True)
class EventTemplate:
    """Initial values of the form for a new event: an evening, and the key of its game."""

    game: str
    evening: Evening


def event_templates() -> list[EventTemplate]:
    """Return the templates of all games, in the order of the games."""
    return [EventTemplate(game.key, evening) for game in all_games() for evening in game.evenings]


def get_template(key: str | None) -> EventTemplate | None:
    """Return the template with this key, or None."""
    return next((each for each in event_templates() if each.evening.key == key), None)


class ClubTemplateForm(forms.Form):
    """The name under which an event's settings are saved."""

    template = forms.CharField(
        label=_("Name of the template"),
        max_length=longest(ClubTemplate, "name"),
        widget=name_input(),
    )
