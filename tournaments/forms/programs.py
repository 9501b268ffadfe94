"""The forms of what programs get: personal tokens, and webhooks."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.forms.names import name_input
from tournaments.models import Club, Event, MessageType, TokenScope
from tournaments.services.clubs.tokens import MOST_DAYS, NAME_LENGTH, USUAL_DAYS
from tournaments.services.webhooks.lifecycle import URL_LENGTH
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


class WebhookForm(forms.Form):
    """Address, types and event of a webhook."""

    url = forms.CharField(
        label=_("Address of the program"),
        help_text=_("The messages are sent to this address."),
        max_length=URL_LENGTH,
        widget=forms.URLInput(attrs={"autocomplete": "off", "placeholder": "https://example.org/stichtag"}),
    )
    types = forms.MultipleChoiceField(
        label=_("Tell the program that"),
        choices=MessageType.choices,
        initial=MessageType.values,
        widget=forms.CheckboxSelectMultiple,
    )
    event: "forms.ModelChoiceField[Event]" = forms.ModelChoiceField(
        label=_("Event"),
        queryset=Event.objects.none(),
        required=False,
        empty_label=_("all events of the club"),
    )

    def __init__(self, club: Club, *arguments: Any, **more: Any) -> None:
        super().__init__(*arguments, **more)
        self.fields["event"].queryset = club.events.order_by("-date", "name")  # type: ignore[attr-defined]

    def arguments(self) -> dict[str, Any]:
        """Return the cleaned values as arguments of the service."""
        return dict(self.cleaned_data)
