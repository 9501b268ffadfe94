"""Small finite fields, as far as draws need them: integers modulo a prime, and powers of small primes."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, partial

# Coefficients of x**0, x**1, ... of the remainder of x**degree modulo an irreducible polynomial, found by
# trial.
REDUCTIONS = {
    (2, 2): (1, 1), (2, 3): (1, 1, 0), (2, 4): (1, 1, 0, 0), (2, 5): (1, 0, 1, 0, 0),
    (3, 2): (2, 0), (3, 3): (2, 1, 0), (5, 2): (2, 0), (7, 2): (6, 0),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Field:
    """Addition and multiplication on 0 .. order - 1, with 0 and 1 as the neutral elements."""

    order: int
    plus: Callable[[int, int], int]
    times: Callable[[int, int], int]


def integers(order: int) -> Field:
    """Return the integers modulo `order`; a field if `order` is prime."""
    return Field(order, lambda a, b: (a + b) % order, lambda a, b: a * b % order)


def is_field(order: int) -> bool:
    return is_prime(order) or order in {prime**degree for prime, degree in REDUCTIONS}


def is_prime(number: int) -> bool:
    return number > 1 and all(number % divisor for divisor in range(2, int(number**0.5) + 1))


@cache
def field_of(order: int) -> Field:
    """Return the field with `order` elements; `is_field` tells whether it is known here."""
    for prime, degree in REDUCTIONS:
        if prime**degree == order:
            plus = partial(add, prime, degree)
            return Field(order, plus, partial(multiply, prime, degree))
    return integers(order)


def digits(prime: int, degree: int, number: int) -> list[int]:
    return [number // prime**place % prime for place in range(degree)]


def number_of(prime: int, coefficients: list[int]) -> int:
    return sum(digit * prime**place for place, digit in enumerate(coefficients))


def add(prime: int, degree: int, a: int, b: int) -> int:
    """Add polynomials whose coefficients are the digits."""
    pairs = zip(digits(prime, degree, a), digits(prime, degree, b), strict=True)
    return number_of(prime, [(x + y) % prime for x, y in pairs])


def multiply(prime: int, degree: int, a: int, b: int) -> int:
    """Multiply by Horner's method: shift, reduce and add, from the highest digit of b down."""
    reduction, left, result = REDUCTIONS[prime, degree], digits(prime, degree, a), [0] * degree
    for digit in reversed(digits(prime, degree, b)):
        top = result[-1]
        result = [
            (below + top * back + digit * own) % prime
            for below, back, own in zip([0, *result[:-1]], reduction, left, strict=True)
        ]
    return number_of(prime, result)
