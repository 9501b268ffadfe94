"""The fields of an event that say what the evening is like: time, fee, places, leavers, lost-deal money."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.conf import settings
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from rules.game import Game
from scoring.agreements import MOST_DEALS, read_lost_deal_money
from scoring.tallies import has_declarer
from tournaments.models import Confirms, LeaverRule
from tournaments.models.event import MOST_MINUTES, MOST_PLACES, MOST_ROUNDS
from tournaments.money import MoneyField
from tournaments.typed_numbers import WholeField

BEFORE = ("starts_at", "description", "fee_cents", "places", "is_registration_open")
DURING = ("planned_rounds", "round_minutes", "confirms", "leaver_rule", "language")
EVENING = (*BEFORE, *DURING)  # of an event, whatever its game
LOST = "lost_"


def evening_fields(game: Game, lost_deal_money: Mapping[str, Any]) -> dict[str, forms.Field]:
    """The fields; what lost deals cost only where somebody wins and loses deals alone."""
    lost = lost_fields(lost_deal_money) if has_declarer(game) else {}
    return {**before_fields(), **during_fields(), **lost}


def before_fields() -> dict[str, forms.Field]:
    """What players want to know before."""
    return {
        "starts_at": forms.TimeField(
            label=_("Begins at"),
            required=False,
            widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
        ),
        "description": forms.CharField(
            label=_("What players should know"),
            max_length=2000,
            required=False,
            widget=forms.Textarea(attrs={"rows": 4}),
        ),
        "fee_cents": MoneyField(label=_("Fee"), help_text=_("Per start number."), required=False),
        "places": number_field(
            MOST_PLACES,
            label=_("Places"),
            help_text=_("When they are taken, the waiting list begins. Empty: no limit."),
        ),
        "is_registration_open": forms.BooleanField(
            label=_("Players may register themselves"),
            help_text=_("On the page of the event, without an account, until the draw."),
            required=False,
        ),
    }


def during_fields() -> dict[str, forms.Field]:
    """What holds on the evening."""
    languages = [("", _("as whoever looks has it")), *settings.LANGUAGES]
    return {
        "planned_rounds": number_field(
            MOST_ROUNDS, label=_("Planned rounds"), help_text=_("Empty: as many as there will be.")
        ),
        "round_minutes": number_field(
            MOST_MINUTES,
            label=_("Minutes of a round"),
            help_text=_("What the round clock starts with. Empty: said when it is started."),
        ),
        "confirms": forms.ChoiceField(
            label=_("Results are confirmed"), choices=Confirms, initial=Confirms.NEVER, required=False
        ),
        "leaver_rule": forms.ChoiceField(
            label=_("Who leaves early"), choices=LeaverRule, initial=LeaverRule.KEEPS, required=False
        ),
        "language": forms.ChoiceField(
            label=_("Language of the wall and of papers"), choices=languages, required=False
        ),
    }


def number_field(most: int, **words: Any) -> forms.Field:
    """A whole number from 1 on, or nothing."""
    return WholeField(min_value=1, max_value=most, required=False, **words)


# Lost-deal money: so much for each of the first, then another price


def lost_fields(stored: Mapping[str, Any]) -> dict[str, forms.Field]:
    """What each lost deal costs, up to how many, and what each further one costs."""
    price, up_to, then = typed_steps(stored)
    return {
        f"{LOST}price": MoneyField(
            label=_("A lost deal costs"), help_text=_("Empty: nothing."), required=False, initial=price
        ),
        f"{LOST}up_to": number_field(MOST_DEALS, label=_("Up to this many"), initial=up_to),
        f"{LOST}then": MoneyField(label=_("Each further one costs"), required=False, initial=then),
    }


def typed_steps(stored: Mapping[str, Any]) -> tuple[int | None, int | None, int | None]:
    """The stored steps as the form has them: price, up to how many, price after that."""
    steps = read_lost_deal_money(stored)
    if not steps:
        return None, None, None
    return steps[0].cents, steps[0].up_to, steps[1].cents if len(steps) > 1 else None


def read_steps(cleaned: Mapping[str, Any]) -> dict[str, Any]:
    """The steps as they are stored; none where a lost deal costs nothing."""
    price, up_to, then = (cleaned.get(f"{LOST}{name}") for name in ("price", "up_to", "then"))
    if not price:
        return {}
    return {"steps": [[up_to, price], [None, then or price]] if up_to else [[None, price]]}


def refuse_half_steps(form: forms.Form) -> None:
    """Says what is missing where a second price has no number that it begins after."""
    cleaned = form.cleaned_data
    if cleaned.get(f"{LOST}then") and not (cleaned.get(f"{LOST}price") and cleaned.get(f"{LOST}up_to")):
        message = gettext("Say what a lost deal costs first, and up to how many.")
        form.add_error(f"{LOST}then", message)
