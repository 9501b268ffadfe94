"""Form fields of an event's settings: time, fee, places, early leavers, lost-deal money."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.conf import settings
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from rules.game import Game
from scoring.competitions.lost_deals import PER_EVENING, PER_LIST, LostDealMoney
from scoring.sheet.tallies import has_declarer, has_passed_deals
from scoring.standings.agreements import MOST_DEALS, read_lost_deal_money
from tournaments.forms.cash import fee_class_fields
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
MOST_STEPS = 20  # of lost-deal money


def evening_fields(
    game: Game,
    lost_deal_money: Mapping[str, Any],
    fee_classes: Mapping[str, int],
    data: Mapping[str, Any],
) -> dict[str, forms.Field]:
    """Return the fields; the price of lost deals only in games with a declarer."""
    lost = lost_fields(game, lost_deal_money, data) if has_declarer(game) else {}
    return {**before_fields(), **fee_class_fields(fee_classes), **during_fields(), **lost}


def before_fields() -> dict[str, forms.Field]:
    """Return the fields with information for players before the event."""
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
    """Return the fields with rules during the event."""
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
    """Return a field for a whole number from 1 on, or empty."""
    return WholeField(min_value=1, max_value=most, required=False, **words)


# Lost-deal money: a price up to a number of deals, then another, and so on


def lost_fields(game: Game, stored: Mapping[str, Any], data: Mapping[str, Any]) -> dict[str, forms.Field]:
    """Return the steps, with a blank one behind those stored or sent, and where they begin anew."""
    money = read_lost_deal_money(stored)
    fields: dict[str, forms.Field] = {}
    for number in range(1, rows_of(money, data) + 1):
        step = money.steps[number - 1] if number <= len(money.steps) else None
        price, up_to = names_of_step(number)
        fields[price] = MoneyField(
            label=_("A lost deal costs") if number == 1 else _("Each further one costs"),
            help_text=_("Empty: nothing.") if number == 1 else "",
            required=False,
            initial=step and step.cents,
        )
        fields[up_to] = number_field(
            MOST_DEALS, label=_("Up to this many"), initial=step.up_to if step else None
        )
    fields[f"{LOST}per"] = forms.ChoiceField(
        label=_("The steps count"),
        choices=[(PER_LIST, _("anew in every list")), (PER_EVENING, _("over the whole evening"))],
        initial=money.per,
        required=False,
    )
    if has_passed_deals(game):
        fields[f"{LOST}passed"] = MoneyField(
            label=_("A passed deal costs each player"), required=False, initial=money.passed or None
        )
    return fields


def rows_of(money: LostDealMoney, data: Mapping[str, Any]) -> int:
    """Return how many steps the form has: those stored or sent, and a blank one; at least two."""
    sent = max(
        (n for n in range(1, MOST_STEPS) if any(data.get(name) for name in names_of_step(n))), default=0
    )
    return min(max(2, len(money.steps) + 1, sent + 1), MOST_STEPS)


def names_of_step(number: int) -> tuple[str, str]:
    """Return the names of the fields of a step: its price, and the number up to which it applies."""
    if number == 1:
        return f"{LOST}price", f"{LOST}up_to"
    return (f"{LOST}then" if number == 2 else f"{LOST}then_{number}"), f"{LOST}up_to_{number}"


def typed_steps(cleaned: Mapping[str, Any]) -> list[tuple[int | None, int | None]]:
    """Return the steps as typed: price and limit; without the blank ones at the end."""
    names = [names_of_step(number) for number in range(1, MOST_STEPS + 1)]
    steps = [(cleaned.get(price), cleaned.get(up_to)) for price, up_to in names]
    while steps and steps[-1] == (None, None):
        steps.pop()
    return steps


def read_steps(cleaned: Mapping[str, Any]) -> dict[str, Any]:
    """Return the money of lost deals as stored; empty if neither a lost nor a passed deal costs anything."""
    steps: list[list[int | None]] = [[up_to, price or 0] for price, up_to in typed_steps(cleaned)]
    if steps and steps[-1][0] is not None:
        steps.append([None, steps[-1][1]])
    if not any(price for _, price in steps):
        steps = []
    passed = cleaned.get(f"{LOST}passed")
    if not steps and not passed:
        return {}
    per = cleaned.get(f"{LOST}per") or PER_LIST
    return {"steps": steps, "per": per, **({"passed": passed} if passed else {})}


def refuse_half_steps(form: forms.Form) -> None:
    """Add an error for a step without a price, one that no deal reaches, and limits that do not rise."""
    steps = typed_steps(form.cleaned_data)
    for number, (price, up_to) in enumerate(steps, start=1):
        price_name, limit_name = names_of_step(number)
        before = steps[number - 2][1] if number > 1 else 0
        if price is None or before is None:
            message = gettext("Enter the cost of a lost deal first, and up to how many deals it applies.")
            form.add_error(price_name, message)
        elif up_to is not None and up_to <= before:
            message = gettext(
                "This step ends at %(up_to)s, but the one before it ends at %(before)s already."
            )
            form.add_error(limit_name, message % {"up_to": up_to, "before": before})
