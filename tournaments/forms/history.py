"""The form that chooses entries of an event's log."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.selectors.history.event_log import LogFilter
from tournaments.wording.days import MomentField
from tournaments.wording.history import LOG_LABELS
from tournaments.wording.whole_numbers import WholeField

MOST = 9999


class LogForm(forms.Form):
    """The filters of the log; an empty form shows every entry."""

    kind = forms.ChoiceField(label=_("Kind"), required=False, choices=[("", _("all")), *LOG_LABELS.items()])
    round = WholeField(label=_("Round"), min_value=1, max_value=MOST, required=False)
    table = WholeField(label=_("Table"), min_value=1, max_value=MOST, required=False)
    person = forms.ChoiceField(label=_("Person"), required=False)
    since = MomentField(
        label=_("From"), required=False, widget=forms.DateTimeInput(attrs={"type": "datetime-local"})
    )
    until = MomentField(
        label=_("Until"), required=False, widget=forms.DateTimeInput(attrs={"type": "datetime-local"})
    )

    def __init__(self, data: Any = None, *, persons: Sequence[tuple[str, str]]) -> None:
        super().__init__(data)
        self.fields["person"].choices = [("", _("all")), *persons]  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        """Refuse a table without its round."""
        cleaned = super().clean() or self.cleaned_data
        if cleaned.get("table") and not cleaned.get("round") and "round" not in self.errors:
            self.add_error("round", _("Enter the round of the table as well."))
        return cleaned

    @property
    def wanted(self) -> LogFilter:
        """Return the entries to show; all of them if the form cannot be read."""
        return LogFilter(**self.cleaned_data) if self.is_valid() else LogFilter()
