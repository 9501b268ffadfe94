"""Forms of the evening: registering, the door, the cash desk, prizes, helpers, members, copying an event."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from scoring.prizes import LOT, SHARE
from tournaments.models import Entrant, Event, LeaverRule, PaymentKind, Role
from tournaments.money import MoneyField
from tournaments.selectors.door import absence, name_of
from tournaments.typed_numbers import WholeField

HANDED_OUT = (Role.CASHIER, Role.SCORER, Role.REFEREE)  # roles a link may give
OFF = {"autocomplete": "off"}


class RegistrationForm(forms.Form):
    """Who comes. `website` is a trap: nobody sees it, so only a program fills it in."""

    name = forms.CharField(
        label=_("Your name"), max_length=120, widget=forms.TextInput(attrs={"autocomplete": "name"})
    )
    team = forms.CharField(
        label=_("Team or club"),
        max_length=80,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "organization"}),
    )
    partner = forms.CharField(
        label=_("Shares my start number"),
        help_text=_("The name of a second person, if you take turns under one start number."),
        max_length=120,
        required=False,
        widget=forms.TextInput(attrs=OFF),
    )
    agrees_to_list = forms.BooleanField(
        label=_("My name may stand on the page of the event before it begins"), required=False
    )
    website = forms.CharField(
        label=_("Leave this empty"), required=False, widget=forms.TextInput(attrs={**OFF, "tabindex": "-1"})
    )

    def asked(self) -> dict[str, Any]:
        """The cleaned form as the service takes it."""
        return {name: self.cleaned_data[name] for name in ("name", "team", "partner", "agrees_to_list")}


class LateForm(forms.Form):
    """Somebody who comes unannounced."""

    name = forms.CharField(label=_("Name"), max_length=120, widget=forms.TextInput(attrs=OFF))


class LeaveForm(forms.Form):
    """After which round somebody left, and what becomes of him."""

    after = WholeField(label=_("Left after round"), min_value=1, max_value=99)
    rule = forms.ChoiceField(label=_("Rule"), required=False)

    def __init__(self, data: Any = None, *, event: Event, after: int = 1) -> None:
        super().__init__(data, auto_id="leave_%s", initial={"after": after})
        own = LeaverRule(event.leaver_rule).label
        rule = self.fields["rule"]
        assert isinstance(rule, forms.ChoiceField)
        rule.choices = [("", _("as the event says: %(rule)s") % {"rule": own}), *LeaverRule.choices]


class ShareForm(forms.Form):
    """The second person of a start number."""

    name = forms.CharField(
        label=_("Shares the start number"),
        help_text=_("Empty: nobody."),
        max_length=120,
        required=False,
        widget=forms.TextInput(attrs=OFF),
    )


class EntrantChoice(forms.ModelChoiceField):
    """One of the entrants, by start number and name."""

    def label_from_instance(self, obj: Any) -> str:
        return f"{obj.number} {name_of(obj)}{absence(obj)}"


class MoneyForm(forms.Form):
    """Money taken or given, for whatever it was."""

    amount = MoneyField(label=_("Amount"))
    direction = forms.ChoiceField(
        label=_("Which way"),
        choices=[("in", pgettext_lazy("money", "taken")), ("out", pgettext_lazy("money", "given"))],
    )
    kind = forms.ChoiceField(label=_("For"), choices=PaymentKind, initial=PaymentKind.OTHER)
    entrant = EntrantChoice(label=_("Player"), queryset=Entrant.objects.none(), required=False)
    note = forms.CharField(label=_("Note"), max_length=120, required=False, widget=forms.TextInput(attrs=OFF))

    def __init__(self, data: Any = None, *, event: Event) -> None:
        super().__init__(data, auto_id="money_%s")
        field = self.fields["entrant"]
        assert isinstance(field, forms.ModelChoiceField)
        field.queryset = event.entrants.select_related("player", "partner").order_by("number")

    def asked(self) -> dict[str, Any]:
        """The cleaned form as the service takes it."""
        cleaned = self.cleaned_data
        sign = -1 if cleaned["direction"] == "out" else 1
        return {
            "kind": PaymentKind(cleaned["kind"]),
            "cents": sign * cleaned["amount"],
            "entrant": cleaned["entrant"],
            "note": cleaned["note"],
        }


class CountForm(forms.Form):
    """What lies in the cash box."""

    counted = MoneyField(label=_("Counted in the box"))


class PrizeForm(forms.Form):
    """The key of the prizes, a line for each."""

    key = forms.CharField(
        label=_("Prizes"),
        help_text=_(
            "A line for each prize: the places, a colon, and an amount, a share of the pot or a thing,"
            " such as “1: 40 %”, “2-4, 8: 5.00”, “12: a ham”. A line “series: …” only names a prize"
            " of the season."
        ),
        required=False,
        max_length=4000,
        widget=forms.Textarea(attrs={"rows": 8}),
    )
    ties = forms.ChoiceField(
        label=_("Equal players"),
        choices=[
            (SHARE, _("share the money of the places they take; things go by lot")),
            (LOT, _("the lot says who takes which place")),
        ],
    )
    pot = forms.MultipleChoiceField(
        label=_("In the pot"),
        choices=[(PaymentKind.FEE, _("fees")), (PaymentKind.LOST_DEALS, _("lost-deal money"))],
        widget=forms.CheckboxSelectMultiple,
        required=False,
    )


class HelperForm(forms.Form):
    """A role for one evening."""

    role = forms.ChoiceField(label=_("Role"), choices=[(role.value, role.label) for role in HANDED_OUT])
    name = forms.CharField(
        label=_("For whom"), max_length=80, required=False, widget=forms.TextInput(attrs=OFF)
    )


class MemberForm(forms.Form):
    """An account and its role in the club."""

    username = forms.CharField(
        label=_("Signs in as"),
        max_length=150,
        widget=forms.TextInput(attrs={**OFF, "autocapitalize": "none"}),
    )
    role = forms.ChoiceField(label=_("Role"), choices=Role, initial=Role.DIRECTOR)


class CopyForm(forms.Form):
    """The next event like this one."""

    name = forms.CharField(label=_("Name of the evening"), max_length=120)
    date = forms.DateField(label=_("Date"), widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"))
    with_regulars = forms.BooleanField(
        label=_("Expect everybody who played"),
        help_text=_("They are expected; check each of them in at the door."),
        required=False,
        initial=True,
    )
