"""Format numbers for pages and print: a true minus sign, fractions with two decimals, cents as money.

Decimals follow the reader's language; files for programs do not use this module.
"""

from decimal import Decimal
from fractions import Fraction
from typing import Any

from django.utils.formats import number_format

from rules.board import Unit

MINUS = "\u2212"
CENTS_IN_A_EURO = 100
HALVES = 2


def signed(value: Any) -> str:
    """Return a number with its sign and a true minus: +6, −51, 0; halves as 3.5, other fractions as 7.33."""
    if value is None or value == "":
        return ""
    sign, digits = parts_of(value)
    return sign + digits


def plain(value: Any) -> str:
    """Return a number without a plus, with a true minus: a running total as on paper."""
    return "" if value is None else signed(value).removeprefix("+")


def amount(value: Any, unit: str) -> str:
    """Return a number in its unit.

    Points with their sign, counts and bread without a plus, money as 0,80 €.
    """
    if unit == Unit.CENTS and value not in (None, ""):
        return plain_money(value)
    return signed(value) if unit == Unit.POINTS else plain(value)


def plain_money(cents: Any) -> str:
    """Format cents as euros in the reader's language, with a true minus."""
    euros = number_format(Decimal(abs(cents)) / CENTS_IN_A_EURO, decimal_pos=2)
    return f"{MINUS if cents < 0 else ''}{euros}\u00a0€"


def is_minus(value: Any) -> bool:
    """Return whether a number is negative and therefore shown in the other colour."""
    return value not in (None, "") and parts_of(value)[0] == MINUS


def parts_of(value: Any) -> tuple[str, str]:
    """Split a whole number or an exact fraction ("7/3") into sign and digits."""
    number: Any = value if isinstance(value, int) else Fraction(value)
    sign = "+" if number > 0 else MINUS if number < 0 else ""
    size = abs(number)
    if size.denominator == 1:
        return sign, str(size.numerator)
    places = 1 if size.denominator == HALVES else 2
    return sign, number_format(f"{float(size):.{places}f}", force_grouping=False)
