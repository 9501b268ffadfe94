"""Forms of the cash desk and of the prizes."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from scoring.competitions.awards import LOST_DEALS, LOT, SHARE, WHOLE
from scoring.competitions.pots import FEE
from tournaments.forms.prize_rows import PrizesField
from tournaments.models import Entrant, Event, Payment, PaymentKind
from tournaments.models.lengths import longest
from tournaments.selectors.entry.check_in import absence
from tournaments.wording.money import MoneyField
from tournaments.wording.names import name_of
from tournaments.wording.prizes import ShareField

OFF = {"autocomplete": "off"}


class EntrantChoice(forms.ModelChoiceField):
    """A choice among an event's entrants, by start number and name."""

    def label_from_instance(self, obj: Any) -> str:
        return f"{obj.number} {name_of(obj)}{absence(obj)}"


class MoneyForm(forms.Form):
    """A payment received or made."""

    amount = MoneyField(label=_("Amount"))
    direction = forms.ChoiceField(
        label=_("Kind"),
        choices=[("in", pgettext_lazy("money", "taken")), ("out", pgettext_lazy("money", "given"))],
    )
    kind = forms.ChoiceField(label=_("For"), choices=PaymentKind, initial=PaymentKind.OTHER)
    entrant = EntrantChoice(label=_("Player"), queryset=Entrant.objects.none(), required=False)
    note = forms.CharField(
        label=_("Note"),
        max_length=longest(Payment, "note"),
        required=False,
        widget=forms.TextInput(attrs=OFF),
    )

    def __init__(self, data: Any = None, *, event: Event) -> None:
        super().__init__(data, auto_id="money_%s")
        field = self.fields["entrant"]
        assert isinstance(field, forms.ModelChoiceField)
        field.queryset = event.entrants.select_related("player", "partner").order_by("number")

    def service_arguments(self) -> dict[str, Any]:
        """Return the cleaned values as arguments of the service."""
        cleaned = self.cleaned_data
        sign = -1 if cleaned["direction"] == "out" else 1
        return {
            "kind": PaymentKind(cleaned["kind"]),
            "cents": sign * cleaned["amount"],
            "entrant": cleaned["entrant"],
            "note": cleaned["note"],
        }


class CountForm(forms.Form):
    """The amount counted in the cash box."""

    counted = MoneyField(label=_("Counted in the box"))


class PrizeForm(forms.Form):
    """The prize key: its prizes, ties, and what fills the pot."""

    key = PrizesField()
    ties = forms.ChoiceField(
        label=_("Equal players"),
        help_text=_("Things are always drawn by lot among equal players."),
        choices=[
            (SHARE, _("share the money of their places")),
            (LOT, _("are placed by lot")),
        ],
    )
    pot = forms.MultipleChoiceField(
        label=_("Sources of the pot"),
        choices=[(PaymentKind.FEE, _("fees")), (PaymentKind.LOST_DEALS, _("lost-deal money"))],
        widget=forms.CheckboxSelectMultiple,
        required=False,
    )
    fee_share = ShareField(
        label=_("Of the fees, into the pot, in %"), help_text=_("Empty: all. The rest is the host's.")
    )
    lost_share = ShareField(
        label=_("Of the lost-deal money, into the pot, in %"),
        help_text=_("Empty: all that the best players of the lists do not get."),
    )
    best_of_lists = ShareField(
        label=_("Of the lost-deal money of each list, to its best player, in %"),
        help_text=_("Empty: nothing."),
    )

    one_prize_each = forms.BooleanField(
        label=_("One prize for each player: who wins the best one is passed over in those behind it"),
        required=False,
    )

    def has_parts(self) -> bool:
        """Return whether a part of the money is typed or wrong, so that the page opens that section."""
        names = ("fee_share", "lost_share", "best_of_lists", "one_prize_each")
        return any(self[name].value() or self[name].errors for name in names)

    def service_arguments(self) -> dict[str, Any]:
        """Return the cleaned values as arguments of the service, without the lines themselves.

        A source of which nothing goes into the pot is none.
        """
        cleaned, best = self.cleaned_data, self.cleaned_data["best_of_lists"] or 0
        typed = {FEE: cleaned["fee_share"], LOST_DEALS: cleaned["lost_share"]}
        left = {FEE: WHOLE, LOST_DEALS: WHOLE - best}
        shares = {kind: left[kind] if share is None else share for kind, share in typed.items()}
        return {
            "ties": cleaned["ties"],
            "pot": [kind for kind in cleaned["pot"] if shares[kind]],
            "shares": shares,
            "best_of_lists": best,
            "one_prize_each": cleaned["one_prize_each"],
        }
