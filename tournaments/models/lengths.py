"""The longest text that a column stores: the one limit of forms, the API, services and commands."""

from django.db.models import Model

LONGEST_TYPED, LONGEST_LINES_TYPED = 200, 2000
"""Letters that a form or a program may send in one line or several where a service says what is too long."""


def longest(model: type[Model], column: str) -> int:
    """Return the number of characters that the column stores."""
    length = model._meta.get_field(column).max_length  # type: ignore[union-attr]
    assert length is not None, f"{model.__name__}.{column} has no limit"
    return length
