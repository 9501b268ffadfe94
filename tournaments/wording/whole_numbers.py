"""Parse whole numbers typed by people and programs: the only reader for URLs, queries and forms.

Nine digits are enough for every number here. A longer one is not accepted: it would not fit into a
database column, and reading thousands of digits takes time.
"""

from typing import Any

from django import forms

from rules.halves import split_half

MOST_DIGITS = 9
MOST = 10**MOST_DIGITS - 1
MINUS_SIGNS = "-\N{MINUS SIGN}\N{EN DASH}\N{FULLWIDTH HYPHEN-MINUS}"
PLUS_SIGNS = "+\N{FULLWIDTH PLUS SIGN}"


def whole_number(text: str, most_digits: int = MOST_DIGITS) -> int | None:
    """Parse a run of digits in any script, 0 or more; None for anything else."""
    plain = text.strip()
    return int(plain) if len(plain) <= most_digits and plain.isdecimal() else None


def ascii_number(text: str, most_digits: int = MOST_DIGITS) -> int | None:
    """Parse a run of the digits 0 to 9, as programs write them; None for anything else."""
    return whole_number(text, most_digits) if text.isascii() and text.isdecimal() else None


def signed_number(text: str, most_digits: int = MOST_DIGITS) -> int | None:
    """Parse a whole number with an optional sign: 5, +5, -5, with any of the usual sign characters."""
    plain = text.strip()
    size = whole_number(plain[1:] if plain[:1] in (*MINUS_SIGNS, *PLUS_SIGNS) else plain, most_digits)
    return -size if size and plain[0] in MINUS_SIGNS else size


def half_number(text: str, most_digits: int = MOST_DIGITS) -> float | None:
    """Parse a number with an optional sign that may be a half: 5, -3.5, 3,5, 3½."""
    digits, half = split_half(text.strip())
    size = signed_number(digits, most_digits)
    if size is None or not half:
        return size
    return size - half if digits[:1] in MINUS_SIGNS else size + half


class WholeField(forms.IntegerField):
    """A form field for a whole number that fits into the database."""

    def __init__(self, **more: Any) -> None:
        super().__init__(**{"min_value": -MOST, "max_value": MOST, **more})
