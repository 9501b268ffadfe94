"""Forms of the organiser's pages. A game's options become fields here, made from its switches."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import fields as dataclass_fields
from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from rules.game import Choice, Game, Kind, Switch, Violation, sizes_of
from rules.reading import read_options
from scoring.agreements import MOST_DEALS
from scoring.policy import BY_GAME, read_policy
from scoring.standings import Method
from tournaments.errors import translated
from tournaments.evening_fields import (
    BEFORE,
    DURING,
    EVENING,
    LOST,
    evening_fields,
    read_steps,
    refuse_half_steps,
)
from tournaments.presenting import said
from tournaments.ranking_form import POLICY, TIE, ranking_fields
from tournaments.ranking_words import ranking_words
from tournaments.selectors.standings import nominal_deals
from tournaments.services.spreadsheets import MOST_BYTES, Upload
from tournaments.typed_numbers import WholeField

NONE = ""  # how a choice of nothing is sent

OPTION, DEALS = "option_", "deals_"
FACTS = ("name", "date", "place", "is_published", "marks_later_deals")  # of an event, whatever its game


class ClubForm(forms.Form):
    """A club needs a name."""

    name = forms.CharField(label=_("Name of the club"), max_length=120)


# A game's switches as fields


class PairField(forms.MultiValueField):
    """Two whole numbers, the lower one first: the kind COUNTS of a switch."""

    def __init__(self, **arguments: Any) -> None:
        widget = forms.MultiWidget([forms.NumberInput(), forms.NumberInput()])
        super().__init__((WholeField(), WholeField()), widget=widget, **arguments)

    def compress(self, data_list: Sequence[int]) -> list[int] | None:
        return list(data_list) or None


def flag_field(switch: Switch, **words: Any) -> forms.Field:
    """Yes or no."""
    return forms.BooleanField(required=False, **words)


def choice_field(switch: Switch, **words: Any) -> forms.Field:
    """One of the words of the switch; the value comes back as the game has it."""
    value_by_key = {key_of(choice): choice.value for choice in switch.choices}
    nothing = [(NONE, gettext("none"))] if switch.may_be_none else []
    return forms.TypedChoiceField(
        choices=[*nothing, *((key_of(choice), said(choice.label)) for choice in switch.choices)],
        coerce=value_by_key.__getitem__,
        empty_value=None,
        required=not switch.may_be_none,
        **words,
    )


def count_field(switch: Switch, **words: Any) -> forms.Field:
    """A whole number."""
    return WholeField(min_value=switch.least, required=not switch.may_be_none, **words)


def pair_field(switch: Switch, **words: Any) -> forms.Field:
    """A lowest and a highest number."""
    return PairField(required=not switch.may_be_none, **words)


FIELD_OF: Mapping[Kind, Callable[..., forms.Field]] = {
    Kind.FLAG: flag_field,
    Kind.CHOICE: choice_field,
    Kind.COUNT: count_field,
    Kind.COUNTS: pair_field,
}


def key_of(choice: Choice) -> str:
    """How a choice is sent by a browser."""
    return str(choice.value)


def switch_field(switch: Switch, value: Any) -> forms.Field:
    """The form field of a switch, standing at a value."""
    words = {"label": said(switch.label), "help_text": said(switch.help)}
    return FIELD_OF[switch.kind](switch, initial=shown(value), **words)


def shown(value: Any) -> Any:
    """A value as a widget takes it: pairs as lists."""
    return list(value) if isinstance(value, tuple) else value


# An event


class EventForm(forms.Form):
    """An event of one game: a name and a date are enough, everything else has a sensible default.

    A tournament does not ask for the options that the game's tournament rules settle.
    """

    name = forms.CharField(label=_("Name of the evening"), max_length=120)
    date = forms.DateField(
        label=_("Date"),
        initial=timezone.localdate,
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )
    place = forms.CharField(label=_("Place"), max_length=120, required=False)
    is_published = forms.BooleanField(
        label=_("Everybody may see it"),
        help_text=_("Published: standings and sheets are public. Otherwise only your club sees them."),
        required=False,
        initial=True,
    )
    marks_later_deals = forms.BooleanField(
        label=_("Mark deals that a correction makes impossible"),
        help_text=_(
            "A corrected deal can make a later one impossible, such as a contract chosen once too"
            " often. Marked, the later deals stay without points until they are corrected;"
            " otherwise the correction is refused."
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
        **more: Any,
    ) -> None:
        super().__init__(*arguments, **more)
        self.game, self.options = game, read_options(game, options)
        self.method = Method(
            read_policy(policy or {}, game), game, nominal_deals(game, deals_per_table or {})
        )
        self.fields |= ranking_fields(game, self.method.policy) | evening_fields(game, lost_deal_money or {})
        self.forced = dict(game.tournament_options) if is_tournament else {}
        self.add_deals_fields(game.deals_per_round if deals_per_table is None else deals_per_table)
        self.add_option_fields(options)

    def add_deals_fields(self, deals_per_table: Mapping[int, int]) -> None:
        """One field for each size of table, the largest first: all of the game, and what the options add."""
        sizes = {*self.game.seats, *sizes_of(self.game, self.options)}
        for seats in sorted(sizes, reverse=True):
            deals = deals_per_table.get(seats)
            self.fields[f"{DEALS}{seats}"] = deals_field(seats, deals, self.game.deals_step)

    def add_option_fields(self, options: Mapping[str, Any]) -> None:
        """One field for each option that is open, standing at its value or the game's default."""
        defaults = {each.name: each.default for each in dataclass_fields(self.game.Options)}
        for switch in self.game.switches:
            if switch.name not in self.forced:
                value = options.get(switch.name, defaults[switch.name])
                self.fields[f"{OPTION}{switch.name}"] = switch_field(switch, value)

    def fix_options(self) -> None:
        """Show the options, but let nobody change them."""
        for name in self.option_names():
            self.fields[name].disabled = True

    def option_names(self) -> list[str]:
        """The names of the fields that are the game's options."""
        return [name for name in self.fields if name.startswith(OPTION)]

    def main_fields(self) -> Iterator[forms.BoundField]:
        """What every event is asked."""
        return (self[name] for name in ("name", "date", "place", "is_published"))

    def later_deals_field(self) -> forms.BoundField:
        """What becomes of later deals after a correction."""
        return self["marks_later_deals"]

    def deals_fields(self) -> Iterator[forms.BoundField]:
        """Deals per size of table."""
        return (self[name] for name in self.fields if name.startswith(DEALS))

    def option_fields(self) -> Iterator[forms.BoundField]:
        """The game's options."""
        return (self[name] for name in self.option_names())

    def before_fields(self) -> Iterator[forms.BoundField]:
        """Time, fee, places, registration."""
        return (self[name] for name in BEFORE)

    def evening_fields(self) -> Iterator[forms.BoundField]:
        """What holds on the evening."""
        return (self[name] for name in DURING)

    def lost_fields(self) -> list[forms.BoundField]:
        """What lost deals cost; nothing in games without a declarer."""
        return [self[name] for name in self.fields if name.startswith(LOST)]

    def has_before_errors(self) -> bool:
        """Whether time, fee, places or registration have an error, so that the page opens them."""
        return any(name in BEFORE for name in self.errors)

    def has_evening_errors(self) -> bool:
        """Whether what holds on the evening has an error, so that the page opens it."""
        return any(name in DURING or name.startswith(LOST) for name in self.errors)

    def clean(self) -> dict[str, Any]:
        """Prices that belong together."""
        refuse_half_steps(self)
        return self.cleaned_data

    def ranked_in_words(self) -> str:
        """How the event ranks as it is stored."""
        return ranking_words(self.method)

    def policy_fields(self) -> Iterator[forms.BoundField]:
        """What is ranked by, which rounds count, who is placed."""
        names = [name for name in self.fields if name.startswith(POLICY) and not name.startswith(TIE)]
        return (self[name] for name in names)

    def tie_break_fields(self) -> Iterator[forms.BoundField]:
        """What breaks ties, in its order."""
        return (self[name] for name in self.fields if name.startswith(TIE))

    def has_policy_errors(self) -> bool:
        """Whether the folded ranking has an error, so that the page opens it."""
        return any(name.startswith(POLICY) for name in self.errors)

    def has_hidden_errors(self) -> bool:
        """Whether a folded part of the form has an error, so that the page opens it."""
        return any(name.startswith((OPTION, DEALS)) for name in self.errors)

    def values(self) -> dict[str, Any]:
        """The cleaned form as services take it."""
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
        """Time, fee and rules of the evening; what was left empty stands at its default."""
        cleaned = {name: self.cleaned_data[name] for name in EVENING}
        defaults = {name: self.fields[name].initial or cleaned[name] for name in ("confirms", "leaver_rule")}
        chosen = {name: cleaned[name] or default for name, default in defaults.items()}
        return {
            **cleaned,
            **chosen,
            "fee_cents": cleaned["fee_cents"] or 0,
            "lost_deal_money": read_steps(self.cleaned_data),
        }

    def policy(self) -> dict[str, Any]:
        """How to rank, as it is stored: only what was said."""
        cleaned = self.cleaned_data
        ties = [value for name, value in cleaned.items() if name.startswith(TIE) and value]
        said_of = {name: cleaned.get(f"{POLICY}{name}") for name in ("table_points", "best", "minimum")}
        policy = {"by": cleaned[f"{POLICY}by"] or BY_GAME, **said_of, "tie_breaks": ties}
        return {name: value for name, value in policy.items() if value not in (None, [])}

    def add_violations(self, violations: Sequence[Violation]) -> None:
        """What the game refuses, beside the option it is about."""
        for violation in violations:
            self.add_error(self.field_of(violation), translated(violation))

    def field_of(self, violation: Violation) -> str | None:
        """The field a refusal is about: an option, or a part of the policy; None for the whole form."""
        field = violation.field or ""
        policy = POLICY + field.removeprefix("policy.") if field.startswith("policy.") else ""
        names = (f"{OPTION}{field}", f"{TIE}1" if policy == f"{POLICY}tie_breaks" else policy)
        return next((name for name in names if name in self.fields), None)


