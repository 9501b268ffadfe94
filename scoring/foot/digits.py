"""Numbers as they are mistyped: swapped digits, a neighbouring key, a digit too many or too few.

Of a half such as 13.5, only the whole part is mistyped.
"""

from collections.abc import Iterable

KEYS_BESIDE = {
    "1": "24",
    "2": "135",
    "3": "246",
    "4": "1357",
    "5": "2468",
    "6": "3579",
    "7": "468",
    "8": "579",
    "9": "680",
    "0": "9",
}
"""The digits beside each other in the row of keys and on the pad of digits."""


def transpositions(number: int) -> set[int]:
    """Return the number with two neighbouring digits swapped; the difference is always a multiple of nine."""
    digits = str(abs(int(number)))
    swapped = (digits[:at] + digits[at + 1] + digits[at] + digits[at + 2 :] for at in range(len(digits) - 1))
    return with_sign_of(number, swapped) - {number}


def wrong_keys(number: int) -> set[int]:
    """Return the number with a key beside one of its digits."""
    digits = str(abs(int(number)))
    return with_sign_of(
        number,
        (
            digits[:at] + key + digits[at + 1 :]
            for at, digit in enumerate(digits)
            for key in KEYS_BESIDE[digit]
        ),
    )


def more_or_fewer_digits(number: int) -> set[int]:
    """Return the number with one digit lost, or one more."""
    digits = str(abs(int(number)))
    fewer = [digits[:at] + digits[at + 1 :] for at in range(len(digits))]
    more = [digits[:at] + key + digits[at:] for at in range(len(digits) + 1) for key in KEYS_BESIDE]
    return with_sign_of(number, (one for one in (*fewer, *more) if one)) - {number}


def mistyped(number: int) -> set[int]:
    """Return what may be typed instead of a number, its sign apart."""
    return transpositions(number) | wrong_keys(number) | more_or_fewer_digits(number)


def with_sign_of(number: int, digits: Iterable[str]) -> set[int]:
    """Return numbers made of these digits, each with the sign and the half of the other."""
    half = abs(number) % 1
    return {-int(one) - half if number < 0 else int(one) + half for one in digits}
