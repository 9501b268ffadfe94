"""Forms of teams and competitions."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from rules.game import Game
from scoring.competitions.awards import FEE, LOST_DEALS, OWN_FEE
from scoring.competitions.requests import (
    AVERAGE,
    GAME,
    LIST_POINTS,
    PERSON,
    SCALE,
    TABLE_POINTS,
    TALLY,
    TEAM,
    TOTAL,
    UNPLACED,
)
from scoring.not_possible import NotPossible
from scoring.sheet.tallies import tally_names, tally_ranking
from scoring.standings.agreements import read_prizes
from scoring.standings.competition_rules import SUM_OF_PLACES, is_sum_of_places
from tournaments.forms.cash import OFF, PrizesField, fee_class_fields, read_fee_fields
from tournaments.forms.folds import FoldedForm
from tournaments.forms.names import NAME_ATTRS, name_input, who_field
from tournaments.forms.ranking import TablePointsField
from tournaments.models import Competition, Team
from tournaments.models.event import MOST_ROUNDS
from tournaments.models.lengths import LONGEST_LINES_TYPED, LONGEST_TYPED, longest
from tournaments.services.cash.prizes import UnreadableKey, parse_key
from tournaments.services.competitions.teams import MOST
from tournaments.wording.lists import typed_parts
from tournaments.wording.money import MoneyField
from tournaments.wording.prizes import ShareField, key_text
from tournaments.wording.sheet_json import translate
from tournaments.wording.whole_numbers import WholeField

PLACES = "places"  # typed; stored as table points below 0
NUMBERS = re.compile(r"[0-9]{1,6}")
OLDEST = 120


class NumbersField(forms.CharField):
    """A form field for whole numbers, such as start numbers; its cleaned value is a list.

    It asks for no keyboard of digits: on some phones that has neither a comma nor a space.
    """

    def __init__(self, **more: Any) -> None:
        super().__init__(**more, required=False, widget=forms.TextInput(attrs=OFF))

    def clean(self, value: object) -> list[int]:
        """Return the numbers in the order in which they were typed."""
        typed = super().clean(value)
        parts = [each for each in re.split(r"[\s,，、;+/]+", typed) if each]
        if not all(NUMBERS.fullmatch(each) for each in parts):
            message = gettext("Write numbers with commas between them, as in 3, 7, 12; not “%(found)s”.")
            raise forms.ValidationError(message % {"found": typed[:40]})
        return [int(each) for each in parts]

    def prepare_value(self, value: object) -> object:
        return ", ".join(map(str, value)) if isinstance(value, (list, tuple)) else value


class TeamForm(forms.Form):
    """A team by its start numbers; a new one also by the names of players who are entered with it."""

    members = NumbersField(
        label=_("Start numbers of the members"),
        help_text=_("In their order, the first speaks for the team; 2 to 8."),
    )
    names = forms.CharField(
        label=_("Or names of new players"),
        help_text=_("One in each line; they are entered and become a team."),
        max_length=LONGEST_LINES_TYPED // 2,
        required=False,
        widget=forms.Textarea(attrs={**NAME_ATTRS, "rows": 3}),
    )
    name = forms.CharField(
        label=_("Name of the team"),
        help_text=_("Empty: it is called by its members."),
        max_length=longest(Team, "name"),
        required=False,
        widget=name_input(),
    )
    substitutes = NumbersField(label=_("Start numbers of substitutes"))

    def __init__(self, *values: Any, is_new: bool = True, **more: Any) -> None:
        super().__init__(*values, **more)
        if not is_new:
            del self.fields["names"]

    def clean(self) -> dict[str, Any]:
        """Take start numbers or names, not both."""
        cleaned = super().clean() or {}
        if not self.errors and bool(cleaned.get("members")) == bool(cleaned.get("names")):
            message = gettext("Name the members of the team, by their start numbers or as new players.")
            self.add_error("members", message)
        return cleaned

    def clean_names(self) -> list[str]:
        """Return the names, one of each line."""
        return [line for line in self.cleaned_data["names"].splitlines() if line.strip()]

    def ask(self, refusal: NotPossible) -> None:
        """Show a refusal, with the people whom each doubtful name may mean, and keep the answers so far."""
        self.add_error(None, refusal.message)
        answers = self.choices()
        for at, (name, who) in enumerate(answers.items()):
            self.keep_hidden({f"asked_{at}": name, f"who_{at}": who})
        for at, doubt in enumerate(refusal.details.get("doubts", ()), start=len(answers)):
            people = [(str(each["id"]), each["label"]) for each in doubt["players"]]
            self.keep_hidden({f"asked_{at}": doubt["name"]})
            self.fields[f"who_{at}"] = who_field(people, doubt["name"])
            self.data = {**self.data, f"who_{at}": ""}

    def keep_hidden(self, values: dict[str, str]) -> None:
        """Send these values along with the form."""
        self.data = {**dict(self.data.items()), **values}
        for name in values:
            self.fields[name] = forms.CharField(widget=forms.HiddenInput, required=False)

    def choices(self) -> dict[str, str]:
        """Return who the names mean that were asked about and answered."""
        sent = [(self.data.get(f"asked_{at}"), self.data.get(f"who_{at}")) for at in range(MOST)]
        return {str(name): str(who) for name, who in sent if name and who}


class CompetitionForm(FoldedForm):
    """A competition: who, which lists, how counted, and its money."""

    folds = (
        (_("Who takes part"), ("categories", "least_age", "most_age", "guests")),
        (_("What counts"), ("rounds", "best", "by", "points", "tally", "lowest")),
        (_("Teams and pairs"), ("unit", "size", "counted", "short")),
        (_("Parts of the money"), (*fee_class_fields({}), "own_share", "fee_share", "lost_share")),
    )
    name = forms.CharField(label=_("Name"), max_length=longest(Competition, "name"), widget=name_input())
    unit = forms.ChoiceField(
        label=_("Who is ranked"), choices=[(PERSON, _("each player")), (TEAM, _("teams and pairs"))]
    )
    categories = forms.CharField(
        label=_("Only these categories"),
        help_text=_("As on the players' pages, with commas between them. Empty: everybody."),
        max_length=LONGEST_TYPED,
        required=False,
    )
    least_age = WholeField(label=_("At least this old"), min_value=1, max_value=OLDEST, required=False)
    most_age = WholeField(
        label=_("At most this old"),
        help_text=_("In the year of the event, by the year of birth."),
        min_value=1,
        max_value=OLDEST,
        required=False,
    )
    guests = forms.ChoiceField(
        label=_("Guests of the club"),
        choices=[("in", _("take part")), ("out", _("do not take part")), ("only", _("are the only ones"))],
    )
    rounds = NumbersField(label=_("Only these rounds"), help_text=_("Empty: all."))
    by = forms.ChoiceField(label=_("Ranked by"))
    points = TablePointsField(
        label=_("Points by place"), help_text=_("First place first, such as 4-2-1-0."), required=False
    )
    tally = forms.ChoiceField(label=_("Which number of the sheet"), required=False)
    lowest = forms.BooleanField(label=_("The lowest number wins"), required=False)
    best = WholeField(
        label=_("So many of the best lists count"),
        help_text=_("Empty: all."),
        min_value=1,
        max_value=MOST_ROUNDS,
        required=False,
    )
    size = WholeField(
        label=_("Members of a full team"),
        help_text=_("Then only teams of this size are ranked. Empty: all teams."),
        min_value=2,
        max_value=MOST,
        required=False,
    )
    counted = WholeField(
        label=_("So many members count in each list"),
        help_text=_("Empty: all of a full team."),
        min_value=1,
        max_value=MOST,
        required=False,
    )
    short = forms.ChoiceField(
        label=_("A team with too few members in a list"),
        choices=[
            ("scale", _("is scaled if one is missing")),
            ("as_is", _("counts as it is")),
            ("unplaced", _("is not ranked")),
        ],
    )
    fee_cents = MoneyField(
        label=_("Own fee"),
        help_text=_("Of each player who enters, or of each team. Empty: none."),
        required=False,
    )
    own_share = ShareField(label=_("Of its own fees, into its pot, in %"), help_text=_("Empty: all."))
    fee_share = ShareField(label=_("Of the fees of the event, into its pot, in %"))
    lost_share = ShareField(label=_("Of the lost-deal money, into its pot, in %"))
    key = PrizesField()

    def __init__(self, data: Any = None, *, game: Game, stored: Competition | None = None) -> None:
        super().__init__(data, initial=typed_of(stored) if stored else {})
        self.stored_rule: Mapping[str, Any] = stored.rule if stored else {}
        self.fields |= fee_class_fields(stored.fee_classes if stored else {})
        by, tally = self.fields["by"], self.fields["tally"]
        assert isinstance(by, forms.ChoiceField) and isinstance(tally, forms.ChoiceField)
        by.choices = [
            ("", _("as the event")),
            (GAME, _("what the game ranks by")),
            (TOTAL, _("Total")),
            (AVERAGE, _("Average")),
            (TABLE_POINTS, _("points by place at the table")),
            (PLACES, _("sum of the places at the tables")),
            (LIST_POINTS, _("points by place in each list")),
            (TALLY, _("a number of the sheet")),
        ]
        by.required = False
        tally.choices = [(name, translate(tally_ranking(name, game).label)) for name in tally_names(game)]

    def clean_key(self) -> list[dict[str, Any]]:
        """Return the prizes as stored."""
        try:
            return list(parse_key(self.cleaned_data["key"], ties="share", pot=())["prizes"])
        except UnreadableKey as refusal:
            raise forms.ValidationError(refusal.details["problems"]) from refusal

    def service_arguments(self) -> dict[str, Any]:
        """Return the cleaned values as arguments of the service."""
        cleaned = self.cleaned_data
        return {
            "name": cleaned["name"],
            "rule": rule_of(cleaned, self.stored_rule),
            "fee_cents": cleaned["fee_cents"] or 0,
            "fee_classes": read_fee_fields(cleaned),
            "shares": {kind: cleaned[name] for name, kind in SHARES.items() if cleaned[name] is not None},
            "prizes": cleaned["key"],
        }


SHARES = {"own_share": OWN_FEE, "fee_share": FEE, "lost_share": LOST_DEALS}
RULE = {
    "who": ("categories", "least_age", "most_age", "guests"),
    "lists": ("rounds", "best"),
    "members": ("size", "counted", "short"),
}


def rule_of(cleaned: Mapping[str, Any], stored: Mapping[str, Any]) -> dict[str, Any]:
    """Return the rule as stored: what was typed, and what only a program says, where that still fits."""
    guests = "" if cleaned["guests"] == "in" else cleaned["guests"]
    typed = {**cleaned, "categories": typed_parts(cleaned["categories"]), "guests": guests}
    rule = {
        part: {**without(stored.get(part), names), **given({name: typed[name] for name in names})}
        for part, names in RULE.items()
    }
    if cleaned["best"]:
        rule["lists"].pop("drop", None)
    if cleaned["short"] == UNPLACED:
        rule["members"].pop("least", None)
    if cleaned["unit"] != TEAM:
        rule["members"] = {}
    value, before = value_of(cleaned), stored.get("value") or {}
    is_as_before = value.get("by") == before.get("by") and cleaned["unit"] == stored.get("unit", PERSON)
    others = without(before, ("points", "tally", "high")) if is_as_before else {}
    ties = stored.get("tie_breaks") if is_as_before else None
    return given({"unit": cleaned["unit"], **rule, "value": others | value, "tie_breaks": ties})


def value_of(cleaned: Mapping[str, Any]) -> dict[str, Any]:
    """Return how the typed competition is counted; empty: as the event."""
    by = cleaned["by"]
    if by == PLACES:
        return {"by": TABLE_POINTS, "points": list(SUM_OF_PLACES)}
    if by == TALLY:
        return {"by": by, "tally": cleaned["tally"], **({"high": False} if cleaned["lowest"] else {})}
    points = cleaned["points"] if by in (TABLE_POINTS, LIST_POINTS) else None
    return given({"by": by, "points": points})


def without(values: Mapping[str, Any] | None, names: Sequence[str]) -> dict[str, Any]:
    """Return the values that are not called so."""
    return {name: value for name, value in (values or {}).items() if name not in names}


def given(values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values that say something."""
    return {name: value for name, value in values.items() if value not in (None, [], {}, "")}


def typed_of(stored: Competition) -> dict[str, Any]:
    """Return a stored competition as initial form values."""
    rule = stored.rule
    stored_rule = {name: (rule.get(part) or {}).get(name) for part, names in RULE.items() for name in names}
    value = rule.get("value") or {}
    points, sums_places = value.get("points"), is_sum_of_places(value)
    return {
        **stored_rule,
        "name": stored.name,
        "unit": rule.get("unit", PERSON),
        "categories": ", ".join(stored_rule["categories"] or ()),
        "guests": stored_rule["guests"] or "in",
        "short": stored_rule["short"] or SCALE,
        "by": PLACES if sums_places else value.get("by", ""),
        "points": None if sums_places else points,
        "tally": value.get("tally"),
        "lowest": value.get("high") is False,
        "fee_cents": stored.fee_cents or None,
        **{name: stored.shares.get(kind) for name, kind in SHARES.items()},
        "key": key_text(read_prizes({"prizes": stored.prizes})),
    }
