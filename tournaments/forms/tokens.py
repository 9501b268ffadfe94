"""The form of a new personal token."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.forms.names import name_input
from tournaments.models import TokenScope
from tournaments.services.clubs.tokens import MOST_DAYS, NAME_LENGTH, USUAL_DAYS
from tournaments.wording.whole_numbers import WholeField


class TokenForm(forms.Form):
    """Name, scopes and days of a token."""

    name = forms.CharField(
        label=_("Name of the token"),
        help_text=_("The program or machine that uses it."),
        max_length=NAME_LENGTH,
        widget=name_input(),
    )
    scopes = forms.MultipleChoiceField(
        label=_("The program may"),
        choices=TokenScope.choices,
        initial=[TokenScope.READ],
        widget=forms.CheckboxSelectMultiple,
    )
    days = WholeField(label=_("Days until it expires"), min_value=1, max_value=MOST_DAYS, initial=USUAL_DAYS)

    def arguments(self) -> dict[str, Any]:
        """Return the cleaned values as arguments of the service."""
        return dict(self.cleaned_data)
