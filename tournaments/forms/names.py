"""A player's name, and the reading of a Japanese one beside each name that is typed.

A reading is asked on Japanese pages, and on all pages of a club that has readings; elsewhere it is of no use.
"""

from typing import Any

from django import forms
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from tournaments.models import Club
from tournaments.selectors.clubs.register import has_readings

FIELDS = ("reading", "partner_reading")
LABEL = _("Reading")


def asks_readings(club: Club) -> bool:
    """Return whether forms ask how names are read."""
    return (get_language() or "").startswith("ja") or has_readings(club)


def reading_field(label: Any = LABEL) -> forms.CharField:
    """Return the field beside a name."""
    return forms.CharField(
        label=label,
        help_text=_("How a Japanese name is read."),
        max_length=120,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


class ReadingForm(forms.Form):
    """A form with names; their readings are fields of it only where the club asks for them."""

    def __init__(self, *arguments: Any, club: Club | None = None, **more: Any) -> None:
        super().__init__(*arguments, **more)
        if club is None or not asks_readings(club):
            for name in FIELDS:
                self.fields.pop(name, None)

    def typed_reading(self) -> str:
        """Return the reading, empty where none was asked."""
        return str(self.cleaned_data.get("reading", ""))


class NameForm(ReadingForm):
    """One player's name."""

    name = forms.CharField(
        label=_("Name"), max_length=120, widget=forms.TextInput(attrs={"autocomplete": "off"})
    )
    reading = reading_field()
