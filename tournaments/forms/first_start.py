"""The form of the first start: a name, a password, a club."""

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from tournaments.forms.names import LOGIN_ATTRS, name_input
from tournaments.models import Club, User
from tournaments.models.lengths import longest


class FirstStartForm(forms.Form):
    """The three facts that a new installation needs; `key` is that of the printed address."""

    username = forms.CharField(
        label=_("Your name"),
        help_text=_("One word. You log in with it."),
        max_length=longest(User, "username"),
        widget=forms.TextInput(attrs={**LOGIN_ATTRS, "autocomplete": "username", "autofocus": True}),
    )
    password = forms.CharField(
        label=_("Your password"),
        help_text=_("At least eight characters."),
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}, render_value=True),
    )
    club = forms.CharField(label=_("Your club"), max_length=longest(Club, "name"), widget=name_input())
    key = forms.CharField(required=False, widget=forms.HiddenInput)

    def add_reasons(self, refusal: ValidationError) -> None:
        """Show why a name or a password is refused, beside the field."""
        by_field = getattr(refusal, "error_dict", None)
        if by_field is None:
            self.add_error("password", refusal)
            return
        for name, errors in by_field.items():
            self.add_error(name if name in self.fields else None, errors)
