"""Forms of the draw's pages: how to draw, constraints, swaps."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.forms.names import NameForm, name_input
from tournaments.models import DrawConstraintKind, DrawMode, Entrant, Event, FeeClass
from tournaments.models.draw import MOST_SEATS, MOST_TABLES
from tournaments.models.lengths import longest
from tournaments.selectors.draw.table_sizes import Way
from tournaments.selectors.entry.check_in import absence
from tournaments.services.draw.drawing import MOST_ROUNDS
from tournaments.wording.whole_numbers import WholeField

ROUNDS = 3  # drawn at once by default


class DrawForm(forms.Form):
    """How to draw; submitted empty, the next round by lot, with all present entrants."""

    mode = forms.ChoiceField(choices=DrawMode, initial=DrawMode.RANDOM, required=False)
    rounds = WholeField(label=_("How many rounds"), min_value=1, max_value=MOST_ROUNDS, required=False)
    way = forms.CharField(required=False)
    thorough = forms.BooleanField(label=_("Longer search (about ten times)"), required=False)
    instead = forms.BooleanField(required=False, widget=forms.HiddenInput)

    def __init__(
        self, data: Any = None, *, ways: Sequence[Way], modes: Sequence[DrawMode], rounds: int
    ) -> None:
        super().__init__(data, initial={"rounds": rounds})
        self.ways = {way.key: way for way in ways if not way.stand_ins}
        self.modes = modes
        self.default_rounds = rounds

    def clean_way(self) -> Way | None:
        """Return the chosen way to seat, if it is still available."""
        key = self.cleaned_data["way"]
        if key and key not in self.ways:
            raise forms.ValidationError(
                gettext("The list of present players has changed in the meantime. Choose again.")
            )
        return self.ways.get(key)

    def service_arguments(self) -> dict[str, Any]:
        """Return the cleaned values as arguments of the service."""
        cleaned = self.cleaned_data
        mode, way = DrawMode(cleaned["mode"] or DrawMode.RANDOM), cleaned["way"]
        return {
            "mode": mode,
            "rounds": (cleaned["rounds"] or self.default_rounds) if mode == DrawMode.ALL else 1,
            "sit_outs": way.sit_outs if way else 0,
            "sizes": way.allowed if way else (),
            "thorough": cleaned["thorough"],
            "instead": cleaned["instead"],
        }

    def mode_choices(self) -> list[dict[str, Any]]:
        """Return the available ways to draw, and which one is chosen."""
        chosen = self["mode"].value() or DrawMode.RANDOM
        return [
            {
                "value": mode.value,
                "label": mode.label,
                "is_chosen": mode == chosen,
                "is_all": mode == DrawMode.ALL,
            }
            for mode in self.modes
        ]

    def chosen_way(self) -> str:
        """Return the key of the chosen way: the one sent, else the first."""
        return str(self["way"].value() or next(iter(self.ways), ""))


class EntrantField(forms.ModelChoiceField):
    """A choice among an event's entrants, by start number and name."""

    def label_from_instance(self, obj: Any) -> str:
        return f"{obj.number} {obj.player.name}{absence(obj)}"


class ConstraintForm(forms.Form):
    """One constraint; fields that its kind does not need are ignored."""

    kind = forms.ChoiceField(label=_("Type"), choices=DrawConstraintKind)
    entrant = EntrantField(label=_("Player"), queryset=Entrant.objects.none(), required=False)
    other = EntrantField(label=_("The other player"), queryset=Entrant.objects.none(), required=False)
    table = WholeField(label=_("Table"), min_value=1, max_value=MOST_TABLES, required=False)
    number = WholeField(
        label=_("Seat, or how many players"), min_value=1, max_value=MOST_SEATS, required=False
    )

    def __init__(self, data: Any = None, *, event: Event) -> None:
        super().__init__(data, auto_id="constraint_%s")
        entrants = event.entrants.select_related("player").order_by("number")
        for name in ("entrant", "other"):
            field = self.fields[name]
            assert isinstance(field, forms.ModelChoiceField)
            field.queryset = entrants

    def service_arguments(self) -> Mapping[str, Any]:
        """Return the cleaned values as arguments of the service: an entrant's table is passed as `number`."""
        kind = DrawConstraintKind(self.cleaned_data["kind"])
        values = {name: self.cleaned_data[name] for name in ("entrant", "other", "table", "number")}
        if kind == DrawConstraintKind.TABLE:
            values["number"] = values["table"]
        return {"kind": kind, **values}


class EntrantForm(NameForm):
    """A player's name, and their team or club in this event."""

    team = forms.CharField(
        label=_("Team or club"),
        help_text=_("Players of one team can be kept apart; the draw page offers this."),
        max_length=longest(Entrant, "team"),
        required=False,
        widget=name_input(),
    )
    fee_class = forms.ChoiceField(label=_("Pays as"), required=False)

    def __init__(self, *values: Any, classes: Sequence[str], **more: Any) -> None:
        super().__init__(*values, **more)
        if not classes:
            del self.fields["fee_class"]
            return
        choice = self.fields["fee_class"]
        assert isinstance(choice, forms.ChoiceField)
        known = [(each, FeeClass(each).label) for each in (FeeClass.MEMBER.value, *classes)]
        choice.choices = [("", _("as the register says: guest or member")), *known]


class SwapForm(forms.Form):
    """The start numbers of two players to swap."""

    one = WholeField(min_value=1)
    two = WholeField(min_value=1)
