"""Whole numbers as people and programs type them: the one bounded reader for addresses, queries and forms.

Nine digits are enough for everything that is counted here. A longer number is no number: it would not fit
into a column of the database, and reading thousands of digits takes time.
"""

from typing import Any

from django import forms

MOST_DIGITS = 9
MOST = 10**MOST_DIGITS - 1
MINUS_SIGNS = "-\N{MINUS SIGN}\N{EN DASH}\N{FULLWIDTH HYPHEN-MINUS}"
PLUS_SIGNS = "+\N{FULLWIDTH PLUS SIGN}"


def whole_number(typed: str, most_digits: int = MOST_DIGITS) -> int | None:
    """The number of a run of digits in any script, 0 or more; None for everything else."""
    plain = typed.strip()
    return int(plain) if len(plain) <= most_digits and plain.isdecimal() else None


def signed_number(typed: str, most_digits: int = MOST_DIGITS) -> int | None:
    """The same with a sign in front: 5, +5, -5, in any of the signs people type."""
    plain = typed.strip()
    size = whole_number(plain[1:] if plain[:1] in (*MINUS_SIGNS, *PLUS_SIGNS) else plain, most_digits)
    return -size if size and plain[0] in MINUS_SIGNS else size


class WholeField(forms.IntegerField):
    """A whole number of a form that fits into the database, whatever is typed."""

    def __init__(self, **more: Any) -> None:
        super().__init__(**{"min_value": -MOST, "max_value": MOST, **more})
