"""Forms of money: payments, prizes row by row, fees of their own."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from django import forms
from django.http import QueryDict
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from scoring.competitions.awards import FEE, LOST_DEALS, LOT, SHARE, WHOLE, Prize
from scoring.competitions.prizes import PrizeKey
from tournaments.models import Entrant, Event, FeeClass, Payment, PaymentKind
from tournaments.models.lengths import LONGEST_LINES_TYPED, longest
from tournaments.selectors.entry.check_in import absence
from tournaments.wording.money import MoneyField
from tournaments.wording.names import name_of
from tournaments.wording.prizes import TABLE, ShareField, key_text

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


# Prizes


BLANK_ROWS, LEAST_ROWS, MOST_ROWS = 2, 4, 60
PAYS_ONE_OF = 3  # of the players, in the ready-made key that pays a third
MOST_PLACES_PAID = 44  # places; with more, the last one would get less than a thousandth of the pot


class PrizeRow(NamedTuple):
    """One row as it is typed: the places, such as `2-4, 8`, and the prize of each of them."""

    places: str
    prize: str


class PrizeRows(forms.Widget):
    """Rows of two inputs, `places` and `prize`."""

    use_fieldset = True

    def value_from_datadict(self, data: Mapping[str, Any], files: Any, name: str) -> str:
        """Return the lines that the submitted rows stand for."""
        assert isinstance(data, QueryDict)
        return lines_of(data)

    def render(self, name: str, value: Any, attrs: Any = None, renderer: Any = None) -> SafeString:
        """Return the rows of a key's lines, with blank ones behind them."""
        return render_to_string("cash/_prize_rows.html", {"rows": rows_of(value or "")})


class PrizesField(forms.CharField):
    """A form field for prizes; its cleaned value are lines."""

    widget = PrizeRows

    def __init__(self) -> None:
        message = _(
            "Places as in “1” or “2-4, 8”, and a share of the pot, an amount or a thing for each, as in"
            " “40 %”, “5.00” or “a ham”. Things beside “prize table” are chosen in the order of the ranking;"
            " what stands beside “series” only names a prize of the season."
        )
        length = 2 * LONGEST_LINES_TYPED
        super().__init__(label=_("Prizes"), help_text=message, required=False, max_length=length)


class ReadyKey(NamedTuple):
    """A ready-made key: its name in the form, its label, and its rows."""

    name: str
    label: str
    rows: Sequence[PrizeRow]


def rows_of(typed: str) -> list[PrizeRow]:
    """Return the lines of a key as rows, with blank ones behind them."""
    parts = (line.replace("：", ":").partition(":") for line in typed.splitlines() if line.strip())
    rows = [PrizeRow(places.strip(), prize.strip()) for places, _colon, prize in parts]
    blank = max(BLANK_ROWS, LEAST_ROWS - len(rows))
    return [*rows, *[PrizeRow("", "")] * blank]


def lines_of(posted: QueryDict) -> str:
    """Return submitted rows as the lines of a key; rows of which both parts are blank are left out."""
    pairs = zip(posted.getlist("places")[:MOST_ROWS], posted.getlist("prize")[:MOST_ROWS], strict=False)
    return "\n".join(
        f"{places.strip()}: {prize.strip()}" for places, prize in pairs if (places + prize).strip()
    )


def ready_keys(players: int) -> Iterator[ReadyKey]:
    """Yield the ready-made keys; the shares of each add up to the whole pot."""
    yield ready("three", gettext("50, 30 and 20 %"), [500, 300, 200])
    paid = max(1, min(players // PAYS_ONE_OF, MOST_PLACES_PAID))
    yield ready("third", gettext("Every third player"), falling_shares(paid))
    yield ReadyKey("things", gettext("Things only"), [PrizeRow(str(place), "") for place in (1, 2, 3)])
    yield ReadyKey("table", gettext("Prize table"), [PrizeRow(gettext(TABLE), "")] * LEAST_ROWS)


def ready(name: str, label: str, shares: Sequence[int]) -> ReadyKey:
    """Return a key that gives these shares, in thousandths, to the first places."""
    prizes = tuple(Prize((place,), share=share) for place, share in enumerate(shares, start=1))
    return ReadyKey(name, label, rows_of(key_text(PrizeKey(prizes)))[: len(prizes)])


def falling_shares(places: int) -> list[int]:
    """Return thousandths of the pot that fall evenly from place to place; the first place gets the rest."""
    weights = range(places, 0, -1)
    shares = [WHOLE * weight // sum(weights) for weight in weights]
    return [shares[0] + WHOLE - sum(shares), *shares[1:]]


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


# Fees of guests, young players and those who come late


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
