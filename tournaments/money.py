"""Amounts of money as people write them. Stored and computed are whole cents."""

import re
from decimal import Decimal

from django import forms
from django.utils.formats import number_format
from django.utils.translation import gettext

CENTS = 100
MOST_CENTS = 10_000_000
CURRENCY = r"(?:€|EUR(?:OS?)?|[¥￥円])"  # written before the amount or after it, as people are used to
AMOUNT = re.compile(rf"(?:{CURRENCY}\s*)?(\d{{1,6}})(?:[.,](\d{{1,2}}|-|–))?\s*{CURRENCY}?", re.IGNORECASE)
MINUS = "\u2212"


def money_text(cents: int) -> str:
    """Cents as the reader writes money: 12.50 €; the minus a true one."""
    return f"{MINUS if cents < 0 else ''}{bare_amount(abs(cents))}\u00a0€"


def bare_amount(cents: int) -> str:
    """The same as it stands in a field: 12.50."""
    return number_format(Decimal(cents) / CENTS, decimal_pos=2, force_grouping=False)


def read_money(typed: str) -> int | None:
    """The cents of an amount: 5, 5.5, 5,50, 5 Euro; None for what is none."""
    found = AMOUNT.fullmatch(typed.strip())
    if not found:
        return None
    whole, part = found.groups()
    return int(whole) * CENTS + int((part or "").strip("-–").ljust(2, "0"))


class MoneyField(forms.CharField):
    """An amount, in the cleaned form as cents."""

    def __init__(self, **more: object) -> None:
        widget = forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off"})
        super().__init__(**{"max_length": 20, "widget": widget, **more})  # type: ignore[arg-type]

    def prepare_value(self, value: object) -> object:
        return bare_amount(value) if isinstance(value, int) else value

    def clean(self, value: object) -> int | None:
        """The cents; None where nothing was typed."""
        typed = super().clean(value)
        if not typed:
            return None
        cents = read_money(typed)
        if cents is None or cents > MOST_CENTS:
            message = gettext("An amount is written as 5 or 5.50, not “%(found)s”.")
            raise forms.ValidationError(message % {"found": typed})
        return cents
