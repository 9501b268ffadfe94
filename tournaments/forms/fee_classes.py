"""Form fields for the fees of guests, young players and those who come late."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.models import FeeClass
from tournaments.wording.money import MoneyField

PREFIX = "fee_"
LABELS = {
    FeeClass.GUEST: _("Fee of guests"),
    FeeClass.YOUTH: _("Fee of young players"),
    FeeClass.LATE: _("Fee of those who come late"),
}


def fee_class_fields(stored: Mapping[str, int]) -> dict[str, forms.Field]:
    """Return a field for each class, with the fee stored for it."""
    return {
        f"{PREFIX}{each.value}": MoneyField(
            label=label, help_text=_("Empty: the same fee."), required=False, initial=stored.get(each.value)
        )
        for each, label in LABELS.items()
    }


def read_fee_fields(cleaned: Mapping[str, Any]) -> dict[str, int]:
    """Return the fees typed, by class."""
    typed = {each.value: cleaned.get(f"{PREFIX}{each.value}") for each in LABELS}
    return {name: cents for name, cents in typed.items() if cents is not None}
