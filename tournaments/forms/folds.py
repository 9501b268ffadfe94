"""Forms that show few fields at first, the others in folds."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from django import forms


@dataclass(frozen=True, slots=True)
class Fold:
    """Fields under one title; open where one of them is set, or wrong."""

    title: Any  # translated when it is shown
    fields: Sequence[forms.BoundField]

    @property
    def is_open(self) -> bool:
        """Return whether a field says something else than an untouched one."""
        return any(field.errors or is_set(field) for field in self.fields)


class FoldedForm(forms.Form):
    """A form whose `folds` name the fields that few need, by title."""

    folds: ClassVar[Sequence[tuple[Any, Sequence[str]]]] = ()

    def open_fields(self) -> list[forms.BoundField]:
        """Return the fields outside of folds."""
        folded = {name for _, names in self.folds for name in names}
        return [field for field in self.visible_fields() if field.name not in folded]

    def folded_fields(self) -> Iterator[Fold]:
        """Yield the folds with the fields that this form has."""
        for title, names in self.folds:
            yield Fold(title, [self[name] for name in names if name in self.fields])


def is_set(field: forms.BoundField) -> bool:
    """Return whether the value is neither empty nor the one that stands there at first."""
    own = field.field
    choices: list[Any] = list(getattr(own, "choices", ()))
    usual = choices[0][0] if choices and own.initial is None else own.initial
    value = field.value()
    return bool(value) and str(value) != str(usual)