def deals_field(seats: int, deals: int | None, step: int) -> forms.Field:
    """How many deals a table of this size plays in a round."""
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


class NameForm(forms.Form):
    """One player."""

    name = forms.CharField(
        label=_("Name"), max_length=120, widget=forms.TextInput(attrs={"autocomplete": "off"})
    )

    def names(self) -> list[str]:
        """The one name."""
        return [self.cleaned_data["name"]]


def expected_field() -> forms.BooleanField:
    """Whether those on a list are still to come."""
    return forms.BooleanField(label=_("They are only expected; check them in at the door"), required=False)


class NamesForm(forms.Form):
    """A pasted list of players."""

    names = forms.CharField(
        label=_("Names"), help_text=_("One name on each line."), widget=forms.Textarea(attrs={"rows": 8})
    )
    expected = expected_field()

    def upload(self) -> Upload:
        """The lines as a file."""
        return Upload(gettext("Pasted list"), self.cleaned_data["names"].encode())


class UploadForm(forms.Form):
    """A file with players' names."""

    file = forms.FileField(
        label=_("CSV or Excel file"),
        help_text=_("Any order of columns; you see what is read before it is stored. At most 5 MB."),
        widget=forms.FileInput(attrs={"accept": ".csv,.xlsx,.txt,text/csv"}),
    )
    expected = expected_field()

    def clean_file(self) -> UploadedFile:
        """Refuses what is too large to read."""
        file: UploadedFile = self.cleaned_data["file"]
        if file.size and file.size > MOST_BYTES:
            raise forms.ValidationError(
                gettext("This file is larger than 5 MB. Save it with fewer columns or sheets.")
            )
        return file
