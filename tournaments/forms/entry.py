"""Forms of entry: registration, who leaves, who shares a start number."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.forms.names import (
    NAME_ATTRS,
    NAME_LENGTH,
    AskingForm,
    ReadingForm,
    name_input,
    reading_field,
)
from tournaments.models import Entrant, Event, LeaverRule
from tournaments.models.event import MOST_ROUNDS
from tournaments.models.lengths import longest
from tournaments.services.competitions.teams import MOST
from tournaments.wording.whole_numbers import WholeField


class RegistrationForm(ReadingForm):
    """A registration. `website` is a honeypot: it is hidden, so only programs fill it in."""

    name = forms.CharField(label=_("Your name"), max_length=NAME_LENGTH, widget=name_input("name"))
    reading = reading_field()
    team = forms.CharField(
        label=_("Team or club"),
        max_length=longest(Entrant, "team"),
        required=False,
        widget=name_input("organization"),
    )
    mates = forms.CharField(
        label=_("The others of my team"),
        help_text=_("One name in each line. You register all of them and speak for the team."),
        max_length=MOST * NAME_LENGTH,
        required=False,
        widget=forms.Textarea(attrs={"rows": 3, **NAME_ATTRS}),
    )
    partner = forms.CharField(
        label=_("Shares my start number with"),
        help_text=_("The name of a second player, if you take turns under one start number."),
        max_length=NAME_LENGTH,
        required=False,
        widget=name_input(),
    )
    partner_reading = reading_field(_("Reading of the second name"))
    agrees_to_list = forms.BooleanField(
        label=_("Show my name on the event page before the event"), required=False
    )
    website = forms.CharField(
        label=_("Leave this empty"),
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off", "tabindex": "-1"}),
    )

    def __init__(self, *values: Any, takes_teams: bool, **more: Any) -> None:
        super().__init__(*values, **more)
        if takes_teams:
            self.fields["team"].label = _("Name of the team")
        else:
            del self.fields["mates"]

    def clean_mates(self) -> list[str]:
        """Return the names of the others."""
        return [" ".join(line.split()) for line in self.cleaned_data["mates"].splitlines() if line.strip()]

    def service_arguments(self) -> dict[str, Any]:
        """Return the cleaned values as arguments of `register`, or of `register_team` if there are others."""
        cleaned: dict[str, Any] = {
            name: value for name, value in self.cleaned_data.items() if name != "website"
        }
        mates = cleaned.pop("mates", [])
        if not mates:
            return cleaned
        arguments: dict[str, Any] = {
            name: cleaned[name] for name in ("team", "reading", "agrees_to_list") if name in cleaned
        }
        return {**arguments, "names": [cleaned["name"], *mates]}


class LeaveForm(forms.Form):
    """The round after which an entrant left, and the rule that applies."""

    after = WholeField(label=_("Left after round"), min_value=1, max_value=MOST_ROUNDS)
    rule = forms.ChoiceField(label=_("Rule"), required=False)

    def __init__(self, data: Any = None, *, event: Event, after: int = 1) -> None:
        super().__init__(data, auto_id="leave_%s", initial={"after": after})
        own = LeaverRule(event.leaver_rule).label
        rule = self.fields["rule"]
        assert isinstance(rule, forms.ChoiceField)
        rule.choices = [("", _("event default: %(rule)s") % {"rule": own}), *LeaverRule.choices]


class ShareForm(AskingForm):
    """The second person of a start number."""

    name = forms.CharField(
        label=_("Shares the start number"),
        help_text=_("Empty: no second player."),
        max_length=NAME_LENGTH,
        required=False,
        widget=name_input(),
    )
    reading = reading_field()
