"""Named constraints for choices and ranges; `message` is the error shown to users."""

from typing import Any

from django.db.models import CheckConstraint, Q, TextChoices

YEARS = (1900, 2099)  # in which people are born and events take place


def one_of(
    field: str, choices: type[TextChoices], name: str, message: Any, also: str | None = None
) -> CheckConstraint:
    """Require a field to hold one of its choices, or `also`, such as an empty string."""
    values = [*choices.values, *([] if also is None else [also])]
    return CheckConstraint(
        condition=Q(**{f"{field}__in": values}), name=name, violation_error_message=message
    )


def within(
    field: str, least: Any, most: Any, name: str, message: Any, *, or_null: bool = False
) -> CheckConstraint:
    """Require `least` to `most`, both included; `most` None is no upper limit, `or_null` allows null."""
    condition = Q(**{f"{field}__gte": least})
    if most is not None:
        condition &= Q(**{f"{field}__lte": most})
    if or_null:
        condition |= Q(**{f"{field}__isnull": True})
    return CheckConstraint(condition=condition, name=name, violation_error_message=message)


def not_empty(name: str, message: Any) -> CheckConstraint:
    """Require a non-empty name."""
    return CheckConstraint(condition=~Q(name=""), name=name, violation_error_message=message)
