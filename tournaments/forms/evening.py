"""Forms for running an event: registration, check-in, cash desk, prizes, helpers, members, copies."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from scoring.competitions.awards import LOST_DEALS, LOT, SHARE, WHOLE
from scoring.competitions.pots import FEE
from tournaments.forms.names import (
    LOGIN_ATTRS,
    NAME_ATTRS,
    NAME_LENGTH,
    AskingForm,
    ReadingForm,
    name_input,
    reading_field,
)
from tournaments.forms.prize_rows import PrizesField
from tournaments.models import Entrant, Event, HelperLink, LeaverRule, Payment, PaymentKind, Role, User
from tournaments.models.event import MOST_ROUNDS
from tournaments.models.lengths import longest
from tournaments.selectors.entry.check_in import absence
from tournaments.services.competitions.teams import MOST
from tournaments.wording.days import DayField
from tournaments.wording.money import MoneyField
from tournaments.wording.names import name_of
from tournaments.wording.prizes import ShareField
from tournaments.wording.whole_numbers import WholeField

HANDED_OUT = (Role.CASHIER, Role.SCORER, Role.REFEREE)  # roles that a link may grant
OFF = {"autocomplete": "off"}


class RegistrationForm(ReadingForm):
    """A registration. `website` is a honeypot: it is hidden, so only programs fill it in."""

    name = forms.CharField(label=_("Your name"), max_length=NAME_LENGTH, widget=name_input("name"))
    reading = reading_field()
    team = forms.CharField(
        label=_("Team or club"),
        max_length=longest(Entrant, "team"),
        required=False,
        widget=name_input("organization"),
    )
    mates = forms.CharField(
        label=_("The others of my team"),
        help_text=_("One name in each line. You register all of them and speak for the team."),
        max_length=MOST * NAME_LENGTH,
        required=False,
        widget=forms.Textarea(attrs={"rows": 3, **NAME_ATTRS}),
    )
    partner = forms.CharField(
        label=_("Shares my start number with"),
        help_text=_("The name of a second player, if you take turns under one start number."),
        max_length=NAME_LENGTH,
        required=False,
        widget=name_input(),
    )
    partner_reading = reading_field(_("Reading of the second name"))
    agrees_to_list = forms.BooleanField(
        label=_("Show my name on the event page before the event"), required=False
    )
    website = forms.CharField(
        label=_("Leave this empty"), required=False, widget=forms.TextInput(attrs={**OFF, "tabindex": "-1"})
    )

    def __init__(self, *values: Any, takes_teams: bool, **more: Any) -> None:
        super().__init__(*values, **more)
        if takes_teams:
            self.fields["team"].label = _("Name of the team")
        else:
            del self.fields["mates"]

    def clean_mates(self) -> list[str]:
        """Return the names of the others."""
        return [" ".join(line.split()) for line in self.cleaned_data["mates"].splitlines() if line.strip()]

    def service_arguments(self) -> dict[str, Any]:
        """Return the cleaned values as arguments of `register`, or of `register_team` if there are others."""
        cleaned: dict[str, Any] = {
            name: value for name, value in self.cleaned_data.items() if name != "website"
        }
        mates = cleaned.pop("mates", [])
        if not mates:
            return cleaned
        arguments: dict[str, Any] = {
            name: cleaned[name] for name in ("team", "reading", "agrees_to_list") if name in cleaned
        }
        return {**arguments, "names": [cleaned["name"], *mates]}


class LeaveForm(forms.Form):
    """The round after which an entrant left, and the rule that applies."""

    after = WholeField(label=_("Left after round"), min_value=1, max_value=MOST_ROUNDS)
    rule = forms.ChoiceField(label=_("Rule"), required=False)

    def __init__(self, data: Any = None, *, event: Event, after: int = 1) -> None:
        super().__init__(data, auto_id="leave_%s", initial={"after": after})
        own = LeaverRule(event.leaver_rule).label
        rule = self.fields["rule"]
        assert isinstance(rule, forms.ChoiceField)
        rule.choices = [("", _("event default: %(rule)s") % {"rule": own}), *LeaverRule.choices]


class ShareForm(AskingForm):
    """The second person of a start number."""

    name = forms.CharField(
        label=_("Shares the start number"),
        help_text=_("Empty: no second player."),
        max_length=NAME_LENGTH,
        required=False,
        widget=name_input(),
    )
    reading = reading_field()


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


class HelperForm(forms.Form):
    """A role for one event."""

    role = forms.ChoiceField(label=_("Role"), choices=[(role.value, role.label) for role in HANDED_OUT])
    name = forms.CharField(
        label=_("Given to"),
        max_length=longest(HelperLink, "name"),
        required=False,
        widget=name_input(),
    )


class MemberForm(forms.Form):
    """An account and its role in the club."""

    username = forms.CharField(
        label=_("User name"),
        max_length=longest(User, "username"),
        widget=forms.TextInput(attrs=LOGIN_ATTRS),
    )
    role = forms.ChoiceField(label=_("Role"), choices=Role, initial=Role.DIRECTOR)


class InvitationForm(forms.Form):
    """An invitation to a role in the club."""

    role = forms.ChoiceField(label=_("Role"), choices=Role, initial=Role.DIRECTOR)
    lasts = forms.ChoiceField(
        label=_("The role lasts"),
        choices=[("good", _("for good")), ("evening", _("for one evening"))],
        initial="good",
    )
    name = forms.CharField(
        label=_("Given to"),
        max_length=longest(HelperLink, "name"),
        required=False,
        widget=name_input(),
    )

    def service_arguments(self) -> dict[str, Any]:
        """Return the cleaned values as arguments of the service."""
        cleaned = self.cleaned_data
        is_for_one_evening = cleaned["lasts"] == "evening"
        return {
            "role": cleaned["role"],
            "name": cleaned["name"],
            "is_for_one_evening": is_for_one_evening,
        }


class CopyForm(forms.Form):
    """A copy of an event."""

    name = forms.CharField(
        label=_("Name of the event"), max_length=longest(Event, "name"), widget=name_input()
    )
    date = DayField(label=_("Date"))
    with_regulars = forms.BooleanField(
        label=_("Expect all players of the last event"),
        help_text=_("They are expected; check them in on the day."),
        required=False,
        initial=True,
    )
