"""A player's name, and the reading of a Japanese one beside each name that is typed.

A reading is asked on Japanese pages, and on all pages of a club that has readings; elsewhere it is of no use.
No phone may correct a name: Behn is not Beim.
"""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import get_language, gettext
from django.utils.translation import gettext_lazy as _

from scoring.not_possible import NotPossible
from tournaments.models import Club, Player
from tournaments.models.lengths import longest
from tournaments.selectors.clubs.register import has_readings
from tournaments.services.entry.persons import NEW

NAME_ATTRS = {"autocomplete": "off", "autocapitalize": "words", "autocorrect": "off", "spellcheck": "false"}
LOGIN_ATTRS = {**NAME_ATTRS, "autocapitalize": "none"}  # of what a phone must not correct, nor capitalise
FIELDS = ("reading", "partner_reading")
LABEL = _("Reading")
NAME_LENGTH = longest(Player, "name")


def asks_readings(club: Club) -> bool:
    """Return whether forms ask how names are read."""
    return (get_language() or "").startswith("ja") or has_readings(club)


def reading_field(label: Any = LABEL) -> forms.CharField:
    """Return the field beside a name."""
    return forms.CharField(
        label=label,
        help_text=_("How a Japanese name is read."),
        max_length=longest(Player, "reading"),
        required=False,
        widget=name_input(),
    )


def name_input(autocomplete: str = "off", offers: str = "") -> forms.TextInput:
    """Return the widget of a name: capital letters, no correction; `offers` is a list of names in a page."""
    listed = {"list": offers} if offers else {}
    return forms.TextInput(attrs={**NAME_ATTRS, "autocomplete": autocomplete, **listed})


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


class AskingForm(ReadingForm):
    """A form of one name, which asks who it means if the club knows similar ones.

    The answer counts for the name that was asked about, and for no other one typed since.
    """

    def ask(self, refusal: NotPossible) -> None:
        """Show a refusal at the name, with the people whom the name may mean."""
        self.add_error("name", refusal.message)
        for doubt in refusal.details.get("doubts", ()):
            people = [(str(each["id"]), each["label"]) for each in doubt["players"]]
            self.fields["who"] = who_field(people)
            self.fields["asked"] = forms.CharField(widget=forms.HiddenInput, required=False)
            self.data = {**dict(self.data.items()), "asked": self.typed(), "who": ""}

    def typed(self) -> str:
        """Return the name as it was sent."""
        return str(self.data.get("name", ""))

    def choices(self) -> dict[str, str]:
        """Return who the name means, if that was asked about this very name."""
        who = str(self.data.get("who", ""))
        return {self.typed(): who} if who and self.data.get("asked") == self.typed() else {}


def who_field(people: Sequence[tuple[str, str]], name: str = "") -> forms.ChoiceField:
    """Return the choice among the club's people and a new one, under the name if there are several."""
    return forms.ChoiceField(
        label=name or _("Same person?"),
        choices=[*people, (NEW, gettext("another person"))],
        widget=forms.RadioSelect,
    )


class NameForm(AskingForm):
    """One player's name."""

    name = forms.CharField(label=_("Name"), max_length=NAME_LENGTH, widget=name_input())
    reading = reading_field()


class NewNameForm(NameForm):
    """The name of a player to be entered; the page offers the club's regulars (`entry/_regulars.html`)."""

    name = forms.CharField(label=_("Name"), max_length=NAME_LENGTH, widget=name_input(offers="regulars"))
