"""Format and parse amounts of money, and say fees. Amounts are stored and computed in whole cents."""

import re
from collections.abc import Mapping
from decimal import Decimal

from django import forms
from django.utils.formats import number_format
from django.utils.translation import gettext

from scoring.competitions.lost_deals import PER_LIST, LostDealMoney
from scoring.sheet.serialising import CENTS
from scoring.standings.agreements import MOST_PAID
from tournaments.models import FeeClass
from tournaments.wording.lists import in_a_list, in_brackets

CURRENCY = r"(?:€|EUR(?:OS?)?|[¥￥円])"  # accepted before or after the amount
AMOUNT = re.compile(rf"(?:{CURRENCY}\s*)?(\d{{1,6}})(?:[.,](\d{{1,2}}|-|–))?\s*{CURRENCY}?", re.IGNORECASE)
MINUS = "\u2212"


def money_text(cents: int) -> str:
    """Format cents for the reader: 12.50 €; with a true minus sign."""
    return f"{MINUS if cents < 0 else ''}{bare_amount(abs(cents))}\u00a0€"


def lost_money_words(money: LostDealMoney) -> str:
    """Return what lost and passed deals cost, in one sentence."""
    steps = [
        gettext("%(price)s each up to %(up_to)s") % {"price": money_text(cents), "up_to": up_to}
        if up_to is not None
        else gettext("%(price)s for each further one") % {"price": money_text(cents)}
        if len(money.steps) > 1
        else gettext("%(price)s each") % {"price": money_text(cents)}
        for up_to, cents in money.steps
    ]
    per = gettext("in every list anew") if money.per == PER_LIST else gettext("over the whole evening")
    lost = gettext("Lost deals: %(steps)s, %(per)s.") % {"steps": in_a_list(steps), "per": per}
    passed = gettext("A passed deal costs each player %(price)s.") % {"price": money_text(money.passed)}
    return " ".join([*([lost] if steps else []), *([passed] if money.passed else [])])


def bare_amount(cents: int) -> str:
    """Format cents for a form field: 12.50."""
    return number_format(Decimal(cents) / CENTS, decimal_pos=2, force_grouping=False)


def read_money(amount_text: str) -> int | None:
    """Parse an amount such as 5, 5.5, 5,50 or 5 Euro into cents; None if it is not one."""
    match = AMOUNT.fullmatch(amount_text.strip())
    if not match:
        return None
    whole, part = match.groups()
    return int(whole) * CENTS + int((part or "").strip("-–").ljust(2, "0"))


class MoneyField(forms.CharField):
    """A form field for an amount; its cleaned value is in cents."""

    def __init__(self, **more: object) -> None:
        widget = forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off"})
        super().__init__(**{"max_length": 20, "widget": widget, **more})  # type: ignore[arg-type]

    def prepare_value(self, value: object) -> object:
        return bare_amount(value) if isinstance(value, int) else value

    def clean(self, value: object) -> int | None:
        """Return the cents; None for an empty field."""
        amount_text = super().clean(value)
        if not amount_text:
            return None
        cents = read_money(amount_text)
        if cents is None or cents > MOST_PAID:
            message = gettext("Write an amount as 5 or 5.50, not “%(found)s”.")
            raise forms.ValidationError(message % {"found": amount_text})
        return cents


def fee_classes_words(classes: Mapping[str, int]) -> str:
    """Return who pays what, if not the usual fee."""
    known = [each for each in FeeClass if each in classes]
    return in_a_list(f"{each.label} {money_text(classes[each])}" for each in known)


def fee_words(usual: int, classes: Mapping[str, int]) -> str:
    """Return a fee, and those of others behind it; empty where nothing is paid."""
    others = fee_classes_words(classes)
    if not usual and not others:
        return ""
    return money_text(usual) + in_brackets(others) if others else money_text(usual)
