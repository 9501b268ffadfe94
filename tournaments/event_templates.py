"""Evenings as clubs hold them, ready to be made: a game, a name, deals and a ranking."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext_noop


@dataclass(frozen=True, slots=True)
class EventTemplate:
    """What the form of a new event stands at. The texts are for the translators too."""

    key: str
    label: str
    game: str
    name: str
    description: str = ""
    deals_per_table: Mapping[int, int] | None = None
    policy: Mapping[str, Any] = field(default_factory=dict)
    planned_rounds: int | None = None


TEMPLATES = (
    EventTemplate(
        "fipsen-evening",
        gettext_noop("Fipsen evening, 2 x 100 deals"),
        "fipsen-prisdorf",
        gettext_noop("Fipsen evening"),
        gettext_noop("Two rounds of 100 deals at tables of four, of 120 at tables of three."),
        {4: 100, 3: 120},
        planned_rounds=2,
    ),
    EventTemplate(
        "skat-evening",
        gettext_noop("Skat evening, 2 x 48 deals (36 at three)"),
        "skat",
        gettext_noop("Skat evening"),
        gettext_noop(
            "Two lists of 48 deals at tables of four, of 36 at tables of three: everybody plays 36 deals a"
            " list, so totals compare as they are."
        ),
        {4: 48, 3: 36},
        planned_rounds=2,
    ),
    EventTemplate(
        "skat-three-lists",
        gettext_noop("Skat, 3 x 36"),
        "skat",
        gettext_noop("Skat evening"),
        gettext_noop("Three lists of 36 deals at every table."),
        {4: 36, 3: 36},
        planned_rounds=3,
    ),
    EventTemplate(
        "doppelkopf-three-lists",
        gettext_noop("Doppelkopf, 3 x 24"),
        "doppelkopf",
        gettext_noop("Doppelkopf evening"),
        gettext_noop(
            "Three lists of 24 deals at tables of four, of 30 at tables of five, where the dealer sits out:"
            " everybody plays about 24 deals a list, so totals compare as they are."
        ),
        {4: 24, 5: 30},
        planned_rounds=3,
    ),
    EventTemplate(
        "rifki-night",
        gettext_noop("Rifki night"),
        "rifki",
        gettext_noop("Rifki night"),
        gettext_noop("One round at each table after another, until everybody has met."),
    ),
)


def get_template(key: str | None) -> EventTemplate | None:
    """The template of this key."""
    return next((each for each in TEMPLATES if each.key == key), None)
