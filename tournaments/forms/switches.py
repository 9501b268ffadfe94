"""The switches of a game as form fields."""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext

from rules.fields import Choice, Kind, Switch
from tournaments.wording.sheet_json import translate
from tournaments.wording.whole_numbers import WholeField, signed_number

LONGEST_SEVERAL = 120  # characters
BETWEEN_NUMBERS = re.compile(r"[\s,;/]+")
NONE = ""  # the value sent for no choice


class SeveralField(forms.CharField):
    """One whole number or several, as typed: 26 78."""

    def __init__(self, **more: Any) -> None:
        super().__init__(**{"max_length": LONGEST_SEVERAL, **more})

    def prepare_value(self, value: Any) -> Any:
        return " ".join(map(str, value)) if isinstance(value, (list, tuple)) else value

    def clean(self, value: Any) -> Any:
        """Return one number, or a list of several; None for an empty field."""
        typed = super().clean(self.prepare_value(value))
        numbers = [signed_number(word) for word in BETWEEN_NUMBERS.split(typed) if word]
        if None in numbers:
            message = gettext("Enter whole numbers with a space between them, as in 26 78.")
            raise forms.ValidationError(message)
        return numbers if len(numbers) > 1 else next(iter(numbers), None)


class PairField(forms.MultiValueField):
    """Two whole numbers, the lower one first: for switches of the kind COUNTS."""

    def __init__(self, **arguments: Any) -> None:
        widget = forms.MultiWidget([forms.NumberInput(), forms.NumberInput()])
        super().__init__((WholeField(), WholeField()), widget=widget, **arguments)

    def compress(self, data_list: Sequence[int]) -> list[int] | None:
        return list(data_list) or None


def flag_field(switch: Switch, **words: Any) -> forms.Field:
    """Return a checkbox for a switch of the kind FLAG."""
    return forms.BooleanField(required=False, **words)


def choice_field(switch: Switch, **words: Any) -> forms.Field:
    """Return a select with the switch's choices; the cleaned value is the game's."""
    value_by_key = {key_of(choice): choice.value for choice in switch.choices}
    nothing = [(NONE, gettext("none"))] if switch.may_be_none else []
    return forms.TypedChoiceField(
        choices=[*nothing, *((key_of(choice), translate(choice.label)) for choice in switch.choices)],
        coerce=value_by_key.__getitem__,
        empty_value=None,
        required=not switch.may_be_none,
        **words,
    )


def count_field(switch: Switch, **words: Any) -> forms.Field:
    """Return a field for a whole number, or for several."""
    if switch.may_be_several:
        return SeveralField(required=not switch.may_be_none, **words)
    bounds = {"min_value": switch.least, "max_value": switch.most}
    return WholeField(**bounds, required=not switch.may_be_none, **words)


def pair_field(switch: Switch, **words: Any) -> forms.Field:
    """Return a field for a lowest and a highest number."""
    return PairField(required=not switch.may_be_none, **words)


FIELD_OF: Mapping[Kind, Callable[..., forms.Field]] = {
    Kind.FLAG: flag_field,
    Kind.CHOICE: choice_field,
    Kind.COUNT: count_field,
    Kind.COUNTS: pair_field,
}


def key_of(choice: Choice) -> str:
    """Return the form value of a choice."""
    return str(choice.value)


def switch_field(switch: Switch, value: Any) -> forms.Field:
    """Return the form field of a switch, with an initial value."""
    words = {"label": translate(switch.label), "help_text": translate(switch.help)}
    return FIELD_OF[switch.kind](switch, initial=widget_value(value), **words)


def widget_value(value: Any) -> Any:
    """Return a value for a widget: pairs as lists."""
    return list(value) if isinstance(value, tuple) else value
