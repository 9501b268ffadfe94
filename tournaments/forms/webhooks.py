"""The form of a new webhook."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.models import Club, Event, MessageType
from tournaments.services.webhooks.lifecycle import URL_LENGTH


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
