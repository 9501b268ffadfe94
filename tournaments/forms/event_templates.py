"""The templates that the form of a new event offers: the evenings of all games, and those of the club."""

from dataclasses import dataclass

from django import forms
from django.utils.translation import gettext_lazy as _

from rules import all_games
from rules.evenings import Evening
from tournaments.forms.names import name_input
from tournaments.models import ClubTemplate
from tournaments.models.lengths import longest


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
