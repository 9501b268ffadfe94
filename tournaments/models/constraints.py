"""The named constraints of choices and ranges; `message` is what a person reads where one is broken."""

from typing import Any

from django.db.models import CheckConstraint, Q, TextChoices


def known(
    field: str, choices: type[TextChoices], name: str, message: Any, also: str | None = None
) -> CheckConstraint:
    """A field holds one of its choices, or `also`, such as nothing at all."""
    values = [*choices.values, *([] if also is None else [also])]
    return CheckConstraint(
        condition=Q(**{f"{field}__in": values}), name=name, violation_error_message=message
    )


def within(
    field: str, least: int, most: int | None, name: str, message: Any, *, or_null: bool = False
) -> CheckConstraint:
    """A number lies in a range, both ends included; `most` None has no upper end; `or_null` allows none."""
    condition = Q(**{f"{field}__gte": least})
    if most is not None:
        condition &= Q(**{f"{field}__lte": most})
    if or_null:
        condition |= Q(**{f"{field}__isnull": True})
    return CheckConstraint(condition=condition, name=name, violation_error_message=message)


def named(name: str, message: Any) -> CheckConstraint:
    """A row has a name."""
    return CheckConstraint(condition=~Q(name=""), name=name, violation_error_message=message)
