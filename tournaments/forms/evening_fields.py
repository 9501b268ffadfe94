"""Form fields of an event's settings: time, fee, places, early leavers, lost-deal money."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.conf import settings
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from rules.game import Game
from scoring.agreements import MOST_DEALS, read_lost_deal_money
from scoring.tallies import has_declarer
from tournaments.models import Confirms, Event, LeaverRule, MissingDeals
from tournaments.models.event import MOST_MINUTES, MOST_PLACES, MOST_ROUNDS
from tournaments.models.lengths import longest
from tournaments.wording.days import TimeField
from tournaments.wording.money import MoneyField
from tournaments.wording.whole_numbers import WholeField

BEFORE = ("starts_at", "description", "fee_cents", "places", "is_registration_open")
DURING = (
    "planned_rounds", "round_minutes", "confirms", "leaver_rule", "missing_deals", "language",
    "shows_corrections", "hides_unplayed",
)  # fmt: skip
EVENING = (*BEFORE, *DURING)  # of an event, for any game
LOST = "lost_"


def evening_fields(game: Game, lost_deal_money: Mapping[str, Any]) -> dict[str, forms.Field]:
    """The fields; the price of lost deals only in games with a declarer."""
    lost = lost_fields(lost_deal_money) if has_declarer(game) else {}
    return {**before_fields(), **during_fields(), **lost}


def before_fields() -> dict[str, forms.Field]:
    """The fields with information for players before the event."""
    return {
        "starts_at": TimeField(
            label=_("Starts at"),
            required=False,
            widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
        ),
        "description": forms.CharField(
            label=_("Information for players"),
            max_length=longest(Event, "description"),
            required=False,
            widget=forms.Textarea(attrs={"rows": 4}),
        ),
        "fee_cents": MoneyField(label=_("Fee"), help_text=_("Per start number."), required=False),
        "places": number_field(
            MOST_PLACES,
            label=_("Places"),
            help_text=_("When all places are taken, the waiting list begins. Empty: no limit."),
        ),
        "is_registration_open": forms.BooleanField(
            label=_("Players can register themselves"),
            help_text=_("On the page of the event, without an account, until the draw."),
            required=False,
        ),
    }


def during_fields() -> dict[str, forms.Field]:
    """The fields with rules during the event."""
    languages = [("", _("each viewer's language")), *settings.LANGUAGES]
    return {
        "planned_rounds": number_field(
            MOST_ROUNDS, label=_("Planned rounds"), help_text=_("Empty: not decided yet.")
        ),
        "round_minutes": number_field(
            MOST_MINUTES,
            label=_("Minutes of a round"),
            help_text=_("Initial time of the round clock. Empty: entered when the clock starts."),
        ),
        "confirms": forms.ChoiceField(
            label=_("Confirmation of results"), choices=Confirms, initial=Confirms.NEVER, required=False
        ),
        "leaver_rule": forms.ChoiceField(
            label=_("Players who leave early"), choices=LeaverRule, initial=LeaverRule.KEEPS, required=False
        ),
        "missing_deals": forms.ChoiceField(
            label=_("Deals that an abandoned table did not play"),
            choices=MissingDeals,
            initial=MissingDeals.LEFT_OUT,
            required=False,
        ),
        "language": forms.ChoiceField(
            label=_("Language of the wall display and documents"), choices=languages, required=False
        ),
        "shows_corrections": forms.BooleanField(
            label=_("Show corrections on public sheets"),
            help_text=_("What a corrected deal was before, and when it changed; no authors, no reasons."),
            required=False,
        ),
        "hides_unplayed": forms.BooleanField(
            label=_("Leave out of the standings who never played"),
            help_text=_("Otherwise they are listed behind all others, without a rank."),
            required=False,
        ),
    }


def number_field(most: int, **words: Any) -> forms.Field:
    """A field for a whole number from 1 on, or empty."""
    return WholeField(min_value=1, max_value=most, required=False, **words)


# Lost-deal money: one price up to a number of deals, then another


def lost_fields(stored: Mapping[str, Any]) -> dict[str, forms.Field]:
    """The price of each lost deal, the number up to which it applies, and the price beyond."""
    price, up_to, then = typed_steps(stored)
    return {
        f"{LOST}price": MoneyField(
            label=_("A lost deal costs"), help_text=_("Empty: nothing."), required=False, initial=price
        ),
        f"{LOST}up_to": number_field(MOST_DEALS, label=_("Up to this many"), initial=up_to),
        f"{LOST}then": MoneyField(label=_("Each further one costs"), required=False, initial=then),
    }


def typed_steps(stored: Mapping[str, Any]) -> tuple[int | None, int | None, int | None]:
    """The stored steps as form values: price, number up to which it applies, price beyond."""
    steps = read_lost_deal_money(stored)
    if not steps:
        return None, None, None
    return steps[0].cents, steps[0].up_to, steps[1].cents if len(steps) > 1 else None


def read_steps(cleaned: Mapping[str, Any]) -> dict[str, Any]:
    """The steps as stored; empty if a lost deal costs nothing."""
    price, up_to, then = (cleaned.get(f"{LOST}{name}") for name in ("price", "up_to", "then"))
    if not price:
        return {}
    return {"steps": [[up_to, price], [None, then or price]] if up_to else [[None, price]]}


def refuse_half_steps(form: forms.Form) -> None:
    """Add an error if a second price has no number after which it begins."""
    cleaned = form.cleaned_data
    if cleaned.get(f"{LOST}then") and not (cleaned.get(f"{LOST}price") and cleaned.get(f"{LOST}up_to")):
        message = gettext("Enter the cost of a lost deal first, and up to how many deals it applies.")
        form.add_error(f"{LOST}then", message)
